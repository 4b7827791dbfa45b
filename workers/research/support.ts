import { foldAccents } from './names.ts';
import { withShortCountries } from './nationalities.ts';
import { splitSentences } from './sentences.ts';
import type { RunSource } from './sources.ts';

/**
 * More than this share of a statement's content words has to stand in its sources. Sentences that put a page in other words and add a conclusion keep
 * about half of them; what a page talked the model into keeps hardly any.
 */
const MIN_SHARE = 0.4;
/** Words are compared by their beginnings, so that `leads` and `leading`, `expand` and `expansion` are the same. */
const STEM_CHARACTERS = 4;
const MIN_WORD_CHARACTERS = 3;

const FUNCTION_WORDS = new Set(
  `about also and any are been being both but can could did does for from had has have her here him his how into its may might more most much must nor not
  off our out over own shall she should some such than that the their them then there these they this those through too under until upon was were what when
  where which while who whom whose why will with would you your`.split(/\s+/),
);

/** Whether the sources a statement cites speak of what it says. A statement without any content word says nothing that needs a source. */
export function isSupported(text: string, cited: readonly RunSource[]): boolean {
  const words = contentWords(text);
  return words.size === 0 || countShared(words, wordsOf(cited)) / words.size > MIN_SHARE;
}

/** Whether the sources say a predicate: most of its words that tell anything, or every one of them. */
export function isPredicateSaid(text: string, cited: readonly RunSource[], { isWhole }: { isWhole: boolean }): boolean {
  const words = tellingWords(text);
  const share = words.size === 0 ? 1 : countShared(words, wordsOf(cited)) / words.size;
  return isWhole ? share === 1 : share > MIN_SHARE;
}

/** Where one sentence makes two statements. */
const BETWEEN_PARTS = /[;:]\s|\s[\u2013\u2014]\s|,?\s(?:and|but|while|whereas|although|before|after|then|so)\s/i;
/** Where a comma ends one: `..., which serves 90 cities`, `..., cutting its staff`; one in a list or before the name of an office does not. */
const BEFORE_CLAUSE = /,\s(?=(?:which|who|whose|where|having|\p{Ll}{2,}ing)\s)/u;
const MIN_PART_WORDS = 2;
/** More than this share of a part stands together in its sources; the words of an invention stand here and there. */
const MIN_PART_SHARE = 1 / 3;
/** When something is so, and who says it: no source has to hold such words. */
const GENERIC = contentWords(
  `according said says report reports website web site page year years month months week weeks day days date recent recently early earlier late later last
  since next today currently now already still including include company firm business`,
);

/**
 * Whether the sources speak of each part of a sentence, in one place of one source: an invention hides behind an `and` or a comma as well as behind a full
 * stop, and its words may stand anywhere in a long page.
 */
export function hasNoForeignPart(sentence: string, cited: readonly RunSource[]): boolean {
  const parts = sentence.split(BETWEEN_PARTS).flatMap((part) => part.split(BEFORE_CLAUSE));
  if (parts.length === 1) return true;
  return parts.map(tellingWords).every((words) => words.size < MIN_PART_WORDS || isSaidInOnePlace(words, cited));
}

function tellingWords(part: string): Set<string> {
  return new Set([...contentWords(part)].filter((word) => !GENERIC.has(word)));
}

function isSaidInOnePlace(words: ReadonlySet<string>, cited: readonly RunSource[]): boolean {
  return cited.some((source) =>
    placesOf(source).some((known) => countShared(words, known) / words.size > MIN_PART_SHARE),
  );
}

const alreadyPlaced = new WeakMap<RunSource, readonly Set<string>[]>();

/** The words of each sentence of a source with those of the one before it, which it may go on from, and of the title. */
function placesOf(source: RunSource): readonly Set<string>[] {
  const known = alreadyPlaced.get(source);
  if (known) return known;
  const sentences = splitSentences(source.text);
  const about = `${source.title} ${source.url} ${source.age ?? ''}`;
  const places = (sentences.length === 0 ? [''] : sentences).map((sentence, index) =>
    contentWords(`${about} ${sentences[index - 1] ?? ''} ${sentence}`),
  );
  alreadyPlaced.set(source, places);
  return places;
}

/** How much of what a text says another one says: the share of its content words, 0 to 1; 0 of a text without any. */
export function shareSaid(text: string, other: string): number {
  const words = contentWords(text);
  return words.size === 0 ? 0 : countShared(words, contentWords(other)) / words.size;
}

/** Whether a heading has anything at all to do with the statement under it or with the sources of that statement. */
export function isOnTopic(heading: string, statement: string, cited: readonly RunSource[]): boolean {
  const known = [...contentWords(statement), ...wordsOf(cited)];
  return countShared(contentWords(heading), new Set(known)) > 0;
}

function wordsOf(sources: readonly RunSource[]): Set<string> {
  return contentWords(sources.map(({ title, url, text, age }) => `${title} ${url} ${text} ${age ?? ''}`).join(' '));
}

function contentWords(text: string): Set<string> {
  const words = foldAccents(withShortCountries(text)).split(/[^\p{L}\p{N}]+/u);
  const telling = words.filter((word) => word.length >= MIN_WORD_CHARACTERS && !FUNCTION_WORDS.has(word));
  return new Set(telling.map((word) => word.slice(0, STEM_CHARACTERS)));
}

function countShared(words: ReadonlySet<string>, known: ReadonlySet<string>): number {
  return [...words].filter((word) => known.has(word)).length;
}
