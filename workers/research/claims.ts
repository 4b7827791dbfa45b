import { splitSentences } from './sentences.ts';
import type { RunSource } from './sources.ts';
import { shareSaid } from './support.ts';

/** Words that turn a sentence into its opposite. */
const NEGATION =
  /\b(?:not|no|never|none|nobody|nothing|neither|nor|cannot|without|hardly|barely|scarcely|seldom|lack(?:s|ed)?|(?:fail|refus)(?:s|es|ed)? to|stop(?:s|ped)? (?=\p{L}+ing\b))\b|n['\u2019]t\b/iu;
/** They look like one and deny nothing. */
const NO_DENIAL = /\bnot (?:only|just)\b|\bno\.? ?\d+|\bno (?:fewer|less) than\b/giu;
/** As much of a denial's content words have to stand in a denial of the sources as of any statement in them. */
const MIN_SHARE = 0.4;
/** As much of them make a sentence the same as one of the sources but for the denial. */
const SAME_SHARE = 0.8;
/** A shorter one says too little to be denied. */
const MIN_WORDS = 4;

/** Capitalised in English without being the name of anybody or anything. */
const NO_NAMES = new Set(
  `january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday
  mr mrs ms dr prof ceo cfo coo cto cmo cio vp svp evp hr it pr ai us usa uk eu usd eur gbp chief head director manager president vice officer senior
  executive managing lead partner founder chair`.split(/\s+/),
);
/** Derived words begin like what they are derived from (`Europe`, `European`). */
const SAME_BEGINNING = 5;
const LONGEST_ENDING = 3;

/**
 * Whether a sentence brings a name that the sources do not hold. Its first word may be capitalised for standing there, so only the other ones are names.
 *
 * @param known Names that need no source, such as the user's own company.
 */
export function bringsName(sentence: string, sources: readonly RunSource[], known: readonly string[]): boolean {
  const names = [...sentence.matchAll(/\p{L}[\p{L}\p{M}\p{N}]+/gu)]
    .filter(({ 0: word, index }) => /\p{Lu}/u.test(word) && !/(?:^|:\s)[^\p{L}\p{N}]*$/u.test(sentence.slice(0, index)))
    .map(([word]) => fold(word))
    .filter((word) => !NO_NAMES.has(word));
  if (names.length === 0) return false;
  const free = new Set(known.flatMap(wordsOf));
  return names.some((name) => !holdsName(free, name) && !sources.some((source) => holdsName(read(source).words, name)));
}

/**
 * Whether a sentence denies what the sources do not deny, or says what they deny: `does not find leaks` of a page that says `finds leaks`, and the
 * other way round.
 */
export function turnsAround(sentence: string, sources: readonly RunSource[]): boolean {
  const isDenial = denies(sentence);
  const said = sources.flatMap((source) => read(source).sentences);
  const [alike, opposed] = [isDenial, !isDenial].map((wanted) =>
    Math.max(0, ...said.filter((one) => one.isDenial === wanted).map(({ text }) => likeness(sentence, text, isDenial))),
  );
  if (alike === undefined || opposed === undefined) return false;
  if (isDenial) return alike <= MIN_SHARE || alike < opposed;
  return opposed >= SAME_SHARE && opposed > alike;
}

/** A statement may name in full what the page calls `it`, so that all of the page's sentence stands in it, and not the other way round. */
function likeness(sentence: string, said: string, isDenial: boolean): number {
  const share = shareSaid(sentence, said);
  return isDenial || said.split(' ').length < MIN_WORDS ? share : Math.max(share, shareSaid(said, sentence));
}

function denies(sentence: string): boolean {
  return NEGATION.test(sentence.replaceAll(NO_DENIAL, ' '));
}

type Read = { words: ReadonlySet<string>; sentences: readonly { text: string; isDenial: boolean }[] };

/** Every statement of a report is held against the same few sources. */
const alreadyRead = new WeakMap<RunSource, Read>();

function read(source: RunSource): Read {
  const known = alreadyRead.get(source);
  if (known) return known;
  const { title, url, text, age } = source;
  const fresh = {
    words: new Set(wordsOf(`${title} ${url} ${text} ${age ?? ''}`)),
    sentences: [title, ...splitSentences(text)].map((sentence) => ({ text: sentence, isDenial: denies(sentence) })),
  };
  alreadyRead.set(source, fresh);
  return fresh;
}

function holdsName(words: ReadonlySet<string>, name: string): boolean {
  if (words.has(name)) return true;
  const beginning = name.slice(0, SAME_BEGINNING);
  if (beginning.length < SAME_BEGINNING) return false;
  return [...words].some((word) => {
    const [shorter, longer] = word.length < name.length ? [word, name] : [name, word];
    if (!word.startsWith(beginning) || longer.length - shorter.length > LONGEST_ENDING) return false;
    return longer.startsWith(shorter.slice(0, Math.max(SAME_BEGINNING, shorter.length - 1)));
  });
}

function wordsOf(text: string): string[] {
  return fold(text).match(/\p{L}[\p{L}\p{N}]*/gu) ?? [];
}

function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
