/** Returns the text if it is a known IANA zone; null for anything else, including offsets such as `+02:00`. */
export function knownTimeZone(text: string | undefined): string | null {
  return text !== undefined && isKnownTimeZone(text) ? text : null;
}

/** Returns whether the text is an IANA name. Offsets are not, though the platform accepts them as zones. */
export function isKnownTimeZone(name: string): boolean {
  if (name.length > 64 || !/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
