const DAY_MS = 86_400_000;
/** How long one of them is, and what of a date such a distance still tells: `2 weeks ago` is no certain day. */
const UNITS = {
  second: { ms: 1_000, tells: { day: 'numeric', month: 'long', year: 'numeric' } },
  minute: { ms: 60_000, tells: { day: 'numeric', month: 'long', year: 'numeric' } },
  hour: { ms: 3_600_000, tells: { day: 'numeric', month: 'long', year: 'numeric' } },
  day: { ms: DAY_MS, tells: { day: 'numeric', month: 'long', year: 'numeric' } },
  week: { ms: 7 * DAY_MS, tells: { month: 'long', year: 'numeric' } },
  month: { ms: 30.4 * DAY_MS, tells: { month: 'long', year: 'numeric' } },
  year: { ms: 365 * DAY_MS, tells: { year: 'numeric' } },
} as const satisfies Record<string, { ms: number; tells: Intl.DateTimeFormatOptions }>;
type Unit = keyof typeof UNITS;

const DISTANCE =
  /^(?:about |over |almost |nearly )?(?<count>\d+|an?|one)\s*(?:(?<second>s(?:ec(?:ond)?s?)?)|(?<minute>min(?:ute)?s?)|(?<hour>h(?:(?:ou)?rs?)?)|(?<day>d(?:ays?)?)|(?<week>w(?:(?:ee)?ks?)?)|(?<month>mo(?:nth)?s?)|(?<year>y(?:(?:ea)?rs?)?))\.? ago$/i;

/**
 * When a page was published, in words that stay true: the vendor writes a date (`November 3, 2026`) or a distance (`3 days ago`, `2 weeks ago`), which is
 * wrong as soon as a dossier is read on another day.
 *
 * @param age What the vendor says.
 * @param readAt When it said so.
 * @returns `November 3, 2026`, `November 2026` or `2026` (UTC), as exact as what was said; null when nothing was, or in words that give no date
 */
export function pageDate(age: string | null, readAt: Date): string | null {
  const said = (age ?? '').trim();
  const distance = distanceIn(said);
  if (distance) {
    const at = new Date(readAt.getTime() - distance.count * UNITS[distance.unit].ms);
    return at.toLocaleDateString('en-US', { ...UNITS[distance.unit].tells, timeZone: 'UTC' });
  }
  const isDate = /\b(?:19|20)\d{2}\b/.test(said) && !/\bago\b/i.test(said) && !Number.isNaN(Date.parse(said));
  return isDate ? said : null;
}

/** By the date of a page, of a month or a year by its beginning; null where there is none. */
export function ageInDays(date: string | null, now: Date): number | null {
  const at = Date.parse(date ?? '');
  return Number.isNaN(at) ? null : (now.getTime() - at) / DAY_MS;
}

function distanceIn(said: string): { count: number; unit: Unit } | null {
  if (/^(?:today|just now)$/i.test(said)) return { count: 0, unit: 'day' };
  if (/^yesterday$/i.test(said)) return { count: 1, unit: 'day' };
  const groups = DISTANCE.exec(said)?.groups ?? {};
  const unit = UNIT_NAMES.find((name) => groups[name] !== undefined);
  return unit ? { count: Number(groups['count']) || 1, unit } : null;
}

const UNIT_NAMES = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year'] as const satisfies readonly Unit[];
