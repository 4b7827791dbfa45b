/**
 * The instant at which a date begins in a time zone. Where the clocks skip midnight the day begins when they have gone forward.
 *
 * @param date `YYYY-MM-DD`
 * @param timeZone IANA name; an unknown one counts as UTC.
 */
export function startOfDay(date: string, timeZone: string): Date {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  // An offset is known for instants only, so look at the instant that would be right without one, then at the one that follows from its offset.
  const guess = midnight - offsetMs(midnight, timeZone);
  const instant = midnight - offsetMs(guess, timeZone);
  const isSkipped = localDate(instant, timeZone) < date;
  return new Date(isSkipped ? Math.max(guess, instant) : instant);
}

function offsetMs(instant: number, timeZone: string): number {
  const name = partsOf(instant, timeZone).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  const [, sign, hours, minutes, seconds] = /GMT([+-])(\d{2}):(\d{2})(?::(\d{2}))?/.exec(name) ?? [];
  const size = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000 + Number(seconds ?? 0) * 1000;
  return sign === '-' ? -size : size;
}

function localDate(instant: number, timeZone: string): string {
  const parts = partsOf(instant, timeZone);
  const value = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return `${value('year')}-${value('month')}-${value('day')}`;
}

function partsOf(instant: number, timeZone: string): Intl.DateTimeFormatPart[] {
  return formatter(timeZone).formatToParts(instant);
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const made = createFormatter(isTimeZone(timeZone) ? timeZone : 'UTC');
  formatters.set(timeZone, made);
  return made;
}

function createFormatter(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    timeZoneName: 'longOffset',
  });
}

function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false; // RangeError: the vendor named a zone this runtime does not know
  }
}
