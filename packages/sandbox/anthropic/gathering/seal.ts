const mark = 'sandbox:';

/** Encodes text as an opaque string, like the vendor's encrypted fields. */
export function seal(text: string): string {
  return Buffer.from(`${mark}${text}`).toString('base64');
}

/** Returns the sealed text; empty if it was not sealed here. */
export function unseal(sealed: string): string {
  const text = Buffer.from(sealed, 'base64').toString('utf8');
  return text.startsWith(mark) ? text.slice(mark.length) : '';
}
