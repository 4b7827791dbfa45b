import { isNear, monthsAllowed, type ValueSource, WORDED_SHARES, worthsOf } from './foreign-value.ts';
import { foldText } from './locale-words.ts';
import { type Figure, readDays, readValues } from './text-values.ts';

export type Contradicted = 'figure' | 'day' | 'month';

/** Smaller counts may be in words even where others are in digits. */
const LEAST_COUNT = 13;
/** Units that aren't compared: they convert into one another, and days can be derived from dates. */
const TIMES = new Set(['month', 'week', 'day', 'hour', 'minute']);

/**
 * Returns the kind of the first value that contradicts the quotes, null if none does: same unit and subject (`24 sites`
 * for `42 sites`), another day of the same month, or a date in a month the source lacks. Compares only what quotes
 * always write in digits; values in words, or derived from two others, are left to the judge.
 */
export function findContradictedValue(
  text: string,
  { quoted, around, isInTable, thisYear }: ValueSource,
): Contradicted | null {
  const said = readValues(text);
  const known = readValues(quoted);
  const lent = readValues(around);
  const digits = new Set((foldText(`${quoted} | ${around}`).match(/\d+/g) ?? []).map(Number));
  const figures = [...known.figures, ...lent.figures];
  const worths = [
    ...figures.flatMap(({ readings, years }) => [...readings.map(({ value }) => value), ...years]),
    thisYear,
  ];

  for (const figure of said.figures) {
    const { units, counts, readings, isName, years } = figure;
    const value = readings[0]?.value ?? 0;
    if (isName || years.length > 0 || readings.length !== 1 || known.loose.hasMagnitude || digits.has(value)) continue;
    if ([...units].some((unit) => TIMES.has(unit)) || (units.has('percent') && WORDED_SHARES.has(value))) continue;
    if (units.size === 0 && (counts === '' || value < LEAST_COUNT)) continue;
    const inPlace = known.figures.filter((one) => one.years.length === 0 && isAlike(one, figure));
    const isLoose =
      units.size === 0 ? isCountedLoosely(counts) : [...units].some((unit) => known.loose.units.has(unit));
    const leeway = units.has('year') ? 2 : 1e-9 * value;
    const follows = worths.some((one) =>
      worths.some(
        (other) => Math.abs(Math.abs(one - other) - value) <= leeway || Math.abs(one + other - value) <= leeway,
      ),
    );
    const isStated = figures.some((one) =>
      worthsOf(one, known, isInTable).some((other) =>
        worthsOf(figure, said, false).some((worth) => isNear(worth, other.value)),
      ),
    );
    if (inPlace.length > 0 && !isLoose && !follows && !isStated) return 'figure';
  }

  const dates = readDays(quoted);
  const months = monthsAllowed(known, lent);
  for (const { month, day, isSure } of readDays(text)) {
    if (!isSure || day === null) continue;
    const same = dates.filter((one) => one.month === month);
    if (!months.has(month) && dates.some((one) => one.isSure && one.day !== null)) return 'month';
    if (same.length > 0 && same.every((one) => one.isSure && one.day !== null) && !digits.has(day)) return 'day';
  }
  return null;

  /** Returns whether the quotes also mention the counted thing without a figure before it. */
  function isCountedLoosely(word: string): boolean {
    const named = foldText(quoted).toLowerCase().split(word).length - 1;
    return named > known.figures.filter(({ counts }) => counts === word).length;
  }
}

function isAlike({ units, counts }: Figure, figure: Figure): boolean {
  if (figure.units.size === 0) return units.size === 0 && counts === figure.counts;
  return !units.isDisjointFrom(figure.units);
}
