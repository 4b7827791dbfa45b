import { isNoName } from './claims.ts';
import { escapePattern, foldAccents } from './names.ts';

/** The words of one name, folded, without offices before it: `Rival Hydrosense` is `hydrosense`. */
export type Name = readonly string[];
/** Who did something and to whom: `Veolia` and `Hydrosense` of `Hydrosense was bought by Veolia`. */
export type Parties = { doers: readonly Name[]; done: readonly Name[] };

const RUN = /\p{Lu}[\p{L}\p{M}\p{N}]*(?:[\s-](?:& )?\p{Lu}[\p{L}\p{M}\p{N}]*)*/gu;
/** Where another statement or an aside begins. */
const PIECE = /[,;:]|\s(?:and|but|while|whereas|after|before)\s/;
/** An aside between a name and what is said of it. */
const ASIDE = /,[^,]+,(?=\s*(?:\p{Ll}+\s){0,3}$)/u;
/** Not by `i`, with which `\p{Ll}` and `\p{Lu}` are any letter. */
const WITH_PREPOSITION =
  /\b(?:[Oo]f|[Aa]t|[Ff]rom|[Ii]n|[Bb]y|[Ww]ith|[Ff]or|[Tt]o|[Nn]ear|[Oo]n|[Aa]gainst)\s(?:\p{Ll}+\s)*\p{Lu}[\p{L}\p{M}\p{N}]*(?:[\s-]\p{Lu}[\p{L}\p{M}\p{N}]*)*/gu;
const PASSIVE_BEFORE = /\b(?:is|are|was|were|be|been|being|get|gets|got)\s(?:\p{Ll}+\s){0,2}$/u;
const PASSIVE_BEHIND = /^(?:\s(?:in|on|for|since)\s[^,]{1,30})?\sby\s/u;
/** What these are said of is what was bought, without a passive. */
const INVERSE = /^(?:subsidiary|part of|belong|unit of)/i;
const SOLD = /^(?:sold|sale)/i;
/** Of two alike, or in words that do not tell by their place who did it to whom. */
const MUTUAL =
  /^(?:merg|marr|wedding|divorc|engaged|wife|husband|spouse|lawsuit|fines?$|penalt|court|legal|settle|regulator|claim|damages|judge)/i;

/** The names in a text, in their order. */
export function namesOf(text: string): Name[] {
  return [...text.matchAll(RUN)].flatMap(([run]) => {
    const words = foldAccents(run)
      .split(/[\s&-]+/)
      .filter((word) => word.length > 1 && !isNoName(word));
    return words.length > 0 ? [words] : [];
  });
}

/** Whether two names are the same, one of them perhaps in short. */
export function isSameName(one: Name, other: Name): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.every((word) => long.includes(word));
}

/** Of whom a sentence speaks, read from its words up to the verb: `Ines Duarte` of `Ines Duarte of Brightwater, the founder,`. */
export function subjectsOf(before: string): Name[] {
  const pieces = before.replace(ASIDE, '').split(PIECE);
  const without = pieces.map((piece) => namesOf(piece.replaceAll(WITH_PREPOSITION, ' ')));
  const plain = without.some((names) => names.length > 0) ? without : pieces.map(namesOf);
  const at = plain.findLastIndex((names) => names.length > 0);
  const names = plain[at] ?? [];
  const nearest = at === plain.length - 1 ? names.at(-1) : names[0];
  if (!nearest) return [];
  // `Ines Duarte and Kim Park were`: a name alone, behind another one.
  const isListed =
    at > 0 && new RegExp(`^\\s*${escapePattern(nearest[0] ?? '')}`, 'i').test(foldAccents(pieces[at] ?? ''));
  const piecesBefore = pieces[at - 1]?.trim() ?? '';
  const isNameAlone = piecesBefore.split(/\s+/).every((word) => /^\p{Lu}/u.test(word));
  const listed = isListed && isNameAlone ? namesOf(piecesBefore) : [];
  return [...listed, nearest];
}

/** Who does what to whom in a sentence, around the words that tell of it. */
export function partiesOf(sentence: string, word: string, index: number): Parties {
  const before = sentence.slice(0, index);
  const rest = sentence.slice(index + word.length);
  const after = rest.replace(/^\p{L}+/u, '');
  const whole = sentence.slice(index, sentence.length - after.length);
  const subjects = subjectsOf(before);
  const behind = namesOf(after);
  if (MUTUAL.test(word)) return { doers: [...subjects, ...behind], done: [...subjects, ...behind] };
  if (SOLD.test(word)) {
    const buyers = namesOf(after.split(/\s(?:to|by)\s/)[1] ?? '');
    // Whoever sells gives away something of their own.
    return { doers: buyers, done: PASSIVE_BEFORE.test(before) ? subjects : [...subjects, ...behind] };
  }
  if (INVERSE.test(word)) return { doers: behind, done: subjects };
  if (
    PASSIVE_BEHIND.test(after) ||
    (PASSIVE_BEFORE.test(before) && !whole.endsWith('ing') && /(?:ed|bought|taken over)$/.test(whole))
  ) {
    return { doers: namesOf(after.split(/\sby\s/)[1] ?? ''), done: subjects };
  }
  const [object = '', by = ''] = after.split(/\sby\s/);
  return by !== '' && /^\sof\s/.test(object)
    ? { doers: namesOf(by), done: namesOf(object) }
    : { doers: subjects, done: behind };
}
