import { parse } from 'tldts';
import { type Figure, isCurrency, readValues, type Values } from '#domain/text-values.ts';
import type { Finding, Quote } from '#workers/research/finding.ts';
import type { Cast, Statement } from '#workers/research/statement.ts';

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
  | 'month_not_in_quotes';

const MAX_CHARACTERS = 600;
const MAIL_ADDRESS = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;
const LINK = /[a-z][a-z0-9+.-]*:\/\/|\bwww\.|\b(?:mailto|javascript|data):|[\p{L}\p{N}-]{2,}\.\p{L}{2,}\/\S/iu;
const HOST = /(?<![\p{L}\p{N}@._-])(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?![\p{L}\p{N}])/gu;
const MARKUP = /<\/?[a-z!]|\]\(|!\[|\[\d+\]|```|\*\*/iu;
/** Joiners are letters' spelling in some scripts; in others they only hide something. */
const INVISIBLE =
  /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|(?<![\p{Script=Arabic}\p{Script=Devanagari}\p{M}])[\u200c\u200d]/u;
/** Marks that such text needs beside figures and Latin names. */
const DIRECTION = /[\u200e\u200f\u061c]/g;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
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
  if (INVISIBLE.test(RIGHT_TO_LEFT.test(plain) ? plain.replaceAll(DIRECTION, '') : plain))
    return 'invisible_characters';
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
  if (said.figures.length + said.months.sure.size === 0) return null;
  const quoted = readValues(quotes.flatMap(wordsOf).join(' | '));
  const around = readValues([...names, ...quotes.map(({ date, url }) => `${date ?? ''} | ${url}`)].join(' | '));
  const known = [...quoted.figures, ...around.figures];
  const isInTable = quotes.some(({ tableHeader }) => tableHeader !== null);
  const years = yearsAllowed(known, quotes, Number(today.slice(0, 4)));
  for (const figure of said.figures) {
    if (figure.isName) continue;
    const worths = worthsOf(figure, said, false);
    const same = known.filter((one) =>
      worthsOf(one, quoted, isInTable).some((other) => worths.some((worth) => isNear(worth, other.value))),
    );
    if (same.length > 0) {
      if (figure.years.length === 0 && same.every((one) => hasOtherUnit(one, figure, quoted)))
        return 'unit_not_in_quotes';
    } else if (figure.years.length > 0) {
      const isAllowed = figure.years.some((year) => years.has(year) || years.has(year % 100));
      if (!isAllowed && quoted.figures.some((one) => one.years.length > 0)) return 'year_not_in_quotes';
    } else if (isCertain(figure) && hasOthers(figure, quoted)) return 'figure_not_in_quotes';
  }
  // On a page of that time it may be `last month`.
  const months = new Set([
    ...quoted.months.any,
    ...[...around.months.any].flatMap((month) => [month, (month % 12) + 1, ((month + 10) % 12) + 1]),
  ]);
  const isForeign = quoted.months.sure.size > 0 && [...said.months.sure].some((month) => !months.has(month));
  return isForeign ? 'month_not_in_quotes' : null;
}

type Worth = Figure['readings'][number];

/** A figure without a magnitude may have that of the figure beside it, or of its table. */
function worthsOf({ readings, scale }: Figure, { powers, loose }: Values, isInTable: boolean): Worth[] {
  const mayBeAny = scale === 'any' || (scale === 'shared' && (isInTable || loose.hasMagnitude));
  const times = scale === 'fixed' ? [0] : [0, ...(mayBeAny ? POWERS : powers)];
  return readings.flatMap(({ value, step }) =>
    times.map((power) => ({ value: value * 10 ** power, step: step * 10 ** power })),
  );
}

/** Rounding allowed: `148.7` of 148.72, `over 140` of 148.7, but by no more than half. */
function isNear({ value, step }: Worth, other: number): boolean {
  const difference = Math.abs(value - other);
  return difference <= other * 1e-9 || difference < Math.min(step, value / 2);
}

function hasOtherUnit({ units }: Figure, figure: Figure, { loose }: Values): boolean {
  const isShared = (unit: string) => units.has(unit) || loose.units.has(unit);
  return units.size > 0 && figure.units.size > 0 && ![...figure.units].some(isShared);
}

/** Small and round figures are as often written in words, and ages follow from years. */
function isCertain({ readings, units }: Figure): boolean {
  if (units.has('year')) return false;
  return readings.every(({ value, step }) => {
    if (units.has('percent')) return !WORDED_SHARES.has(value);
    if ([...units].some(isCurrency)) return value >= 13;
    return value >= 1_000 || !Number.isInteger(value) || Math.round(value / step) >= 100;
  });
}

/** The quotes give such figures in digits, so that this one is hardly there in words. */
function hasOthers({ units, readings }: Figure, { figures, loose }: Values): boolean {
  const isPercent = units.has('percent');
  const isSmall = readings.every(({ value }) => value < 1_000);
  if (isSmall && [...units].some((unit) => loose.units.has(unit))) return false;
  if (loose.hasMagnitude && !isPercent) return false;
  return figures.some((one) => !one.isName && one.years.length === 0 && one.units.has('percent') === isPercent);
}

/** The years that the quotes state, in four digits or two (`24/25`), and may mean: `last year` on a dated page, `25 years ago`. */
function yearsAllowed(known: readonly Figure[], quotes: readonly Quote[], thisYear: number): ReadonlySet<number> {
  const published = quotes.flatMap(({ date }) => date?.match(/\d{4}/g) ?? []).map(Number);
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
