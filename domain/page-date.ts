const DAY_MS = 86_400_000;
const UNIT_NAMES = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year'] as const;
/** How long one of them is, and what of a date such a distance still tells: `2 weeks ago` is no certain day. */
const UNITS = {
  second: { ms: 1_000, tells: { day: 'numeric', month: 'long', year: 'numeric' } },
  minute: { ms: 60_000, tells: { day: 'numeric', month: 'long', year: 'numeric' } },
  hour: { ms: 3_600_000, tells: { day: 'numeric', month: 'long', year: 'numeric' } },
  day: { ms: DAY_MS, tells: { day: 'numeric', month: 'long', year: 'numeric' } },
  week: { ms: 7 * DAY_MS, tells: { month: 'long', year: 'numeric' } },
  month: { ms: 30.4 * DAY_MS, tells: { month: 'long', year: 'numeric' } },
  year: { ms: 365 * DAY_MS, tells: { year: 'numeric' } },
} as const satisfies Record<(typeof UNIT_NAMES)[number], { ms: number; tells: Intl.DateTimeFormatOptions }>;

/** The largest count that pages are dated with: `45 minutes ago`, `11 months ago`. */
const MOST = 99;

/** Distances as Intl writes them (`3 days ago`, `3d ago`, `yesterday`), without what stands between letters. */
const DISTANCES = new Map(
  (['long', 'short', 'narrow'] as const).flatMap((style) =>
    (['always', 'auto'] as const).flatMap((numeric) => {
      const format = new Intl.RelativeTimeFormat('en', { style, numeric });
      return UNIT_NAMES.flatMap((unit) =>
        Array.from({ length: MOST + 1 }, (_, count) => [keyOf(format.format(-count, unit)), { count, unit }] as const),
      );
    }),
  ),
);

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
  const distance = DISTANCES.get(keyOf(said));
  if (distance) {
    const at = new Date(readAt.getTime() - distance.count * UNITS[distance.unit].ms);
    return at.toLocaleDateString('en-US', { ...UNITS[distance.unit].tells, timeZone: 'UTC' });
  }
  const isDate = /\b(?:19|20)\d{2}\b/.test(said) && !Number.isNaN(Date.parse(said));
  return isDate ? said : null;
}

/** By the date of a page, of a month or a year by its beginning; null where there is none. */
export function ageInDays(date: string | null, now: Date): number | null {
  const at = Date.parse(date ?? '');
  return Number.isNaN(at) ? null : (now.getTime() - at) / DAY_MS;
}

function keyOf(distance: string): string {
  return distance.toLowerCase().replaceAll(/[\s.]/g, '');
}
