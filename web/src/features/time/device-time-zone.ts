/** The IANA time zone of this device; UTC if the browser reports one it doesn't support, such as `Etc/Unknown`. */
export function deviceTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  try {
    new Date().toLocaleString([], { timeZone });
    return timeZone;
  } catch {
    return 'UTC';
  }
}
