import { parse } from 'tldts';
import type { Finding, Quote } from '#workers/research/finding.ts';
import type { Cast, Statement } from '#workers/research/statement.ts';
import { type DateMention, type Figure, readValues, type Values } from './values.ts';

export type VetoCode =
  | 'no_finding'
  | 'unknown_finding'
  | 'private_finding'
  | 'blank'
  | 'too_long'
  | 'invisible_characters'
  | 'markup'
  | 'link'
  | 'mail_address'
  | 'figure_not_in_quotes'
  | 'unit_not_in_quotes'
  | 'year_not_in_quotes'
  | 'date_not_in_quotes';

const MAX_CHARACTERS = 600;
const MAIL_ADDRESS = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;
const LINK = /[a-z][a-z0-9+.-]*:\/\/|\bwww\.|\b(?:mailto|javascript|data):|[\p{L}\p{N}-]{2,}\.\p{L}{2,}\/\S/iu;
const HOST = /(?<![\p{L}\p{N}@._-])(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?![\p{L}\p{N}])/gu;
const MARKUP = /<\/?[a-z!]|\]\(|!\[|\[\d+\]|```|\*\*/iu;
/** Joiners are letters' spelling in some scripts; in others they only hide something. */
const INVISIBLE =
  /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|(?<![\p{Script=Arabic}\p{Script=Devanagari}\p{M}])[\u200c\u200d]/u;
/** Shares that are as often written in words: a quarter, half, double. */
const WORDED_SHARES = new Set([10, 20, 25, 30, 33, 40, 50, 60, 66, 67, 70, 75, 80, 90, 100, 200, 300]);
const POWERS = new Set([2, 3, 4, 5, 6, 7, 8, 9, 12]);

/**
 * Why a statement cannot stand, judged by what is exact; null where a reader has to decide. A figure counts against it only where it was read with
 * certainty and its quotes have other ones: many values are written in words.
 */
export function vetoStatement(
  statement: Statement,
  findings: ReadonlyMap<string, Finding>,
  cast: Cast,
  today: string,
): VetoCode | null {
  const named = statement.findingIds.map((id) => findings.get(id));
  const found = named.filter((finding) => finding !== undefined);
  if (named.length === 0) return 'no_finding';
  if (found.length < named.length) return 'unknown_finding';
  const isFact = statement.kind === 'fact' || statement.kind === 'title';
  if (isFact && found.some(({ kind }) => kind !== 'page')) return 'private_finding';
  const quotes = found.flatMap((finding) => finding.quotes);
  const names = cast.companies.flatMap(({ domain, names }) => [domain, ...names]);
  return (
    vetoText(statement.text, cast, [...names, ...quotes.flatMap(wordsOf)]) ??
    vetoValues(statement.text, quotes, names, today)
  );
}

function wordsOf({ text, before, after, heading, tableHeader, title }: Quote): string[] {
  return [text, before, after, heading ?? '', tableHeader ?? '', title];
}

/** Text that mail clients neither link nor render, with no hidden characters and nobody else's address. */
function vetoText(text: string, { guests }: Cast, known: readonly string[]): VetoCode | null {
  const plain = text.normalize('NFKC');
  if (plain.trim() === '') return 'blank';
  if (plain.length > MAX_CHARACTERS) return 'too_long';
  if (INVISIBLE.test(plain)) return 'invisible_characters';
  if (LINK.test(plain)) return 'link';
  if (MARKUP.test(plain)) return 'markup';
  const addresses = plain.match(MAIL_ADDRESS) ?? [];
  if (addresses.some((address) => !guests.some(({ email }) => email.toLowerCase() === address.toLowerCase())))
    return 'mail_address';
  const hosts = plain.replaceAll(MAIL_ADDRESS, ' ').match(HOST) ?? [];
  // A company may be called Booking.com; such a name stands in what is known of it.
  const isForeign = (host: string) =>
    parse(host).isIcann && !known.some((one) => one.toLowerCase().includes(host.toLowerCase()));
  return hosts.some(isForeign) ? 'link' : null;
}

function vetoValues(text: string, quotes: readonly Quote[], names: readonly string[], today: string): VetoCode | null {
  const said = readValues(text);
  if (said.figures.length + said.dates.length === 0) return null;
  const stated = readValues(quotes.flatMap(wordsOf).join(' | '));
  const named = readValues(names.join(' | '));
  const dated = readValues(quotes.map(({ date, url }) => `${date ?? ''} | ${url}`).join(' | '));
  const hasTable = quotes.some(({ tableHeader }) => tableHeader !== null);
  const years = yearsAllowed(stated, dated, Number(today.slice(0, 4)));
  for (const figure of said.figures) {
    if (figure.isPart) continue;
    const same = [...stated.figures, ...dated.figures, ...named.figures].filter((one) => isSame(one, figure));
    if (same.length > 0) {
      if (figure.years.length === 0 && same.every((one) => hasOtherUnit(one, figure))) return 'unit_not_in_quotes';
    } else if (figure.years.length > 0) {
      const isAllowed = figure.years.some(
        (year) => years.has(year) || stated.figures.some((one) => isShortYear(one, year)),
      );
      if (!isAllowed && stated.figures.some((one) => one.years.length > 0)) return 'year_not_in_quotes';
    } else if (isCertain(figure) && hasOthers(figure)) return 'figure_not_in_quotes';
  }
  const isMissing = (date: DateMention) =>
    date.isSure && !isStated(date, stated, dated) && stated.dates.some(({ isSure }) => isSure);
  return said.dates.some(isMissing) ? 'date_not_in_quotes' : null;

  function isSame(one: Figure, figure: Figure): boolean {
    const powersOf = ({ isBare, mayScale }: Figure, { powers, hasLooseMagnitude }: Values, mayAny: boolean) => {
      if (!isBare) return [0];
      return [0, ...(mayScale || mayAny || hasLooseMagnitude ? POWERS : powers)];
    };
    const theirs = powersOf(one, stated, hasTable);
    const ours = powersOf(figure, said, false);
    return figure.readings.some(({ value, step }) =>
      one.readings.some((other) =>
        ours.some((power) =>
          theirs.some((otherPower) => isNear(value * 10 ** power, other.value * 10 ** otherPower, step * 10 ** power)),
        ),
      ),
    );
  }

  function hasOtherUnit({ units }: Figure, figure: Figure): boolean {
    const isShared = (unit: string) => units.has(unit) || stated.looseUnits.has(unit);
    return units.size > 0 && figure.units.size > 0 && ![...figure.units].some(isShared);
  }

  /** The quotes give such figures in digits, so that one in words is unlikely. */
  function hasOthers({ units, readings }: Figure): boolean {
    const isPercent = units.has('percent');
    const isInWords =
      [...units].some((unit) => stated.looseUnits.has(unit)) && readings.every(({ value }) => value < 1_000);
    if (isInWords || (stated.hasLooseMagnitude && !isPercent)) return false;
    return stated.figures.some(
      (one) => !one.isPart && one.years.length === 0 && one.units.has('percent') === isPercent,
    );
  }
}

/** Rounding allowed: `148.7` of 148.72, `over 140` of 148.7, but no more than half as much again. */
function isNear(value: number, other: number, step: number): boolean {
  const difference = Math.abs(value - other);
  return difference <= other * 1e-9 || difference < Math.min(step, value / 2);
}

function isCertain({ readings, units }: Figure): boolean {
  if (units.has('year')) return false;
  return readings.every(({ value, step }) => {
    if (units.has('percent')) return !WORDED_SHARES.has(value);
    if (units.size > 0) return value >= 13;
    return value >= 1_000 || !Number.isInteger(value) || Math.round(value / step) >= 100;
  });
}

/** The years that quotes state, and those that they may mean: `last year` on a dated page, `25 years ago`. */
function yearsAllowed(stated: Values, dated: Values, thisYear: number): ReadonlySet<number> {
  const allDates = [...stated.dates, ...dated.dates].flatMap(({ options }) =>
    options.flatMap(({ year }) => year ?? []),
  );
  const published = [
    ...dated.figures.flatMap(({ years }) => years),
    ...dated.dates.flatMap(({ options }) => options.flatMap(({ year }) => year ?? [])),
  ];
  const ages = stated.figures.flatMap(({ units, readings }) =>
    units.has('year') ? readings.map(({ value }) => value) : [],
  );
  const near = [...published, ...[...published, thisYear].flatMap((year) => ages.map((age) => year - age))];
  return new Set([
    ...stated.figures.flatMap(({ years }) => years),
    ...allDates,
    ...near.flatMap((year) => [year - 2, year - 1, year, year + 1]),
  ]);
}

/** `24/25`, `FY25`. */
function isShortYear({ readings, units }: Figure, year: number): boolean {
  return units.size === 0 && readings.some(({ value }) => value === year % 100);
}

/** A date of the quotes says the same as far as both go; or the page is of that time, and may say `last month`. */
function isStated({ options }: DateMention, stated: Values, dated: Values): boolean {
  const others = [...stated.dates, ...dated.dates].flatMap((date) => date.options);
  const published = dated.dates.flatMap((date) => date.options);
  const agree = (one: number | null, other: number | null) => one === null || other === null || one === other;
  const monthOf = ({ year, month }: { year: number | null; month: number }) => (year ?? 0) * 12 + month;
  return options.some(
    (date) =>
      others.some(({ year, month, day }) => month === date.month && agree(year, date.year) && agree(day, date.day)) ||
      published.some((other) => Math.abs(monthOf(other) - monthOf(date)) <= 1),
  );
}
