const mark = 'sandbox:';

/** Opaque to the caller, as the vendor's encrypted fields are. */
export function seal(text: string): string {
  return Buffer.from(`${mark}${text}`).toString('base64');
}

/** What was sealed; empty for what was not sealed here. */
export function unseal(sealed: string): string {
  const text = Buffer.from(sealed, 'base64').toString('utf8');
  return text.startsWith(mark) ? text.slice(mark.length) : '';
}
