import { parse } from 'tldts';
import { findContradictedValue } from '#domain/contradicted-value.ts';
import { findForeignValue, type ValueSource } from '#domain/foreign-value.ts';
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
  | `${'figure' | 'unit' | 'year' | 'month' | 'day'}_not_in_quotes`;

const MAX_CHARACTERS = 600;
const MAIL_ADDRESS = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;
const LINK = /[a-z][a-z0-9+.-]*:\/\/|\bwww\.|\b(?:mailto|javascript|data):|[\p{L}\p{N}-]{2,}\.\p{L}{2,}\/\S/iu;
const HOST = /(?<![\p{L}\p{N}@._-])(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?![\p{L}\p{N}])/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]+/gu;
const MARKUP = /<\/?[a-z!]|\]\(|!\[|\[\d+\]|```|\*\*/iu;
/** Joiners are letters' spelling in some scripts; in others they only hide something. */
const INVISIBLE =
  /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?<![\p{Script=Arabic}\p{Script=Devanagari}\p{M}])[\u200c\u200d]/u;
/** Marks that such text needs beside figures and Latin names. */
const DIRECTION = /[\u200e\u200f\u061c]/g;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** Why a statement cannot stand, judged by what is exact; null where a reader has to decide. */
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
  const source = sourceOf(quotes, cast, today);
  const byText = vetoText(statement.text, cast, source.quoted);
  if (byText !== null) return byText;
  const value = findForeignValue(statement.text, source);
  return value && `${value}_not_in_quotes`;
}

/** Why a statement that a reader let pass cannot stand: readers take 24 for 42. */
export function vetoRead({ text }: Statement, quotes: readonly Quote[], cast: Cast, today: string): VetoCode | null {
  const value = findContradictedValue(text, sourceOf(quotes, cast, today));
  return value && `${value}_not_in_quotes`;
}

function sourceOf(quotes: readonly Quote[], { companies }: Cast, today: string): ValueSource {
  const names = companies.flatMap(({ domain, names }) => [domain, ...names]);
  return {
    quoted: quotes.flatMap(wordsOf).join(' | '),
    around: [...names, ...quotes.map(({ date, url }) => `${date ?? ''} | ${url}`)].join(' | '),
    dates: quotes.map(({ date }) => date),
    isInTable: quotes.some(({ tableHeader }) => tableHeader !== null),
    thisYear: Number(today.slice(0, 4)),
  };
}

function wordsOf({ text, before, after, heading, tableHeader, title }: Quote): string[] {
  return [text, before, after, heading ?? '', tableHeader ?? '', title];
}

/** Text that mail clients neither link nor render, with no hidden characters and nobody else's address. */
function vetoText(text: string, { guests, companies }: Cast, quoted: string): VetoCode | null {
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
  // A company may be called Booking.com; such a name stands in what is known of it.
  const known = [quoted, ...companies.flatMap(({ domain, names }) => [domain, ...names])].join(' | ');
  const hosts = hostsIn(known.replaceAll('@', ' '));
  const isForeign = (host: string) => parse(host).isIcann && !hosts.some((one) => `.${one}`.endsWith(`.${host}`));
  return hostsIn(plain.replaceAll(MAIL_ADDRESS, ' ')).some(isForeign) ? 'link' : null;
}

/** Also where letters of a script without spaces stand beside them, which may be a part of the name or not. */
function hostsIn(text: string): string[] {
  const plain = text.normalize('NFKC').toLowerCase();
  return [plain, plain.replaceAll(UNSPACED, ' ')].flatMap((one) => one.match(HOST) ?? []);
}
