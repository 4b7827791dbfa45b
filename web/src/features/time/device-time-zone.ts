/** The IANA time zone of this device; UTC if the browser reports one that it rejects itself, such as `Etc/Unknown`. */
export function deviceTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  try {
    new Date().toLocaleString([], { timeZone });
    return timeZone;
  } catch {
    return 'UTC';
  }
}
