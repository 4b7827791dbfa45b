import { foldAccents } from './names.ts';
import { sameCountry, withShortCountries } from './nationalities.ts';
import { isOrdinary, opensAsName } from './opening-names.ts';
import { isOpposed } from './opposites.ts';
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
  mr mrs ms dr prof ceo cfo coo cto cmo cio cro cpo cso cdo ciso chro vp svp evp hr it pr ai us usa uk eu usd eur gbp chief head director manager president vice officer senior
  executive managing lead partner founder chair`.split(/\s+/),
);
/** Derived words begin like what they are derived from (`Europe`, `European`). */
const SAME_BEGINNING = 5;
const LONGEST_ENDING = 3;

const WORD = /\p{L}[\p{L}\p{M}\p{N}]+/gu;
/** A name and what is said of it. Each word is tried from its beginning alone: the time to read a page grows with its length, and no faster. */
const NAME_AND_NEXT = /(?<![\p{L}\p{M}\p{N}])(\p{Lu}[\p{L}\p{M}\p{N}]+)\s+(?=(\p{Ll}+))/gu;
/** What begins so may be capitalised for standing there. It looks back no further than to the word before. */
const OPENING = /(?<=(?:^|:\s)[^\p{L}\p{N}]*)/uy;

/**
 * Whether a sentence brings a name that the sources do not hold.
 *
 * @param known Names that need no source, such as the user's own company.
 */
export function bringsName(text: string, sources: readonly RunSource[], known: readonly string[]): boolean {
  const sentence = withShortCountries(text);
  const free = new Set(known.flatMap(wordsOf));
  return [...sentence.matchAll(WORD)].some(({ 0: word, index }) => {
    const name = foldAccents(word);
    if (!/\p{Lu}/u.test(word) || NO_NAMES.has(name)) return false;
    if (holdsName(free, name) || sources.some((source) => holdsName(read(source).words, name))) return false;
    if (!opens(sentence, index)) return true;
    return opensAsName(word, sentence.slice(index + word.length), {
      isName: (other) => isName(other, sources, free),
      isSaidOfName: (next) => sources.some((source) => saidOfNames(source, free).has(foldAccents(next))),
    });
  });
}

/** Whether a capitalised word names nobody: an office, a month, a word that opens a sentence. */
export function isNoName(word: string): boolean {
  return NO_NAMES.has(foldAccents(word)) || isOrdinary(word);
}

function isName(word: string, sources: readonly RunSource[], known: ReadonlySet<string>): boolean {
  const folded = foldAccents(word);
  return known.has(folded) || sources.some((source) => read(source).names.has(folded));
}

/**
 * Whether a sentence denies what the sources do not deny, or says what they deny: `does not find leaks` of a page that says `finds leaks`, and the
 * other way round; or whether it says the opposite of what they say in the same words (`opposites.ts`).
 */
export function turnsAround(sentence: string, sources: readonly RunSource[]): boolean {
  const isDenial = denies(sentence);
  const said = sources.flatMap((source) => read(source).sentences);
  if (
    isOpposed(
      sentence,
      said.map(({ text }) => text),
    )
  )
    return true;
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

/** The words that follow a name in a source: one of the known ones, or a word that is capitalised in the middle of a sentence. */
function saidOfNames(source: RunSource, known: ReadonlySet<string>): ReadonlySet<string> {
  const { sentences, names } = read(source);
  const following = sentences.flatMap(({ text }) => [...text.matchAll(NAME_AND_NEXT)]);
  return new Set(
    following.flatMap(([, name = '', next = '']) => {
      const word = foldAccents(name);
      return known.has(word) || names.has(word) ? [foldAccents(next)] : [];
    }),
  );
}

type Read = {
  words: ReadonlySet<string>;
  names: ReadonlySet<string>;
  sentences: readonly { text: string; isDenial: boolean }[];
};

/** Every statement of a report is held against the same few sources. */
const alreadyRead = new WeakMap<RunSource, Read>();

function read(source: RunSource): Read {
  const known = alreadyRead.get(source);
  if (known) return known;
  const { title, url, text, age } = source;
  const sentences = [title, ...splitSentences(text)];
  const fresh = {
    words: new Set(wordsOf(withShortCountries(`${title} ${url} ${text} ${age ?? ''}`))),
    names: new Set(splitSentences(text).flatMap(namesWithin)),
    sentences: sentences.map((sentence) => ({ text: sentence, isDenial: denies(sentence) })),
  };
  alreadyRead.set(source, fresh);
  return fresh;
}

function holdsName(words: ReadonlySet<string>, name: string): boolean {
  if (words.has(name) || sameCountry(name).some((word) => words.has(word))) return true;
  const beginning = name.slice(0, SAME_BEGINNING);
  if (beginning.length < SAME_BEGINNING) return false;
  return [...words].some((word) => {
    const [shorter, longer] = word.length < name.length ? [word, name] : [name, word];
    if (!word.startsWith(beginning) || longer.length - shorter.length > LONGEST_ENDING) return false;
    return longer.startsWith(shorter.slice(0, Math.max(SAME_BEGINNING, shorter.length - 1)));
  });
}

function opens(sentence: string, index: number): boolean {
  OPENING.lastIndex = index;
  return OPENING.test(sentence);
}

/** What is capitalised in a sentence without standing at its beginning. */
function namesWithin(sentence: string): string[] {
  return [...sentence.matchAll(WORD)]
    .filter(({ 0: word, index }) => /^\p{Lu}/u.test(word) && !opens(sentence, index))
    .map(([word]) => foldAccents(word));
}

function wordsOf(text: string): string[] {
  return foldAccents(text).match(/\p{L}[\p{L}\p{N}]*/gu) ?? [];
}
