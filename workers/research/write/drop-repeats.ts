import type { Statement } from '#workers/research/statement.ts';

/** As much of the shorter sentence's words as make two sentences say the same. */
const SAME_SHARE = 0.75;
/** Of two that rest on the same findings and hold the same figures, less is enough. */
const SAME_SHARE_OF_ONE_FINDING = 0.6;
const WORDS = new Intl.Segmenter('en', { granularity: 'word' });

/**
 * The statements without those that tell again what one before them has told: nearly the same words, or fewer of them about the same figures from the same
 * findings. Where each names something that the other does not, they tell of two things. A title stands above a sentence and repeats it by nature; a conclusion
 * names the fact that it draws on, and repeats it only where it says no more.
 */
export function dropRepeats(statements: readonly Statement[]): Statement[] {
  const told: { words: Set<string>; names: string[]; values: string; findings: string }[] = [];
  return statements.filter(({ kind, text, findingIds }) => {
    if (kind === 'title' || kind === 'question') return true;
    const words = wordsOf(text);
    const one = { words, names: namesIn(text), values: valuesOf(text), findings: findingIds.toSorted().join() };
    const isRepeat = told.some((other) => {
      if (other.values !== one.values || (isNamedBeyond(one, other) && isNamedBeyond(other, one))) return false;
      const isOfOneFinding = other.findings === one.findings;
      const share = kind === 'conclusion' ? shareWithin(words, other.words) : sharedShare(other.words, words);
      return share >= (isOfOneFinding ? SAME_SHARE_OF_ONE_FINDING : SAME_SHARE);
    });
    if (!isRepeat) told.push(one);
    return !isRepeat;
  });
}

function isNamedBeyond({ names }: { names: string[] }, { words }: { words: ReadonlySet<string> }): boolean {
  return names.some((name) => !words.has(name));
}

/** Words in capitals, as far as a script has them; the first one of a sentence has one in any case. */
function namesIn(text: string): string[] {
  const [, ...words] = [...WORDS.segment(text)].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []));
  return words.filter((word) => /^\p{Lu}/u.test(word)).map((word) => word.toLowerCase());
}

function wordsOf(text: string): Set<string> {
  const segments = [...WORDS.segment(text.toLowerCase())].filter(({ isWordLike }) => isWordLike === true);
  return new Set(segments.map(({ segment }) => segment));
}

function valuesOf(text: string): string {
  return (text.match(/(?<![A-Za-z\d.,])\d+(?:[.,]\d+)*/g) ?? []).toSorted().join();
}

function sharedShare(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return one.size <= other.size ? shareWithin(one, other) : shareWithin(other, one);
}

function shareWithin(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  return words.size === 0 ? 1 : words.intersection(others).size / words.size;
}
