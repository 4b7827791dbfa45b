const DAY_MS = 86_400_000;
const UNIT_NAMES = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year'] as const;
/** Each unit's length, and the format of the dates it yields: `2 weeks ago` does not determine the day. */
const UNITS = {
  second: { ms: 1_000, format: { day: 'numeric', month: 'long', year: 'numeric' } },
  minute: { ms: 60_000, format: { day: 'numeric', month: 'long', year: 'numeric' } },
  hour: { ms: 3_600_000, format: { day: 'numeric', month: 'long', year: 'numeric' } },
  day: { ms: DAY_MS, format: { day: 'numeric', month: 'long', year: 'numeric' } },
  week: { ms: 7 * DAY_MS, format: { month: 'long', year: 'numeric' } },
  month: { ms: 30.4 * DAY_MS, format: { month: 'long', year: 'numeric' } },
  year: { ms: 365 * DAY_MS, format: { year: 'numeric' } },
} as const satisfies Record<(typeof UNIT_NAMES)[number], { ms: number; format: Intl.DateTimeFormatOptions }>;

/** The largest count in page ages: `45 minutes ago`, `11 months ago`. */
const MOST = 99;

/** Relative ages as Intl writes them (`3 days ago`, `3d ago`, `yesterday`), without spaces or full stops. */
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
 * Returns a page's publication date. The vendor gives a date (`November 3, 2026`) or an age (`3 days ago`), which would
 * be wrong by the time a dossier is read.
 *
 * @param age As given by the vendor.
 * @param readAt When it was given.
 * @returns a given date unchanged; for an age, `November 3, 2026`, `November 2026` or `2026` (UTC), as precise as the
 *   age; null without either
 */
export function pageDate(age: string | null, readAt: Date): string | null {
  const said = (age ?? '').trim();
  const distance = DISTANCES.get(keyOf(said));
  if (distance) {
    const at = new Date(readAt.getTime() - distance.count * UNITS[distance.unit].ms);
    return at.toLocaleDateString('en-US', { ...UNITS[distance.unit].format, timeZone: 'UTC' });
  }
  const isDate = /\b(?:19|20)\d{2}\b/.test(said) && !Number.isNaN(Date.parse(said));
  return isDate ? said : null;
}

/** Returns a page's age in days by its date; a month or year counts from its start. Null without a date. */
export function ageInDays(date: string | null, now: Date): number | null {
  const at = Date.parse(date ?? '');
  return Number.isNaN(at) ? null : (now.getTime() - at) / DAY_MS;
}

function keyOf(distance: string): string {
  return distance.toLowerCase().replaceAll(/[\s.]/g, '');
}
