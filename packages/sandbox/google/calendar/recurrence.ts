import { RRuleTemporal } from 'rrule-temporal';
import { type EventDateTime, formatInZone, timeOf, wallClockToMs } from '#sandbox/google/calendar/event-time.ts';
import { invalid, required } from '#sandbox/google/errors.ts';
import type { GoogleEvent } from '#sandbox/google/state.ts';

/**
 * Epoch ms. Covers occurrences that end after `fromMs` and start before `toMs`; callers must expect a few just outside
 * it.
 */
export type Window = { fromMs: number; toMs: number };

/** A window whose bounds can be omitted. */
export type OpenWindow = { fromMs?: number | undefined; toMs?: number | undefined };

/**
 * One occurrence of a series. `key` is the suffix Google appends to the series id: `20261123T090000Z`, or `20261123`
 * for a whole day.
 */
export type Occurrence = { key: string; start: EventDateTime; end: EventDateTime };

type Series = {
  isAllDay: boolean;
  /** The zone the rules are expanded in: that of the first start, UTC for whole days. */
  zone: string;
  durationMs: number;
  rules: RRuleTemporal[];
  addedMs: number[];
  excludedMs: Set<number>;
};

const dayMs = 86_400_000;
const known = new WeakMap<GoogleEvent, Series>();

export function isSeries(event: GoogleEvent): boolean {
  return Boolean(event.recurrence?.length);
}

/** Throws Google's 400 for invalid rules. `event` has its normalized start and end. */
export function checkRecurrence(event: GoogleEvent): void {
  if (!isSeries(event)) return;
  for (const line of event.recurrence ?? []) {
    if (!/^(RRULE:|RDATE[;:]|EXDATE[;:])/.test(line) || /FREQ=(SECOND|MINUTE|HOUR)LY|COUNT=0*(;|$)/.test(line))
      refuse();
    if (/COUNT=/.test(line) && /UNTIL=/.test(line)) refuse();
  }
  if (!event.recurrence?.some((line) => !line.startsWith('EXDATE'))) refuse();
  const startMs = timeOf(event.start, 'UTC');
  try {
    occurrences(event, { fromMs: startMs - 1, toMs: startMs + 1 });
  } catch {
    // Unlike the library, Google doesn't say what is wrong.
    refuse();
  }
}

/** Throws Google's 400 for a series without a named zone: an offset does not determine daylight saving time. */
export function requireZone({ recurrence, start }: GoogleEvent): void {
  if (recurrence?.length && start?.dateTime && !start.timeZone)
    throw required('Missing time zone definition for start time.');
}

/** Returns a series' occurrences in the window or at its edge, by start; callers handle cancelled and moved ones. */
export function occurrences(event: GoogleEvent, { fromMs, toMs }: Window): Occurrence[] {
  const series = readSeries(event);
  // All-day series are expanded in UTC, which can be up to a day off from the calendar's zone.
  const slackMs = series.isAllDay ? dayMs : 0;
  const [from, to] = [fromMs - series.durationMs - slackMs, toMs + slackMs];
  const counted = series.rules.flatMap((rule) =>
    rule.between(new Date(from), new Date(to), true).map(({ epochMilliseconds }) => epochMilliseconds),
  );
  const starts = new Set([...counted, ...series.addedMs.filter((ms) => ms >= from && ms <= to)]);
  return [...starts]
    .filter((ms) => !series.excludedMs.has(ms))
    .toSorted((a, b) => a - b)
    .map((ms) => occurrenceAt(ms, series));
}

/** Returns the occurrence with this key; undefined if the rules do not produce it. */
export function occurrenceOf(event: GoogleEvent, key: string): Occurrence | undefined {
  const ms = Date.parse(key.replace(/^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})Z)?$/, toIso));
  if (Number.isNaN(ms)) return undefined;
  return occurrences(event, { fromMs: ms - 1, toMs: ms + 1 }).find((occurrence) => occurrence.key === key);
}

function toIso(_key: string, year: string, month: string, day: string, hour = '00', minute = '00', second = '00') {
  return `${year}-${month}-${day}T${hour}:${minute}:${second}Z`;
}

function occurrenceAt(ms: number, { isAllDay, zone, durationMs }: Series): Occurrence {
  const iso = new Date(ms).toISOString();
  if (isAllDay) {
    const end = new Date(ms + durationMs).toISOString().slice(0, 10);
    return { key: iso.slice(0, 10).replaceAll('-', ''), start: { date: iso.slice(0, 10) }, end: { date: end } };
  }
  const shown = (at: number): EventDateTime => ({ dateTime: formatInZone(at, zone), timeZone: zone });
  return { key: `${iso.slice(0, 19).replaceAll(/[-:]/g, '')}Z`, start: shown(ms), end: shown(ms + durationMs) };
}

function readSeries(event: GoogleEvent): Series {
  const read = known.get(event) ?? parseSeries(event);
  known.set(event, read);
  return read;
}

function parseSeries({ start, end, recurrence }: GoogleEvent): Series {
  const isAllDay = Boolean(start?.date);
  const zone = isAllDay ? 'UTC' : (start?.timeZone ?? 'UTC');
  const startMs = timeOf(start, 'UTC');
  const lines = recurrence ?? [];
  const local = formatInZone(startMs, zone).slice(0, 19).replaceAll(/[-:]/g, '');
  const dates = (name: string): number[] =>
    lines.filter((line) => line.startsWith(name)).flatMap((line) => readDates(line, zone));
  const rules = lines
    .filter((line) => line.startsWith('RRULE:'))
    .map((line) => new RRuleTemporal({ rruleString: `DTSTART;TZID=${zone}:${local}\n${line}`, includeDtstart: true }));
  return {
    isAllDay,
    zone,
    durationMs: timeOf(end, 'UTC') - startMs,
    rules,
    addedMs: [...(rules.length === 0 ? [startMs] : []), ...dates('RDATE')],
    excludedMs: new Set(dates('EXDATE')),
  };
}

/**
 * Parses the dates of a line to epoch ms: `EXDATE;TZID=Europe/Amsterdam:20261123T100000,...`,
 * `EXDATE:20261123T090000Z`, `EXDATE;VALUE=DATE:20261123`.
 */
function readDates(line: string, zone: string): number[] {
  const [head = '', values = ''] = line.split(':');
  const named = /TZID=([^;]+)/.exec(head)?.[1] ?? zone;
  return values.split(',').map((value) => {
    const [, day = '', clock = 'T000000', utc] = /^(\d{8})(T\d{6})?(Z)?$/.exec(value) ?? [];
    const wallClock = `${day}${clock}`.replace(/^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})$/, '$1-$2-$3T$4:$5:$6');
    const ms = wallClockToMs(wallClock, utc === undefined ? named : 'UTC');
    if (Number.isNaN(ms)) refuse();
    return ms;
  });
}

function refuse(): never {
  throw invalid('Invalid recurrence rule.');
}
