/** Times of a mail: always in the reader's zone, the zone named. */
export function formatTime(instant: string, timeZone: string): string {
  return formatter({ hour: '2-digit', minute: '2-digit', timeZone }).format(new Date(instant));
}

/** `Saturday 21 November` */
export function formatDay(instant: string, timeZone: string): string {
  const options = { weekday: 'long', day: 'numeric', month: 'long', timeZone } as const;
  return formatter(options).format(new Date(instant));
}

/** `21 November 2026` */
export function formatDate(instant: string, timeZone: string): string {
  const options = { day: 'numeric', month: 'long', year: 'numeric', timeZone } as const;
  return formatter(options).format(new Date(instant));
}

/** `13:30 to 14:00, Saturday 21 November (CET)`; a meeting over midnight names both days. */
export function formatSpan(start: string, end: string, timeZone: string): string {
  const day = formatDay(start, timeZone);
  const lastDay = formatDay(end, timeZone);
  const until = lastDay === day ? formatTime(end, timeZone) : `${formatTime(end, timeZone)} on ${lastDay}`;
  return `${formatTime(start, timeZone)} to ${until}, ${day} (${zoneName(start, timeZone)})`;
}

/** `13:30 to 14:00 (CET)`, for where the day is named above; a meeting over midnight names both days. */
export function formatHours(start: string, end: string, timeZone: string): string {
  if (formatDay(start, timeZone) !== formatDay(end, timeZone)) return formatSpan(start, end, timeZone);
  return `${formatTime(start, timeZone)} to ${formatTime(end, timeZone)} (${zoneName(start, timeZone)})`;
}

/** `CET`, or the distance to UTC where the zone has no short name in English. */
export function zoneName(instant: string, timeZone: string): string {
  const parts = formatter({ timeZone, timeZoneName: 'short' }).formatToParts(new Date(instant));
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** The zone itself when this machine knows it, UTC when not: a mail with the hour in UTC, and saying so, is better than none. */
export function knownZone(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone }).resolvedOptions().timeZone;
  } catch (error) {
    if (error instanceof RangeError) return 'UTC';
    throw error;
  }
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** One for each form and zone: making it takes a hundred times longer than using it, and the mail of a full day has a thousand dates. */
function formatter(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options);
  const known = formatters.get(key) ?? new Intl.DateTimeFormat('en-GB', options);
  formatters.set(key, known);
  return known;
}
