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

/** Where one sentence makes two statements. */
const BETWEEN_PARTS = /[;:]\s|\s[\u2013\u2014]\s|,?\s(?:and|but|while|whereas|although|before|after|then|so)\s/i;
const MIN_PART_WORDS = 2;

/** Whether the sources speak of each part of a sentence: an invention hides behind an `and` as well as behind a full stop. */
export function hasNoForeignPart(sentence: string, cited: readonly RunSource[]): boolean {
  const known = wordsOf(cited);
  return sentence
    .split(BETWEEN_PARTS)
    .map(contentWords)
    .every((words) => words.size < MIN_PART_WORDS || countShared(words, known) > 0);
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
  const words = text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  const telling = words.filter((word) => word.length >= MIN_WORD_CHARACTERS && !FUNCTION_WORDS.has(word));
  return new Set(telling.map((word) => word.slice(0, STEM_CHARACTERS)));
}

function countShared(words: ReadonlySet<string>, known: ReadonlySet<string>): number {
  return [...words].filter((word) => known.has(word)).length;
}
