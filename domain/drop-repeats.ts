import { namesApart, SAME_SHARE, sharedShare, shareWithin } from '#domain/same-fact.ts';
import { readStatement } from '#domain/told-before.ts';

type Statement = { kind: string; text: string; findingIds: readonly string[] };
type Told = ReturnType<typeof readStatement> & { findings: string };

/** Of two that rest on the same findings and hold the same figures, less is enough. */
const SAME_SHARE_OF_ONE_FINDING = 0.6;

/**
 * The statements without those that tell again what one before them has told: nearly the same words, or fewer of them about the same figures from the same
 * findings. Where each names something that the other does not, they tell of two things. A title stands above a sentence and repeats it by nature; a conclusion
 * names the fact that it draws on, and repeats it only where it says no more.
 */
export function dropRepeats<One extends Statement>(statements: readonly One[]): One[] {
  const told: Told[] = [];
  return statements.filter(({ kind, text, findingIds }) => {
    if (kind === 'title' || kind === 'question') return true;
    const one = { ...readStatement(text), findings: findingIds.toSorted().join() };
    const isRepeat = told.some((other) => {
      if (other.figures.symmetricDifference(one.figures).size > 0 || namesApart(one, other)) return false;
      const isOfOneFinding = other.findings === one.findings;
      const share = kind === 'conclusion' ? shareWithin(one.words, other.words) : sharedShare(other.words, one.words);
      return share >= (isOfOneFinding ? SAME_SHARE_OF_ONE_FINDING : SAME_SHARE);
    });
    if (!isRepeat) told.push(one);
    return !isRepeat;
  });
}
