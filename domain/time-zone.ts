/** The text as it is when it names an IANA zone that is known here; null for anything else, offsets such as `+02:00` included. */
export function knownTimeZone(text: string | undefined): string | null {
  if (text === undefined || !/^[A-Za-z]/.test(text)) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone === '' ? null : text;
  } catch {
    return null; // the only complaint of this constructor is about the zone
  }
}
