import { ANY_OFFICE } from './office-words.ts';
import { shareSaid } from './support.ts';
import type { Tenure } from './tenure.ts';

/** An office as a text tells of it. */
export type Office = {
  /** The words of the office with its department. */
  phrase: string;
  /** With what stands around it, in which the department may be named as well. */
  around: string;
  tenure: Tenure;
  /** The organisations at which it is held, by the words of the text; none where it names none but the employer. */
  places: readonly string[];
  /** Where these may stand besides, as in the title of a page. */
  beside: string;
  /** Whether it is said to be held at the employer. */
  isAtEmployer: boolean;
};

const SPELLED: readonly [RegExp, string][] = [
  [/\bceo\b/gi, 'chief executive'],
  [/\bcfo\b/gi, 'chief financial officer'],
  [/\bcoo\b/gi, 'chief operating officer'],
  [/\bcto\b/gi, 'chief technology officer'],
  [/\bcmo\b/gi, 'chief marketing officer'],
  [/\bcio\b/gi, 'chief information officer'],
  [/\bcro\b/gi, 'chief revenue officer'],
  [/\bcso\b/gi, 'chief strategy officer'],
  [/\bcdo\b/gi, 'chief data officer'],
  [/\bciso\b/gi, 'chief information security officer'],
  [/\bchro\b/gi, 'chief human resources officer'],
  [/\bc([b-gi-z])o\b/gi, 'chief $1 officer'],
  [/\b[se]?vps?\b|\bvice[ -]presidents?\b/gi, 'vicepresident'],
  [/\b(?:hr|human resources|personnel)\b/gi, 'human resources people'],
  [/\bit\b/g, 'information technology'],
  [/\bIT\b/g, 'information technology'],
  [/\b(?:procurement|purchasing|buying)\b/gi, 'procurement purchasing'],
  [/\bco-?founders?\b/gi, 'founder'],
  [/\bchair(?:man|woman|person)\b/gi, 'chair'],
  [/\b(?:attorney|lawyer)\b/gi, 'lawyer'],
];
const WHOLE = /\bchief executives?(?: officer)?\b|\bmanaging directors?\b|\bgeneral managers?\b|\bpresidents?\b/i;
const GENERIC =
  /\b(?:chief|officer|head|director|manager|leader|lead|vicepresident|the|of|for|at|and|new|first|former|formerly|ex|previous|previously|current|next|future|incoming|outgoing|interim|acting|deputy|vice|assistant|associate|junior|co|joint|senior|group|global|company|firm|business|team|department|division|unit|role|post|position)\b/gi;
/** They make another office of one. */
const QUALIFIERS: readonly RegExp[] = [
  /\b(?:deputy|vice)\b/i,
  /\b(?:interim|acting|temporary|caretaker)\b/i,
  /\bassociate\b/i,
  /\bassistant (?=\p{L})/iu,
  /\bjunior\b/i,
  /\bhonorary\b/i,
];
/** Levels without departments. */
const HELD_OF_ALL = new Set(['whole', 'founder', 'owner', 'partner', 'chair']);
/** Words of a longer description of the same department may differ. */
const LEAST_SAME = 0.5;
const ANY_OFFICE_WORDS = new RegExp(ANY_OFFICE, 'giu');

export function spelledOut(office: string): string {
  return SPELLED.reduce((text, [short, long]) => text.replaceAll(short, long), office);
}

/** What of a phrase names a department, in words of three letters at least; empty where none is named. */
export function departmentIn(phrase: string): string {
  const words = spelledOut(phrase).replaceAll(GENERIC, ' ').replaceAll(ANY_OFFICE_WORDS, ' ');
  return /\p{L}{3}/u.test(words) ? words : '';
}

/** Whether an office is held of a whole company, so that no department makes it another. */
export function isOfAll(phrase: string): boolean {
  return HELD_OF_ALL.has(levelOf(spelledOut(phrase)));
}

/** Whether what stands behind `of` is the organisation. */
export function isOfCompany(phrase: string): boolean {
  return isOfAll(phrase) || levelOf(spelledOut(phrase)) === 'chief';
}

/** Whether it is one of those that are put over a department. */
export function isOverDepartment(phrase: string): boolean {
  const level = levelOf(spelledOut(phrase));
  return ['vice president', 'chief', 'head', 'manager', 'officer'].includes(level);
}

/**
 * Whether an office that is claimed is one that is told: at the same level and time, in the same way (`interim`), of the same department where one is
 * named, and at the same organisation. Of two offices that are not the same namesakes.ts may still not know that they are two people's.
 */
export function isSameOffice(claimed: Office, told: Office): boolean {
  if (!isSameTime(claimed.tenure, told.tenure) || !isAtSamePlace(claimed, told)) return false;
  const [one, other] = [spelledOut(claimed.phrase), spelledOut(told.phrase)];
  if (QUALIFIERS.some((qualifier) => qualifier.test(one) !== qualifier.test(other))) return false;
  if (abbreviated(one) !== '' && abbreviated(one) === abbreviated(other)) return true;
  const [level, known] = [levelOf(one), levelOf(other)];
  if (level !== known && !(level === 'head' && known === 'chief')) return false;
  const department = departmentIn(claimed.phrase);
  return HELD_OF_ALL.has(level) || department === '' || shareSaid(department, spelledOut(told.around)) >= LEAST_SAME;
}

function isSameTime(claimed: Tenure, told: Tenure): boolean {
  return claimed === told || (claimed === 'past' && told !== 'future') || (claimed === 'former' && told === 'past');
}

function isAtSamePlace(claimed: Office, told: Office): boolean {
  if (claimed.isAtEmployer && !told.isAtEmployer && told.places.length > 0 && isOfCompany(told.phrase)) return false;
  const known = `${told.places.join(' ')} ${told.isAtEmployer && told.places.length === 0 ? '' : told.beside} ${told.phrase}`;
  return claimed.places.every((place) => known.toLowerCase().includes(place.toLowerCase()));
}

/** `cpo` of `chief people officer` and of `CPO`. */
function abbreviated(office: string): string {
  const words = /\bchief ((?:[\p{L}&-]+ ){1,3})officer\b/iu.exec(office)?.[1]?.trim().split(' ') ?? [];
  return [...new Set(words.map((word) => word.slice(0, 1).toLowerCase()))].join('');
}

function levelOf(office: string): string {
  if (WHOLE.test(office)) return 'whole';
  if (/\bvicepresident\b/i.test(office)) return 'vice president';
  if (/\bchief\b/i.test(office)) return 'chief';
  if (/\b(?:heads?|directors?|leads?|leaders?)\b/i.test(office)) return 'head';
  return (ANY_OFFICE.exec(office)?.[0] ?? '').toLowerCase().replace(/s$/, '');
}
