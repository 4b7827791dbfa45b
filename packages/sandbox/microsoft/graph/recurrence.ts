import type { DayOfWeek, PatternedRecurrence, RecurrencePattern } from '@microsoft/microsoft-graph-types';
import { RRuleTemporal } from 'rrule-temporal';
import { ianaZone } from '#sandbox/microsoft/graph/time.ts';
import type { ZonedTime } from '#sandbox/microsoft/state.ts';

const days: Record<DayOfWeek, string> = {
  sunday: 'SU',
  monday: 'MO',
  tuesday: 'TU',
  wednesday: 'WE',
  thursday: 'TH',
  friday: 'FR',
  saturday: 'SA',
};
const positions: Record<string, number> = { first: 1, second: 2, third: 3, fourth: 4, last: -1 };

/**
 * Returns the starts of a pattern from `fromMs` to `toMs`, both inclusive, in epoch ms. They follow the local time of
 * the series' zone, so intervals change by an hour across a DST change.
 */
export function patternStarts(
  { start, recurrence }: { start: ZonedTime; recurrence: PatternedRecurrence },
  fromMs: number,
  toMs: number,
): number[] {
  const rule = new RRuleTemporal({ rruleString: toRRule(start, recurrence) });
  return rule.between(new Date(fromMs), new Date(toMs), true).map(({ epochMilliseconds }) => epochMilliseconds);
}

/** Returns whether the pattern has an occurrence at exactly this moment. */
export function isPatternStart(series: { start: ZonedTime; recurrence: PatternedRecurrence }, ms: number): boolean {
  return patternStarts(series, ms, ms).includes(ms);
}

function toRRule(start: ZonedTime, { pattern, range }: PatternedRecurrence): string {
  const zone = ianaZone(range?.recurrenceTimeZone || start.zone) ?? 'UTC';
  const compact = (local: string): string => local.replaceAll(/[-:]/g, '');
  const parts = [
    ...frequency(pattern ?? {}),
    `INTERVAL=${pattern?.interval ?? 1}`,
    ...(range?.type === 'numbered' ? [`COUNT=${range.numberOfOccurrences ?? 1}`] : []),
    ...(range?.type === 'endDate' && range.endDate ? [`UNTIL=${compact(range.endDate)}`] : []),
  ];
  return `DTSTART;TZID=${zone}:${compact(start.local)}\nRRULE:${parts.join(';')}`;
}

function frequency(pattern: RecurrencePattern): string[] {
  const { daysOfWeek, dayOfMonth, month, firstDayOfWeek } = pattern;
  const byDay = `BYDAY=${(daysOfWeek ?? []).map((day) => days[day]).join(',')}`;
  const position = `BYSETPOS=${positions[pattern.index ?? 'first'] ?? 1}`;
  switch (pattern.type) {
    case 'weekly':
      return ['FREQ=WEEKLY', byDay, `WKST=${days[firstDayOfWeek ?? 'sunday']}`];
    case 'absoluteMonthly':
      return ['FREQ=MONTHLY', ...monthDay(dayOfMonth ?? 1)];
    case 'relativeMonthly':
      return ['FREQ=MONTHLY', byDay, position];
    case 'absoluteYearly':
      return ['FREQ=YEARLY', `BYMONTH=${month ?? 1}`, ...monthDay(dayOfMonth ?? 1)];
    case 'relativeYearly':
      return ['FREQ=YEARLY', `BYMONTH=${month ?? 1}`, byDay, position];
    default:
      return ['FREQ=DAILY'];
  }
}

/**
 * Returns the rule for a day of the month. In a month too short for it, Outlook takes the last day; iCalendar would
 * skip the month.
 */
function monthDay(day: number): string[] {
  if (day <= 28) return [`BYMONTHDAY=${day}`];
  const candidates = Array.from({ length: day - 27 }, (_, index) => 28 + index);
  return [`BYMONTHDAY=${candidates.join(',')}`, 'BYSETPOS=-1'];
}
