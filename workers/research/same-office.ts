import { ANY_OFFICE } from './employer-ties.ts';
import { shareSaid } from './support.ts';

const FORMER = /\b(?:former|formerly|previously|ex|then|once|not|never)\b/i;
/** They make another office of one. */
const QUALIFIERS = ['deputy', 'vice', 'assistant', 'interim', 'acting', 'associate', 'junior', 'designate', 'former'];

/** `founder and CEO` is two. */
export function partsOf(office: string): string[] {
  return office.split(/\s(?:and|&)\s|\//).filter((part) => ANY_OFFICE.test(part));
}

const SPELLED: readonly [RegExp, string][] = [
  [/\bceo\b/gi, 'chief executive'],
  [/\bcfo\b/gi, 'chief financial officer'],
  [/\bcoo\b/gi, 'chief operating officer'],
  [/\bcto\b/gi, 'chief technology officer'],
  [/\bcmo\b/gi, 'chief marketing officer'],
  [/\bcio\b/gi, 'chief information officer'],
  [/\b[se]?vp\b|\bvice[ -]president\b/gi, 'vicepresident'],
  [/\bhr\b/gi, 'human resources people'],
  [/\bit\b/g, 'information technology'],
  [/\bco-?founder\b/gi, 'founder'],
  [/\bchair(?:man|woman|person)\b/gi, 'chair'],
];
const WHOLE = /\bchief executive(?: officer)?\b|\bmanaging director\b|\bgeneral manager\b|\bpresident\b/i;
const GENERIC =
  /\b(?:chief|officer|head|director|manager|leader|lead|vicepresident|the|of|for|at|new|senior|group|global|company|firm|business)\b/gi;

function spelledOut(office: string): string {
  return SPELLED.reduce((text, [short, long]) => text.replaceAll(short, long), office);
}

/**
 * Whether an office that is claimed is one that is told: at the same level, and of the same department where one is named. Of two offices that are not the
 * same namesakes.ts may still not know that they are two people's.
 */
export function isSameOffice(claimed: string, told: string): boolean {
  const [one, other] = [spelledOut(claimed), spelledOut(told)];
  const differs = (word: string) =>
    new RegExp(`\\b${word}\\b`, 'i').test(other) && !new RegExp(`\\b${word}\\b`, 'i').test(one);
  if (QUALIFIERS.some(differs) || (FORMER.test(other) && !FORMER.test(one))) return false;
  const level = levelOf(one);
  if (!partsOf(told).some((part) => levelOf(spelledOut(part)) === level)) return false;
  const department = one.replaceAll(GENERIC, ' ').replaceAll(ANY_OFFICE_WORDS, ' ');
  return HELD_OF_ALL.has(level) || !/\p{L}{3}/u.test(department) || shareSaid(department, other) >= LEAST_SAME;
}

/** Levels without departments. */
const HELD_OF_ALL = new Set(['whole', 'founder', 'owner', 'partner', 'chair']);
/** Words of a longer description of the same department may differ. */
const LEAST_SAME = 0.5;
const ANY_OFFICE_WORDS = new RegExp(ANY_OFFICE, 'gi');

function levelOf(office: string): string {
  if (WHOLE.test(office)) return 'whole';
  if (/\bvicepresident\b/i.test(office)) return 'vice president';
  if (/\bchief\b/i.test(office)) return 'chief';
  if (/\b(?:head|director|lead|leader)\b/i.test(office)) return 'head';
  return (ANY_OFFICE.exec(office)?.[0] ?? '').toLowerCase();
}
