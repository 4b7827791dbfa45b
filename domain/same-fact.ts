import { FEWEST_WORDS, namesApart, readStatement } from './repeated-statements.ts';

/** Share of the shorter sentence's words that must match if two sentences state the same fact. */
export const SAME_SHARE = 0.75;

/** Returns the share of the shorter text's words found in the longer one. */
export function sharedShare(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return one.size <= other.size ? shareWithin(one, other) : shareWithin(other, one);
}

/** Returns the share of one text's words found in the other. */
export function shareWithin(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  return words.size === 0 ? 1 : words.intersection(others).size / words.size;
}

/**
 * Returns whether the text repeats a reported error: the same words, or most words and all figures of the shorter one
 * in the other, unless each mentions something the other doesn't. Paraphrases and translations are left to the judge of
 * the next research.
 *
 * @param text Without citations, like `wrong`.
 */
export function saysAgain(text: string, wrong: string): boolean {
  const both = [text, wrong].map((one) => {
    const { words, figures, names, opening } = readStatement(one);
    return { words, figures, names: opening === null ? names : names.union(new Set([opening])) };
  });
  const [shorter, longer] = both.toSorted((one, other) => one.words.size - other.words.size);
  if (!shorter || !longer) return false;
  if (shorter.words.size < FEWEST_WORDS) {
    return shorter.words.size === longer.words.size && shorter.words.isSubsetOf(longer.words);
  }
  return (
    shorter.figures.isSubsetOf(longer.figures) &&
    !namesApart(shorter, longer) &&
    shareWithin(shorter.words, longer.words) >= SAME_SHARE
  );
}
