import { domainToUnicode } from 'node:url';
import { fold, foldKeepingUmlauts, holdsLetters } from './person-names.ts';

type Page = { url: string; title: string; text: string };

const MAX_NAMES = 6;
const MAX_NAME_CHARACTERS = 60;
const MAX_NAME_WORDS = 6;
/** Separators in page titles. */
const SEPARATOR = /\s*[|\u00b7\u2022\u00bb\u203a:\u2013\u2014]\s*|\s+-\s+|\s*::\s*/u;
/** Repetitions are bounded, here and below: on a page full of spaces, unbounded ones would take quadratic time. */
const COPYRIGHT =
  /(?:\u00a9|&copy;|\(c\))[\s,]{0,9}(?:\d{4}(?:\s{0,3}[-\u2013]\s{0,3}\d{4})?)?[\s,]{0,9}(?<name>[^\n|\u00b7\u2022\u00a9<*[\]]{2,60})/giu;
/** Machine-readable site names in a page's text: `og:site_name`, and the organization in JSON-LD. */
const SELF_NAMED = [
  /og:site_name["']?[\s:=,>]{0,9}(?:content\s{0,3}=\s{0,3})?["']?(?<name>[^"'\n<>]{2,60})/giu,
  /"@type"\s*:\s*"(?:Organization|Corporation|LocalBusiness)"[^{}]{0,400}?"(?:legalName|name)"\s*:\s*"(?<name>[^"]{2,60})"/gu,
];

/** Returns a company's names, found on its own pages and in its domain, longest first. */
export function nameOwnPages(own: readonly Page[], domain: string): string[] {
  const label = labelOf(domain);
  const titles = own.map(({ title }) => new Set(partsOf(title)));
  const parts = [...new Set(titles.flatMap((parts) => [...parts]))];
  const timesUsed = (part: string) => titles.filter((one) => one.has(part)).length;
  // A title part that most pages share is the company's name. So is the part of the home page's title that resembles
  // the domain or occurs in the most titles.
  const common = parts.filter((part) => timesUsed(part) * 2 > Math.max(2, titles.length));
  const [home] = own.toSorted((one, other) => one.url.length - other.url.length);
  const homeParts = partsOf(home?.title ?? '');
  const most = Math.max(2, ...homeParts.map(timesUsed));
  const alike = homeParts.filter((part) => isLike(part, label, 1) || timesUsed(part) === most);
  const told = own.flatMap(({ text }) => [
    ...namesIn(text, COPYRIGHT).map(withoutNotice),
    ...SELF_NAMED.flatMap((pattern) => namesIn(text, pattern)),
  ]);
  const names = [...common, ...alike, ...told.filter((name) => isLike(name, label, 3) || common.includes(name))];
  const known = [...names, ...shortForms(told, parts), label].filter(isName);
  return [...new Map(known.toReversed().map((name) => [fold(name), name])).values()]
    .toSorted((one, other) => other.length - one.length)
    .slice(0, MAX_NAMES);
}

/**
 * Returns a domain's first label as people read it: `müller-kva` for `xn--mller-kva-q9a.test`. It stays encoded if it
 * mixes Latin letters with possible look-alikes: `аpple` with a Cyrillic а.
 */
export function labelOf(domain: string): string {
  const [encoded = '', decoded = ''] = [domain, domainToUnicode(domain)].map((name) => name.split('.')[0]);
  return decoded !== '' && READABLE.test(decoded) ? decoded : encoded;
}

/** Only Chinese, Japanese and Korean are written together with Latin letters. */
const READABLE =
  /^(?:[\P{L}\p{sc=Latin}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー\p{sc=Bopomofo}\p{sc=Hangul}]*|\P{sc=Latin}*)$/u;

/**
 * Splits a page title at its separators, which are full-width in Japanese and Chinese. A URL means no title was found.
 */
function partsOf(title: string): string[] {
  if (/^https?:\/\/\S*$/i.test(title)) return [];
  return title
    .replaceAll(/\s+/g, ' ')
    .normalize('NFKC')
    .split(SEPARATOR)
    .map((part) => part.trim());
}

/**
 * Returns the legal names that begin with a title part: `Acme Holding GmbH` with `Acme`, but not `Bayerische Motoren
 * Werke AG` with `BMW`.
 */
function shortForms(told: readonly string[], parts: readonly string[]): string[] {
  return told.filter((name) => parts.some((part) => part.length > 2 && fold(name).startsWith(`${fold(part)} `)));
}

/**
 * Returns whether a name matches a domain's first label: one contains the other, with few extra words in the name, or
 * the label is the name's initials. Umlauts may be spelled out.
 */
function isLike(name: string, label: string, mostOtherWords: number): boolean {
  const words = foldKeepingUmlauts(name).split(' ');
  const [joined, wanted] = [words.join(''), foldKeepingUmlauts(label).replaceAll(' ', '')];
  if (joined.length < 2 || wanted.length < 2) return false;
  const initials = words.map((word) => word.slice(0, 1)).join('');
  const others = words.filter((word) => !holdsLetters(wanted, word)).length;
  if (holdsLetters(joined, wanted)) return others <= mostOtherWords;
  return (
    (joined.length > 3 && holdsLetters(wanted, joined)) ||
    (holdsLetters(wanted, initials) && holdsLetters(initials, wanted))
  );
}

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(({ groups }) => (groups?.['name'] ?? '').trim());
}

/** Removes everything after the name in a copyright line. */
function withoutNotice(text: string): string {
  return (text.split(/\.\s(?!\p{L}\.)|,\s|\s{2,}/u)[0] ?? '').replace(/[\s,;-]+$/u, '').trim();
}

function isName(text: string): boolean {
  return text.length >= 2 && text.length <= MAX_NAME_CHARACTERS && fold(text).split(' ').length <= MAX_NAME_WORDS;
}
