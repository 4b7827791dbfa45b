import { type FigureWord, figureWords, foldText, magnitude, monthNames, otherYears } from './locale-words.ts';

/** A figure and everything that it may be worth: `1.200` is 1200 or 1.2. */
export type Figure = {
  /** `step` is one unit of the last significant digit: 0.1 of 64.5, a million of `2 million`. */
  readings: readonly { value: number; step: number }[];
  /** What it is measured in, as far as that is known: `percent`, `kilometer`, every currency that `$` may be. */
  units: ReadonlySet<string>;
  /** Has no word that multiplies it, so that a table's header or the figure beside it may supply one. */
  isBare: boolean;
  /** The years that it may stand for; empty where it is no year. */
  years: readonly number[];
  /** Stands before a short form that may multiply it: `12 TEUR`. */
  mayScale: boolean;
  /** Part of a name (`A320`, `5G`) or of a date. */
  isPart: boolean;
};

/** A date that may be read in several ways: `04/05/2026`. */
export type DateMention = {
  options: readonly { year: number | null; month: number; day: number | null }[];
  /** False where it may be no date at all: `may`, or a month in an unknown form. */
  isSure: boolean;
};

export type Values = {
  figures: readonly Figure[];
  dates: readonly DateMention[];
  /** The powers of ten that its figures are multiplied by. */
  powers: ReadonlySet<number>;
  /** Has a magnitude without a figure in digits: `three million`, `in thousands`. */
  hasLooseMagnitude: boolean;
  /** Has such a unit without a figure in digits: `forty percent`. */
  looseUnits: ReadonlySet<string>;
};

const FIGURE = /(?<!\d)\d{1,3}(?: \d{3}(?!\d))+(?:[.,]\d+)?|\d+(?:[.,'’]\d+)*/g;
/** What may stand between the parts of a date: `1er mai`, `1 de mayo de 2023`, `May 1st, 2023`. */
const GAP = String.raw`[^\p{L}\d|]{0,3}(?:\p{L}{1,3}[^\p{L}\d|]{1,2}){0,2}`;
const DAY_BEFORE = new RegExp(String.raw`(?<!\d)(\d{1,2})${GAP}$`, 'u');
const DAY_OR_YEAR_BEHIND = new RegExp(String.raw`^${GAP}(?:(\d{1,2})(?!\d))?(?:${GAP}(\d{4})(?!\d))?`, 'u');
const NUMERIC_DATE = /(?<![\d.,])(\d{1,4})(?: ?[-./] ?)(\d{1,2})(?: ?[-./] ?)(\d{2,4})(?!\d)/g;
const HAN_DATE = /(?:(\d{4}|\p{Script=Han}{2}(?:\d{1,3}|元))[年년] ?)(?:(\d{1,2})[月월])?(?: ?(\d{1,2})[日일])?/gu;
const SHORT_FORM = /^ ?(?=\S{0,4}[\p{Lu}\p{Sc}.])\p{L}[\p{L}\p{Sc}]{0,4}\.?(?!\p{L})/u;
const SHORT_FORM_BEFORE = /(?<!\p{L})[\p{Lu}\p{Sc}]{2,5} ?$/u;
const LONGEST_WORD = 24;
const YEARS = { first: 1500, last: 2100 };

/** Reads the figures, units and dates of a text in any language. */
export function readValues(text: string): Values {
  const folded = foldText(text);
  const dates = readDates(folded);
  const [figures, powers, units]: [Figure[], Set<number>, Set<string>] = [[], new Set(), new Set()];
  let [rest, end] = ['', 0];
  for (const { 0: token, index } of folded.matchAll(FIGURE)) {
    if (index < end) continue;
    rest += `${folded.slice(end, index)} `;
    const read = readFigure(folded, token, index);
    end = read.end;
    read.powers.forEach((power) => powers.add(power));
    const isInDate = dates.some(({ from, to }) => index >= from && index < to);
    figures.push({ ...read.figure, isPart: read.figure.isPart || (isInDate && read.figure.years.length === 0) });
  }
  rest += folded.slice(end);
  for (const [word] of rest.matchAll(/%|[\p{L}\p{M}]{3,}/gu)) {
    for (const unit of figureWords().get(word.toLowerCase())?.units ?? []) units.add(unit);
  }
  return {
    figures,
    dates,
    powers,
    hasLooseMagnitude: magnitude().test(rest) || magnitude().test(rest.toLowerCase()),
    looseUnits: units,
  };
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
    // `5 m` may be metres, `12 millennials` no thousands.
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
    if ((!part.figure.isBare || next[0] === next[1]) && Math.max(...part.powers) < Math.max(...powers)) {
      const sums = part.figure.readings.flatMap(({ value, step }) =>
        readings.map((one) => ({ value: one.value + value, step })),
      );
      readings = [...readings, ...sums];
      part.figure.units.forEach((unit) => units.add(unit));
      end = part.end;
    }
  }
  const isYear = isBare && [...units].every((unit) => unit === 'year');
  const isInName = /\p{Script=Latin}[-–]?$/u.test(before) && units.size === 0;
  const isPart = isInName || (isBare && units.size === 0 && /^\p{Script=Latin}/u.test(text.slice(end)));
  const mayScale = isBare && (SHORT_FORM.test(text.slice(end, end + 8)) || SHORT_FORM_BEFORE.test(before));
  return {
    figure: { readings, units, isBare, mayScale, isPart, years: isYear ? yearsOf(token, before) : [] },
    end,
    powers,
  };
}

type Found<T> = { value: T; end: number; isSure: boolean };

/** The word behind a figure, also behind a short one where the figure has a magnitude: `millones de euros`. */
function wordAt(text: string, from: number, powers: readonly number[]): Found<FigureWord> | null {
  const gap = /^[ \-–([]{0,2}/.exec(text.slice(from, from + 2))?.[0].length ?? 0;
  const found = longestAt(figureWords(), text, from + gap);
  if (found) return longestAt(monthNames(), text, from + gap)?.isSure ? null : found;
  const short = powers.includes(0) ? null : /^ \p{L}{1,3}['’ ]/u.exec(text.slice(from, from + 6));
  const behind = short && longestAt(figureWords(), text, from + short[0].length);
  return behind && [...behind.value.units].some(isCurrency) ? behind : null;
}

/** The longest entry at a position that is a word of its own; of a word in an unknown form, one that it begins with and is up to two letters shorter than. */
function longestAt<T>(words: ReadonlyMap<string, T>, text: string, from: number): Found<T> | null {
  const ahead = text.slice(from, from + LONGEST_WORD);
  for (let length = ahead.length; length > 0; length -= 1) {
    const value = words.get(ahead.slice(0, length)) ?? words.get(ahead.slice(0, length).toLowerCase());
    const isSure = length > 1 || !/\p{Script=Latin}/u.test(ahead[0] ?? '');
    if (value !== undefined && isWordEnd(ahead, length))
      return { value, end: from + length + (ahead[length] === '.' ? 1 : 0), isSure };
  }
  const inflected = /^\p{L}+/u.exec(ahead)?.[0].toLowerCase() ?? '';
  for (let length = inflected.length - 1; length > Math.max(3, inflected.length - 5); length -= 1) {
    const value = words.get(inflected.slice(0, length));
    if (value !== undefined) return { value, end: from + inflected.length, isSure: false };
  }
  return null;
}

function isWordEnd(text: string, at: number): boolean {
  return (
    !/^[\p{L}\p{M}\d]/u.test(text.slice(at)) ||
    /[\p{Script=Han}\p{Script=Hangul}\p{Script=Katakana}\p{Script=Thai}%]$/u.test(text.slice(0, at))
  );
}

/** The unit that stands before a figure: `EUR 5`, `US$5`, `%5`. */
function unitsBefore(text: string): Set<string> {
  const sign = /(\p{Sc}|%|(?<!\p{L})\p{L}{2,4})\.? ?$/u.exec(text)?.[1] ?? '';
  return new Set([...(figureWords().get(sign)?.units ?? [])].filter((unit) => unit === 'percent' || isCurrency(unit)));
}

function isCurrency(unit: string): boolean {
  return /^[A-Z]{3}$/.test(unit);
}

/** What digits with separators may mean, however thousands and decimals are separated. */
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

/** Groups of three, or as in India of two with three at the end. */
function isGrouped(groups: readonly string[]): boolean {
  const [first = '', ...others] = groups.map(({ length }) => length).map(String);
  return Number(first) <= 3 && /^(?:(?:3)*|(?:2)*3)$/.test(others.join(''));
}

function mantissa(whole: string, fraction: string): { value: number; step: number } {
  const zeros = /0*$/.exec(whole)?.[0].length ?? 0;
  return { value: Number(`${whole}.${fraction}0`), step: 10 ** (fraction === '' ? zeros : -fraction.length) };
}

function yearsOf(token: string, before: string): number[] {
  const era = /\p{Script=Han}{2}$/u.exec(before)?.[0] ?? '';
  const year = /^\d{4}$/.test(token) ? Number(token) : 0;
  const ours = year >= YEARS.first && year <= YEARS.last ? [year] : [];
  return [...ours, ...(otherYears().get(token) ?? []), ...(otherYears().get(`${era}${token}`) ?? [])];
}

type Span = { from: number; to: number };

function readDates(text: string): (DateMention & Span)[] {
  const dates: (DateMention & Span)[] = [];
  let last = 0;
  for (const { 0: all, 1: first = '', 2: second = '', 3: third = '', index } of text.matchAll(NUMERIC_DATE)) {
    const [a, b, c] = [Number(first), Number(second), Number(third)];
    const year = third.length === 4 ? c : c + (c < 50 ? 2000 : 1900);
    const either = [
      { year, month: b, day: a },
      { year, month: a, day: b },
    ];
    const options = first.length === 4 ? [{ year: a, month: b, day: c }] : either;
    dates.push({ options: options.filter(isDate), isSure: true, from: index, to: index + all.length });
  }
  for (const { 0: all, 1: said = '', 2: month, 3: day, index } of text.matchAll(HAN_DATE)) {
    const [, era = '', digits = ''] = /^(\D*)(\d+)$/.exec(said) ?? [];
    const years = said === '' ? [null] : yearsOf(digits, era);
    const options = years.map((year) => ({ year, month: Number(month ?? 0), day: day ? Number(day) : null }));
    dates.push({ options: options.filter(isDate), isSure: true, from: index, to: index + all.length });
  }
  for (const { index } of text.matchAll(/(?<![\p{L}\p{M}])\p{L}[\p{L}\p{M}]/gu)) {
    const found = longestAt(monthNames(), text, index);
    if (!found || index < last) continue;
    const end = found.end;
    last = end;
    const ahead = DAY_OR_YEAR_BEHIND.exec(text.slice(end, end + 24));
    const before = DAY_BEFORE.exec(text.slice(Math.max(0, index - 14), index));
    const [day, year] = [before?.[1] ?? ahead?.[1], ahead?.[2]];
    const years = year ? yearsOf(year, '') : [null];
    const options = years.flatMap((one) =>
      [...found.value].map((month) => ({ year: one, month, day: day ? Number(day) : null })),
    );
    const isSure = found.isSure && year !== undefined && (end - index > 3 || day !== undefined);
    dates.push({
      options,
      isSure,
      from: index - (before?.[0].length ?? 0),
      to: isSure ? end + (ahead?.[0].length ?? 0) : end,
    });
  }
  return dates.filter(({ options }) => options.length > 0);
}

function isDate({ month, day }: { month: number; day: number | null }): boolean {
  return month >= 1 && month <= 12 && (day === null || (day >= 1 && day <= 31));
}
