import { readStatement, type Statement } from './told-before.ts';

/** As much of the shorter sentence's words as make two sentences say the same. */
export const SAME_SHARE = 0.75;
/** Fewer words are alike by chance: `Head of Sales`. */
const FEWEST_WORDS = 4;

/** Each names something that the other does not: they tell of two things. */
export function namesApart(
  one: Pick<Statement, 'names' | 'words'>,
  other: Pick<Statement, 'names' | 'words'>,
): boolean {
  return !one.names.isSubsetOf(other.words) && !other.names.isSubsetOf(one.words);
}

/** How much of the shorter text stands in the longer one. */
export function sharedShare(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
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
