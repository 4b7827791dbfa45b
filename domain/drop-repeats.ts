import { holdsPerson } from '#domain/person-names.ts';
import { namesApart, type Person, readStatement } from '#domain/repeated-statements.ts';
import { SAME_SHARE, sharedShare, shareWithin } from '#domain/same-fact.ts';

type Statement = { kind: string; text: string; about: string | null; findingIds: readonly string[] };
type Told = ReturnType<typeof readStatement> & { about: ReadonlySet<string>; findings: string };

/** A lower threshold for statements with the same findings and figures. */
const SAME_SHARE_OF_ONE_FINDING = 0.6;

/**
 * Returns the statements without those that repeat an earlier one: the same figures and most of the same words, or
 * fewer of them if both have the same findings. Two statements that each mention something the other doesn't are
 * different, as are those about different people or companies: two guests may have the same role. Company news that
 * mentions a guest is about both. Titles and questions may repeat; a conclusion may restate its fact if it adds to it.
 */
export function dropRepeats<One extends Statement>(statements: readonly One[], guests: readonly Person[]): One[] {
  const told: Told[] = [];
  return statements.filter(({ kind, text, about, findingIds }) => {
    if (kind === 'title' || kind === 'question') return true;
    const one = {
      ...readStatement(text),
      about: subjectsOf(about, text, guests),
      findings: findingIds.toSorted().join(),
    };
    const isRepeat = told.some((other) => {
      if (one.about.size > 0 && other.about.size > 0 && one.about.isDisjointFrom(other.about)) return false;
      if (other.figures.symmetricDifference(one.figures).size > 0 || namesApart(one, other)) return false;
      const isOfOneFinding = other.findings === one.findings;
      const share = kind === 'conclusion' ? shareWithin(one.words, other.words) : sharedShare(other.words, one.words);
      return share >= (isOfOneFinding ? SAME_SHARE_OF_ONE_FINDING : SAME_SHARE);
    });
    if (!isRepeat) told.push(one);
    return !isRepeat;
  });
}

/** Returns whom a statement is about; empty in a general section. */
function subjectsOf(about: string | null, text: string, guests: readonly Person[]): ReadonlySet<string> {
  if (about === null) return new Set();
  const isOfGuest = guests.some(({ id }) => id === about);
  const named = isOfGuest ? [] : guests.filter(({ name }) => holdsPerson(text, name));
  return new Set([about, ...named.map(({ id }) => id)]);
}
