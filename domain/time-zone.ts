/** The text as it is when it names an IANA zone that is known here; null for anything else, offsets such as `+02:00` included. */
export function knownTimeZone(text: string | undefined): string | null {
  return text !== undefined && isKnownTimeZone(text) ? text : null;
}

/** Whether the text is an IANA name. Offsets, which the platform takes for zones as well, are none. */
export function isKnownTimeZone(name: string): boolean {
  if (name.length > 64 || !/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
