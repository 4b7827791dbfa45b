import { type FigureWord, figureWords, foldText, magnitude, monthNames, otherYears } from './locale-words.ts';

/** A figure with all its readings: `1.200` is 1200 or 1.2. */
export type Figure = {
  /** `step` is one unit of the last significant digit: 0.1 for 64.5, a million for `2 million`. */
  readings: readonly { value: number; step: number }[];
  /** Its possible units: `percent`, `kilometer`, every currency `$` may be. */
  units: ReadonlySet<string>;
  /**
   * `fixed`: a word multiplies it. `shared`: it may take a magnitude from the surrounding text. `any`: an adjacent
   * abbreviation can stand for any magnitude, as in `12 TEUR`.
   */
  scale: 'fixed' | 'shared' | 'any';
  /** The years it may mean; empty if it is not a year. */
  years: readonly number[];
  /** Part of a name: `A320`, `5G`. */
  isName: boolean;
  /** The word after it and its magnitude, in lower case, which is usually what it counts; empty if there is none. */
  counts: string;
};

/** A month and the day next to it, if any. `isSure`: it can only be a date. */
export type DayOfMonth = { month: number; day: number | null; isSure: boolean };

export type Values = {
  figures: readonly Figure[];
  /** Powers of ten that multiply its figures. */
  powers: ReadonlySet<number>;
  /** Months it may mention; `sure` excludes ambiguous words and dates such as 04/05. */
  months: { any: ReadonlySet<number>; sure: ReadonlySet<number> };
  /** Values without digits: `three million`, `forty percent`, `in thousands`. */
  loose: { hasMagnitude: boolean; units: ReadonlySet<string> };
};

const FIGURE = /(?<!\d)\d{1,3}(?: \d{3}(?!\d))+(?:[.,]\d+)?|\d+(?:[.,'’]\d+)*/g;
const NUMERIC_DATE = /(?<![\d.,])(\d{1,4}) ?[-./] ?(\d{1,2}) ?[-./] ?\d{2,4}(?!\d)/g;
const HAN_MONTH = /(\d{1,2})[月월]/g;
const SHORT_FORM = /^ ?(?=\S{0,4}[\p{Lu}\p{Sc}.])\p{L}[\p{L}\p{Sc}]{0,4}\.?(?!\p{L})/u;
const SHORT_FORM_BEFORE = /(?<!\p{L})[\p{Lu}\p{Sc}]{2,5} ?$/u;
/** Letters may follow these directly: scripts without word spaces, Hangul (particles attach to words), and "%". */
const UNSPACED = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Katakana}\p{Script=Thai}%]$/u;
const LONGEST_WORD = 24;
const HAN_DAY = /(\d{1,2})[月월](?: ?(\d{1,2})[日일])?/g;
/** Allows the short words and endings of `1 de mayo`, `1st of May`, `1er mai`. */
const DAY_BEFORE = /(?<!\d)(\d{1,2})\.?\p{L}{0,2}(?: \p{L}{1,3})? ?$/u;
const DAY_BEHIND = /^\.? ?(\d{1,2})(?!\d)/;
const COUNTED =
  /^[ -]?(\p{Script=Han}+|\p{Script=Katakana}+|(?![\p{Script=Hiragana}\p{Script=Thai}])\p{L}[\p{L}\p{M}]+)/u;

/** Reads figures, units and months from text in any language. */
export function readValues(text: string): Values {
  const folded = foldText(text);
  const [figures, powers, units]: [Figure[], Set<number>, Set<string>] = [[], new Set(), new Set()];
  let [rest, end] = ['', 0];
  for (const { 0: token, index } of folded.matchAll(FIGURE)) {
    if (index < end) continue;
    rest += `${folded.slice(end, index)} `;
    const read = readFigure(folded, token, index);
    end = read.end;
    read.powers.forEach((power) => powers.add(power));
    figures.push(read.figure);
  }
  rest += folded.slice(end);
  for (const [word] of rest.matchAll(/[\p{L}\p{M}]{3,}/gu)) {
    for (const unit of figureWords().get(word.toLowerCase())?.units ?? []) units.add(unit);
  }
  const hasMagnitude = magnitude().test(rest) || magnitude().test(rest.toLowerCase());
  return { figures, powers, months: readMonths(folded), loose: { hasMagnitude, units } };
}

type ReadFigure = { figure: Figure; end: number; powers: readonly number[] };

function readFigure(text: string, token: string, start: number): ReadFigure {
  const before = text.slice(Math.max(0, start - 8), start);
  const units = unitsBefore(before);
  let [powers, end] = [[0], start + token.length];
  for (let found = wordAt(text, end, powers); found; found = wordAt(text, end, powers)) {
    const { value, isSure } = found;
    end = found.end;
    if (value.powers.size === 0) {
      if (units.size === 0) value.units.forEach((unit) => units.add(unit));
      break;
    }
    // `5 m` may be metres, and `12 millennials` are not thousands.
    const times = isSure && value.units.size === 0 ? [...value.powers] : [0, ...value.powers];
    powers = [...new Set(powers.flatMap((power) => times.map((more) => power + more)))];
  }
  const isBare = powers.includes(0);
  let readings = mantissas(token).flatMap(({ value, step }) =>
    powers.map((power) => ({ value: value * 10 ** power, step: step * 10 ** power })),
  );
  const next = isBare ? null : /^ ?(\d+(?:[.,]\d+)*)/.exec(text.slice(end, end + 16));
  if (next?.[1]) {
    // The parts of one figure: 1億2000万, 2万3,000.
    const part = readFigure(text, next[1], end + next[0].length - next[1].length);
    const isPart = part.figure.scale === 'fixed' || next[0] === next[1];
    if (isPart && Math.max(...part.powers) < Math.max(...powers)) {
      const sums = part.figure.readings.flatMap(({ value, step }) =>
        readings.map((one) => ({ value: one.value + value, step })),
      );
      readings = [...readings, ...sums];
      part.figure.units.forEach((unit) => units.add(unit));
      end = part.end;
    }
  }
  const after = text.slice(end, end + 8);
  const isYear = isBare && [...units].every((unit) => unit === 'year');
  const hasShortForm = SHORT_FORM.test(after) || SHORT_FORM_BEFORE.test(before);
  const figure: Figure = {
    readings,
    units,
    scale: isBare ? (hasShortForm ? 'any' : 'shared') : 'fixed',
    years: isYear ? yearsOf(token, before) : [],
    isName:
      units.size === 0 && (/\p{Script=Latin}[-–]?$/u.test(before) || (isBare && /^\p{Script=Latin}/u.test(after))),
    counts: COUNTED.exec(text.slice(end, end + LONGEST_WORD))?.[1]?.toLowerCase() ?? '',
  };
  return { figure, end, powers };
}

type Found<T> = { value: T; end: number; isSure: boolean };

/** Finds the word after a figure, or after a short word if the figure has a magnitude: `millones de euros`. */
function wordAt(text: string, from: number, powers: readonly number[]): Found<FigureWord> | null {
  const gap = /^[ \-–([]{0,2}/.exec(text.slice(from, from + 2))?.[0].length ?? 0;
  const found = longestAt(figureWords(), text, from + gap);
  if (found) return longestAt(monthNames(), text, from + gap)?.isSure ? null : found;
  const short = powers.includes(0) ? null : /^ \p{L}{1,3}['’ ]/u.exec(text.slice(from, from + 6));
  const behind = short && longestAt(figureWords(), text, from + short[0].length);
  return behind && [...behind.value.units].some(isCurrency) ? behind : null;
}

/** Finds the longest entry that matches a whole word at a position, or the beginning of an inflected one. */
function longestAt<T>(words: ReadonlyMap<string, T>, text: string, from: number): Found<T> | null {
  const ahead = text.slice(from, from + LONGEST_WORD);
  const lower = ahead.toLowerCase();
  for (let length = ahead.length; length > 0; length -= 1) {
    const value = words.get(ahead.slice(0, length)) ?? words.get(lower.slice(0, length));
    if (value === undefined) continue;
    const isWhole = !/^[\p{L}\p{M}\d]/u.test(ahead.slice(length)) || UNSPACED.test(ahead.slice(0, length));
    const isSure = length > 1 || !/^\p{Script=Latin}/u.test(ahead);
    if (isWhole) return { value, end: from + length + (ahead[length] === '.' ? 1 : 0), isSure };
  }
  const inflected = /^\p{L}+/u.exec(lower)?.[0] ?? '';
  for (let length = inflected.length - 1; length > Math.max(3, inflected.length - 5); length -= 1) {
    const value = words.get(inflected.slice(0, length));
    if (value !== undefined) return { value, end: from + inflected.length, isSure: false };
  }
  return null;
}

/** Returns the units that the text before a figure can mean: `EUR 5`, `US$5`, `%5`. */
function unitsBefore(text: string): Set<string> {
  const [, letters = '', sign = '', word = ''] =
    /(?:(?<!\p{L})(\p{L}{0,3})(\p{Sc})|(%|(?<!\p{L})\p{L}{2,4}))\.? ?$/u.exec(text) ?? [];
  const units = [...(figureWords().get(sign || word)?.units ?? [])];
  // Letters before a symbol specify the currency: they start its code (`US$`) or belong to the symbol (`R$`).
  const whose = figureWords().get(`${letters}${sign}`.toLowerCase())?.units ?? new Set<string>();
  const meant = letters === '' ? [] : units.filter((unit) => unit.startsWith(letters.toUpperCase())).concat(...whose);
  return new Set((meant.length > 0 ? meant : units).filter((unit) => unit === 'percent' || isCurrency(unit)));
}

export function isCurrency(unit: string): boolean {
  return /^[A-Z]{3}$/.test(unit);
}

/** Returns the possible values of digits with separators, each of which may group thousands or precede decimals. */
function mantissas(token: string): { value: number; step: number }[] {
  const groups = token.split(/[.,'’ ]/);
  const separators = [...new Set(token.match(/[.,'’ ]/g))];
  const [whole, fraction] = [groups.slice(0, -1), groups.at(-1) ?? ''];
  if (separators.length === 0) return [mantissa(token, '')];
  const read: { value: number; step: number }[] = [];
  if (separators.length === 1 && isGrouped(groups)) read.push(mantissa(groups.join(''), ''));
  const mayBeDecimal = separators.length === 2 ? isGrouped(whole) : groups.length === 2;
  if (mayBeDecimal && /[.,]/.test(token.at(-fraction.length - 1) ?? '')) read.push(mantissa(whole.join(''), fraction));
  return read.length === 0 || separators.includes(' ')
    ? [...read, ...groups.map((group) => mantissa(group, ''))]
    : read;
}

/** Returns whether digits are grouped in threes, or as in India, in twos with a final three. */
function isGrouped([first = '', ...others]: readonly string[]): boolean {
  return first.length <= 3 && /^(?:(?:3)*|(?:2)*3)$/.test(others.map(({ length }) => length).join(''));
}

function mantissa(whole: string, fraction: string): { value: number; step: number } {
  const zeros = /0*$/.exec(whole)?.[0].length ?? 0;
  return { value: Number(`${whole}.${fraction}0`), step: 10 ** (fraction === '' ? zeros : -fraction.length) };
}

function yearsOf(token: string, before: string): number[] {
  const era = /\p{Script=Han}{2}$/u.exec(before)?.[0] ?? '';
  // 31.12.2024 is one token.
  const ours = token.split('.').flatMap((part) => (/^(?:1[5-9]|20)\d\d$/.test(part) ? [Number(part)] : []));
  return [
    ...ours,
    ...(otherYears().get(token) ?? []),
    ...(era === '' ? [] : (otherYears().get(`${era}${token}`) ?? [])),
  ];
}

function readMonths(text: string): Values['months'] {
  const [any, sure] = [new Set<number>(), new Set<number>()];
  const add = (months: readonly number[], isSure: boolean) => {
    const real = months.filter((month) => month >= 1 && month <= 12);
    real.forEach((month) => any.add(month));
    if (isSure && real.length === 1) real.forEach((month) => sure.add(month));
  };
  for (const [, first = '', second] of text.matchAll(NUMERIC_DATE))
    add(first.length === 4 ? [Number(second)] : [Number(first), Number(second)], true);
  for (const [, month] of text.matchAll(HAN_MONTH)) add([Number(month)], true);
  for (const { index } of text.matchAll(/(?<![\p{L}\p{M}])\p{L}[\p{L}\p{M}]/gu)) {
    const found = longestAt(monthNames(), text, index);
    if (!found) continue;
    const isBesideDigits = /\d/.test(text.slice(Math.max(0, index - 6), index) + text.slice(found.end, found.end + 6));
    add([...found.value], found.isSure && isBesideDigits && found.end - index > 3);
  }
  return { any, sure };
}

/**
 * Returns the months the text mentions, each with the adjacent day. All-digit dates are ignored, as their month is
 * ambiguous.
 */
export function readDays(text: string): DayOfMonth[] {
  const folded = foldText(text);
  const days: DayOfMonth[] = [...folded.matchAll(HAN_DAY)].map(([, month, day]) => ({
    month: Number(month),
    day: day === undefined ? null : Number(day),
    isSure: true,
  }));
  for (const { index } of folded.matchAll(/(?<![\p{L}\p{M}])\p{L}[\p{L}\p{M}]/gu)) {
    const found = longestAt(monthNames(), folded, index);
    const [month, ...others] = found?.value ?? [];
    if (!found || month === undefined) continue;
    const before = DAY_BEFORE.exec(folded.slice(Math.max(0, index - 12), index))?.[1];
    const behind = folded.slice(found.end, found.end + 8);
    const day = before ?? DAY_BEHIND.exec(behind)?.[1] ?? null;
    const isLong =
      found.end - index > 3 || (day !== null && /^[., ]*(?:\d{1,2}\p{L}{0,2}[, ]+)?(?:19|20)\d\d/u.test(behind));
    const isSure = found.isSure && others.length === 0 && isLong;
    days.push(...[month, ...others].map((one) => ({ month: one, day: day === null ? null : Number(day), isSure })));
  }
  return days;
}
