/** As much of the shorter sentence's words as make two sentences say the same. */
export const SAME_SHARE = 0.75;
/** Fewer words are alike by chance: `Head of Sales`. */
const FEWEST_WORDS = 4;
const WORDS = new Intl.Segmenter('en', { granularity: 'word' });

/** What of a sentence is compared, in any language. */
export type FactWords = {
  words: ReadonlySet<string>;
  /** Words in capitals, as far as a script has them; the first one of a sentence has one in any case. */
  names: readonly string[];
  /** Its figures, in order. */
  values: string;
};

export function readFactWords(text: string): FactWords {
  const written = wordsOf(text);
  const [first = ''] = written;
  const [, ...names] = capitalised(text);
  return {
    words: new Set(written.map((word) => word.toLowerCase())),
    names: isCapitalised(first) ? names : capitalised(text),
    values: valuesOf(text).join(),
  };
}

/** Each names something that the other does not: they tell of two things. */
export function namesApart(one: FactWords, other: FactWords): boolean {
  return isNamedBeyond(one, other) && isNamedBeyond(other, one);
}

export function sharedShare({ words: one }: FactWords, { words: other }: FactWords): number {
  return one.size <= other.size ? shareWithin(one, other) : shareWithin(other, one);
}

/** How much of one text stands in the other. */
export function shareWithin(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  return words.size === 0 ? 1 : words.intersection(others).size / words.size;
}

/**
 * Whether a text says again what somebody called wrong: the very words, or most words and all figures of the shorter of the two within the other, unless
 * each names something of its own, a name at its beginning too. What says it in quite other words, or in another language, is for the judge of a new research to see.
 *
 * @param text Without citations, as `wrong`.
 */
export function saysAgain(text: string, wrong: string): boolean {
  const both = [text, wrong].map((one) => ({ ...readFactWords(one), names: capitalised(one), figures: valuesOf(one) }));
  const [shorter, longer] = both.toSorted((one, other) => one.words.size - other.words.size);
  if (!shorter || !longer) return false;
  if (shorter.words.size < FEWEST_WORDS) {
    return shorter.words.size === longer.words.size && shorter.words.isSubsetOf(longer.words);
  }
  return (
    shorter.figures.every((figure) => longer.figures.includes(figure)) &&
    !namesApart(shorter, longer) &&
    shareWithin(shorter.words, longer.words) >= SAME_SHARE
  );
}

function wordsOf(text: string): string[] {
  return [...WORDS.segment(text)].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []));
}

function isCapitalised(word: string): boolean {
  return /^\p{Lu}/u.test(word);
}

function capitalised(text: string): string[] {
  return wordsOf(text)
    .filter(isCapitalised)
    .map((word) => word.toLowerCase());
}

function isNamedBeyond({ names }: FactWords, { words }: FactWords): boolean {
  return names.some((name) => !words.has(name));
}

function valuesOf(text: string): string[] {
  return (text.match(/(?<![A-Za-z\d.,])\d+(?:[.,]\d+)*/g) ?? []).toSorted();
}
