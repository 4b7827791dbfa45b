import { type Figure, isCurrency, readValues, type Values } from './text-values.ts';

/** The source that text is checked against. */
export type ValueSource = {
  /** The quotes with their context. */
  quoted: string;
  /** Text that may contain a figure without stating it: the pages' names, URLs and dates. */
  around: string;
  /** The pages' publication dates, where known. */
  dates: readonly (string | null)[];
  isInTable: boolean;
  thisYear: number;
};

/** Shares often written in words: a quarter, half, double. */
export const WORDED_SHARES = new Set([10, 20, 25, 30, 33, 40, 50, 60, 66, 67, 70, 75, 80, 90, 100, 200, 300]);
const POWERS = new Set([2, 3, 4, 5, 6, 7, 8, 9, 12]);

/**
 * Returns the kind of the first value that the text states but its source doesn't; null if the judge must decide. A
 * figure counts against the text only if it is normally written in digits and the source has others of its kind in
 * digits: many values are written in words.
 */
export function findForeignValue(
  text: string,
  { quoted: words, around: others, dates, isInTable, thisYear }: ValueSource,
): 'figure' | 'unit' | 'year' | 'month' | null {
  const said = readValues(text);
  if (said.figures.length + said.months.sure.size === 0) return null;
  const quoted = readValues(words);
  const around = readValues(others);
  const known = [...quoted.figures, ...around.figures];
  const years = yearsAllowed(known, dates, thisYear);
  for (const figure of said.figures) {
    if (figure.isName) continue;
    const worths = worthsOf(figure, said, false);
    const same = known.filter((one) =>
      worthsOf(one, quoted, isInTable).some((other) => worths.some((worth) => isNear(worth, other.value))),
    );
    if (same.length > 0) {
      if (figure.years.length === 0 && same.every((one) => hasOtherUnit(one, figure, quoted))) return 'unit';
    } else if (figure.years.length > 0) {
      const isAllowed = figure.years.some((year) => years.has(year) || years.has(year % 100));
      if (!isAllowed && quoted.figures.some((one) => one.years.length > 0)) return 'year';
    } else if (isCertain(figure) && hasOthers(figure, quoted)) return 'figure';
  }
  const months = monthsAllowed(quoted, around);
  const isForeign = quoted.months.sure.size > 0 && [...said.months.sure].some((month) => !months.has(month));
  return isForeign ? 'month' : null;
}

/**
 * Returns the months the text may mention: those in the quotes, and those in `around` with their neighbours, as pages
 * may say `last month`.
 */
export function monthsAllowed(quoted: Values, around: Values): ReadonlySet<number> {
  const near = [...around.months.any].flatMap((month) => [month, (month % 12) + 1, ((month + 10) % 12) + 1]);
  return new Set([...quoted.months.any, ...near]);
}

type Worth = Figure['readings'][number];

/** Returns a figure's possible values. Without a magnitude, it may share that of an adjacent figure or of its table. */
export function worthsOf({ readings, scale }: Figure, { powers, loose }: Values, isInTable: boolean): Worth[] {
  const mayBeAny = scale === 'any' || (scale === 'shared' && (isInTable || loose.hasMagnitude));
  const times = scale === 'fixed' ? [0] : [0, ...(mayBeAny ? POWERS : powers)];
  return readings.flatMap(({ value, step }) =>
    times.map((power) => ({ value: value * 10 ** power, step: step * 10 ** power })),
  );
}

/** Returns whether two values differ by less than the first's rounding step and half its size: `over 140` for 148.7. */
export function isNear({ value, step }: Worth, other: number): boolean {
  const difference = Math.abs(value - other);
  return difference <= other * 1e-9 || difference < Math.min(step, value / 2);
}

function hasOtherUnit({ units }: Figure, figure: Figure, { loose }: Values): boolean {
  const isShared = (unit: string) => units.has(unit) || loose.units.has(unit);
  return units.size > 0 && figure.units.size > 0 && ![...figure.units].some(isShared);
}

/**
 * Returns whether a figure is expected to be in digits. Small and round figures are often written in words, and ages
 * are derived from years.
 */
function isCertain({ readings, units }: Figure): boolean {
  if (units.has('year')) return false;
  return readings.every(({ value, step }) => {
    if (units.has('percent')) return !WORDED_SHARES.has(value);
    if ([...units].some(isCurrency)) return value >= 13;
    return value >= 1_000 || !Number.isInteger(value) || Math.round(value / step) >= 100;
  });
}

/** Returns whether the quotes have figures of this kind in digits, so that one in words is unlikely. */
function hasOthers({ units, readings }: Figure, { figures, loose }: Values): boolean {
  const isPercent = units.has('percent');
  const isSmall = readings.every(({ value }) => value < 1_000);
  if (isSmall && [...units].some((unit) => loose.units.has(unit))) return false;
  if (loose.hasMagnitude && !isPercent) return false;
  return figures.some((one) => !one.isName && one.years.length === 0 && one.units.has('percent') === isPercent);
}

/**
 * Returns the years the quotes state, in four or two digits (`24/25`), or may imply: `last year` on a dated page,
 * `25 years ago`.
 */
function yearsAllowed(known: readonly Figure[], dates: ValueSource['dates'], thisYear: number): ReadonlySet<number> {
  const published = dates.flatMap((date) => date?.match(/\d{4}/g) ?? []).map(Number);
  const worths = known
    .filter(({ scale }) => scale !== 'fixed')
    .map(({ units, readings }) => ({ units, value: readings[0]?.value ?? 0 }));
  const ages = worths.filter(({ units }) => units.has('year')).map(({ value }) => value);
  const near = [...published, ...[...published, thisYear].flatMap((year) => ages.map((age) => year - age))];
  return new Set([
    ...known.flatMap((figure) => figure.years),
    ...worths.flatMap(({ units, value }) => (units.size === 0 && value < 100 ? [value] : [])),
    ...near.flatMap((year) => [year - 2, year - 1, year, year + 1]),
  ]);
}
