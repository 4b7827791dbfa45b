import { ANY_OFFICE, DEPARTMENT, EMPLOYER, GUEST, isPerson, OFFICE_NAME, RUN } from './office-words.ts';
import { isOfAll, isOfCompany, isOverDepartment, type Office } from './same-office.ts';
import { tenureOf } from './tenure.ts';

/** Words for an office in a sentence, and what stands around them. */
export type Title = {
  /** Up to the first word of the phrase. */
  lead: string;
  /** `interim head of sales` */
  phrase: string;
  /** Without the department behind it: `interim head`. */
  core: string;
  isPlural: boolean;
  /** Behind the core. */
  after: string;
  start: number;
  end: number;
};

/** As much of a sentence around an office is looked at. */
const REACH = 140;
const EACH_OFFICE = new RegExp(OFFICE_NAME, 'giu');
const WORDS_BEFORE = /(?:[\p{L}\p{N}&/-]+ ){1,4}$/u;
/** No part of an office that begins behind them. */
const STOP =
  /^(?:the|an?|our|its|their|his|her|is|are|was|were|be|been|being|as|of|to|for|under|with|by|from|at|in|on|and|or|but|who|that|which|has|have|had|will|would|remains?|became|becomes?|become|appoint\w*|named?|promot\w*|elect\w*|hir\w*|made|makes?|recruit\w*|chosen|now|also|currently|today|still|once|not|never|longer|since|in|met|prais\w*|thank\w*|welcom\w*|announc\w*|join\w*|said|says|until|between|one|\d+)$/iu;
const ENDS_PHRASE =
  /[.,;:|()/\u2013\u2014\uE000]|\s(?:who|that|which|said|says|told|since|until|on|at|where|when|because|but|while|whereas|with|as|to|from|is|was|has|had|and|&)(?=\s|$)|\sin\s(?=\d|\p{Lu})/u;
/** A prize. */
const OF_THE_YEAR = /^\s(?:of|in) the (?:year|month|week|decade|match)\b/;
/** `Vice President, Operations` */
const LEVEL_AND_COMMA = new RegExp(
  String.raw`(?<=\b(?:director|head|manager|vp|president|lead|leader|officer|engineer|counsel|partner)),\s(?=(?:\p{Lu}\p{L}*\s)?(?:${DEPARTMENT})(?![\p{L}]))`,
  'giu',
);

/** The offices in a sentence whose guest and employer are marked. */
export function titlesIn(sentence: string): Title[] {
  const text = joined(sentence);
  const found = [...text.matchAll(EACH_OFFICE)].filter(
    ({ index, 0: core }) => !OF_THE_YEAR.test(text.slice(index + core.length, index + core.length + REACH)),
  );
  return found.map(({ index, 0: core }) => {
    const before = text.slice(Math.max(0, index - REACH), index);
    const words = WORDS_BEFORE.exec(before)?.[0].trim().split(' ') ?? [];
    const own = words.slice(
      words.findLastIndex((word, at) => STOP.test(word) || isBetweenOffices(word, words.slice(0, at))) + 1,
    );
    const front = own.length === 0 ? '' : `${own.join(' ')} `;
    const after = text.slice(index + core.length, index + core.length + REACH);
    const [tail = ''] = after.split(ENDS_PHRASE);
    return {
      lead: before.slice(0, before.length - front.length),
      phrase: `${front}${core}${tail}`,
      core: `${front}${core}`,
      isPlural: /s$/i.test(core) && !/sales$/i.test(core),
      after,
      start: index - front.length,
      end: index + core.length,
    };
  });
}

/** `General Counsel & Company Secretary`, not `Product & Technology`. */
function isBetweenOffices(word: string, before: readonly string[]): boolean {
  return word === '&' && ANY_OFFICE.test(before.join(' '));
}

/** With `of` for the comma between an office and its department. */
export function joined(sentence: string): string {
  return sentence.replaceAll(LEVEL_AND_COMMA, ' of ');
}

const SOME = '(?:(?:the|an?|our|its|their|his|her|new|first|current|then)\\s)';
const OF_DEPARTMENT = String.raw`(?:\s(?:of|for|at)\s(?:(?:the|our|its|all)\s)?(?!\p{L}+ed\s|is\s|was\s)(?:[\p{L}&-]+|${EMPLOYER})(?:\s(?:and\s)?(?!(?:and|as|is|was|met|who|with|from|under|said|says|in|at|to|by|since|when|after|before|has|\p{L}+ed)\s)[\p{Ll}&-]+){0,2})?`;
const BEFORE_GUEST = new RegExp(
  `^${OF_DEPARTMENT}(?:\\s|:\\s|\\s?[(|\\u2013\\u2014-]\\s?|\\s(?:is|was|will be|remains|becomes)\\s)${GUEST}`,
  'u',
);
const NEAR_GUEST = new RegExp(`^[^.;:]{0,100}?,\\s${GUEST}`, 'u');
const BEHIND_GUEST = new RegExp(
  `${GUEST}(?:,|\\s?[|:(\\u2013\\u2014-])?\\s?(?:(?:who )?(?:is|was|has been|became|becomes|remains)\\s)?${SOME}?$`,
  'u',
);
const BEFORE_OTHER = new RegExp(`^${OF_DEPARTMENT}(?:\\s|:\\s|\\s\\()(?<run>${RUN})`, 'u');
const BEFORE_OTHER_SAID = new RegExp(`^${OF_DEPARTMENT}(?:,|\\s(?:is|was|will be|remains))\\s(?<run>${RUN})`, 'u');
const BEFORE_SURNAME = new RegExp(`^\\s(?<run>\\p{Lu}[\\p{L}'-]+)(?!\\s\\p{Lu})`, 'u');
const BEHIND_OTHER = new RegExp(
  `(?<run>${RUN})(?:,|\\s?[|:(\\u2013\\u2014]|,?(?:\\swho)?\\s(?:is|was|will be|has been|became|becomes|remains)(?:\\snow|\\salso|\\sstill)?)\\s?${SOME}?$`,
  'u',
);
const OTHER_AS = new RegExp(`(?<before>(?:^|\\S+)\\s?)(?<run>${RUN}),?\\sas\\s${SOME}?$`, 'u');
/** `succeeded Max Muster as CEO`: not Max Muster's any more. */
const INSTEAD = /(?:succeed|replac|follow|join)\w*\s$|\b(?:with|under|after|for|from|alongside|by|beside|to)\s$/;
const RELATED =
  /(?:^|\s)(?:to|with|under|by|behind|beside|against|alongside|for|from|of|without|between)\s(?:(?:the|an?|our|its|their|his|her|\S+'s)\s)?(?:(?!(?:and|or|as|is|who|be|become|lead|serve)\s)[\p{L}-]+\s){0,2}$/u;
const BROUGHT_TO =
  /\b(?:promot\w+|appoint\w+|nam\w+|elect\w+|elevat\w+|advanc\w+|rose|risen|rises|rise|mov\w+|return\w*|stepp?\w* up|upgrad\w+|went|from [^,;]+)\s(?:[\p{L}\uE000-]+\s){0,2}(?:to|from)\s(?:[\p{L}'-]+\s){0,3}$/u;
const IN_OFFICE =
  /\b(?:roles?|positions?|posts?|jobs?|titles?|offices?|functions?|duties|ranks?|one|two|three|four|five|capacity|seat|responsibilities)\sof\s(?:[\p{L}'-]+\s){0,3}$/u;
const OF_KIN =
  /(?:\b(?:whose|[Hh]er|[Hh]is|[Tt]heir)|\uE000's)\s(?:[\p{L}-]+\s){0,2}?(?:husband|wife|spouse|father|mother|brother|sister|son|daughter|uncle|aunt|cousin|boss|predecessor|successor|colleague|friend|mentor)\b[^;]*$/u;
/** `advises the CEO`, `wants a manager`: behind a verb that makes nobody the holder of an office. */
const OBJECT_OF =
  /(?<![\p{L}'-])(?!(?:is|was|are|were|be|been|being|as|becom\p{L}*|became|remain\p{L}*|stay\p{L}*|now|also|currently|today|still|once|again|soon|not|never|longer|even|only|both|and|or|but|than|of|to|in|into|at|on|with|from|by|for|under|that|when|while|since|who|hold\p{L}*|held|tak(?:es|en|ing)|took|fill\p{L}*|assum\p{L}*|accept\p{L}*|got|said|says|serv\p{L}*|act\p{L}*|announc\p{L}*|ha[ds]|have)\s)\p{Ll}+\s(?:(?:out\s)?for\s)?(?:the|an?|its|our|their|her|his)\s(?:[\p{L}-]+\s){0,2}$/u;
/** There it is the guest who becomes it. */
const MADE =
  /\b(?:is|was|were|been|be|being)\s(?:\p{L}+\s)?(?:appointed|named|promoted|elected|hired|made|recruited|chosen|called|considered)\s(?:the|an?|its|our|their|her|his)\s(?:[\p{L}-]+\s){0,2}$/u;
const BESIDE_GUEST = new RegExp(`(?:${GUEST}|${RUN})\\sand\\s(?:the|its|our|their|her|his)\\s$`, 'u');
const SPEAKS = new RegExp(
  `^[^.;:]{0,100}?,\\s${GUEST},?\\s(?:said|says|told|adds|added|explains|explained|writes|wrote)`,
  'u',
);
/** `The CEO of Northpeak praised ...` */
const SUBJECT = new RegExp(
  `^${OF_DEPARTMENT}\\s(?!(?:of|at|for|in|since|from|on|with|and|or|who|until|by|to|as|responsible)\\s)\\p{Ll}+\\s`,
  'u',
);
const LIST = `(?:(?:${RUN}|${GUEST})(?:,\\sand\\s|,\\s|\\sand\\s|\\s&\\s)?){0,8}`;
const LIST_BEHIND = new RegExp(`^(?:\\s(?:of|at)\\s${EMPLOYER})?(?::|\\sare|\\swere)?\\s${LIST}${GUEST}`, 'u');
const LIST_BEFORE = new RegExp(`${GUEST}(?:,?\\s(?:and|&)\\s|,\\s)?${LIST}(?:,|\\s\\(|\\s(?:are|were|became|as))`, 'u');
const ONE_OF =
  /\b(?:one|two|three|among|amongst|both) of (?:the|its|our|their|\uE001's)?\s?(?:[\p{L}-]+\s){0,2}$|\b(?:are|were|as)\s(?:the\s|its\s)?$/u;

/** Whether the office is said of somebody else than the guest, of whom the sentence speaks as well. */
export function isOfAnother({ lead, phrase, after, isPlural }: Title): boolean {
  if (isPlural) return !LIST_BEHIND.test(after) && !LIST_BEFORE.test(lead) && !ONE_OF.test(lead);
  if (/^'s?\s/.test(after)) return true;
  if (BEFORE_GUEST.test(after)) return false;
  if (OF_KIN.test(lead) && !/,\s(?:who )?(?:is|has|joined|\p{L}+ed)\s/u.test(lead.replace(/^.*\bwhose\b/u, '')))
    return true;
  if (names(BEFORE_OTHER, after) || isSurname(phrase, after)) return true;
  if (BEHIND_GUEST.test(lead)) return false;
  const firstTwo = phrase.split(' ').slice(0, 2).join(' ');
  if (new RegExp(`^${RUN}$`, 'u').test(firstTwo) && isPerson(firstTwo)) return true;
  if (names(BEHIND_OTHER, lead) || isAsOther(lead)) return true;
  if (names(BEFORE_OTHER_SAID, after) && !/\bas\s$/.test(lead)) return true;
  if (NEAR_GUEST.test(after) && !SPEAKS.test(after)) return false;
  if (RELATED.test(lead) && !BROUGHT_TO.test(lead) && !IN_OFFICE.test(lead)) return true;
  if ((OBJECT_OF.test(lead) && !MADE.test(lead) && !IN_OFFICE.test(lead)) || BESIDE_GUEST.test(lead)) return true;
  return (
    !lead.includes(GUEST) && !/\b[Aa]s\s(?:\p{L}+\s)?$/u.test(lead) && !IN_OFFICE.test(lead) && SUBJECT.test(after)
  );
}

function names(pattern: RegExp, text: string): boolean {
  const run = pattern.exec(text)?.groups?.['run'];
  return run !== undefined && isPerson(run);
}

/** `CEO Muster`, not `VP Operations`. */
function isSurname(phrase: string, after: string): boolean {
  return isOfAll(phrase) && names(BEFORE_SURNAME, after);
}

function isAsOther(lead: string): boolean {
  const { before = '', run = '' } = OTHER_AS.exec(lead)?.groups ?? {};
  return run !== '' && isPerson(run) && !INSTEAD.test(before);
}

const AT = new RegExp(
  String.raw`\b(?<word>of|at|for)\s(?:the\s)?(?<place>${EMPLOYER}|\p{Lu}[\p{L}\p{N}&-]*(?:\s(?:&\s)?\p{Lu}[\p{L}\p{N}&-]*)*)`,
  'gu',
);
const IS_DEPARTMENT = new RegExp(`^(?:${DEPARTMENT})(?![\\p{L}])`, 'iu');
const OWNED = new RegExp(
  String.raw`(?<place>${EMPLOYER}|\p{Lu}[\p{L}\p{N}&-]*(?:\s\p{Lu}[\p{L}\p{N}&-]*)*)'s\s(?:[\p{Ll}-]+\s){0,2}$`,
  'u',
);

/** An office as it is claimed or told, with the organisations that it is tied to. */
export function officeOf(title: Title, { isTold, beside }: { isTold: boolean; beside: string }): Office {
  const { lead, phrase, after } = title;
  const [near = ''] = after.split(/[,;()|]|\s(?:and|who|which|met|while|but)\s/);
  const found = [...near.matchAll(AT)].map(({ groups }) => ({
    word: groups?.['word'],
    place: groups?.['place'] ?? '',
  }));
  const owned = OWNED.exec(lead)?.groups?.['place'];
  const places = [
    ...found
      .filter(({ word, place }) => !IS_DEPARTMENT.test(place) && (word !== 'of' || isTold || isOfCompany(phrase)))
      .map(({ place }) => place),
    ...(owned === undefined ? [] : [owned]),
  ];
  const isAtEmployer = places.includes(EMPLOYER);
  const elsewhere = places.filter((place) => place !== EMPLOYER && place !== GUEST);
  const isBound = isTold && (isAtEmployer || elsewhere.length > 0);
  return {
    phrase,
    around: isTold ? aroundOf(title) : phrase,
    tenure: tenureOf(title),
    places: elsewhere,
    isAtEmployer,
    beside: isBound ? '' : `${beside} ${isTold ? linkedPlaces(lead, after) : ''}`,
  };
}

/** Who is put over something is put over what stands behind the office; what an accountant works in may stand before it as well. */
function aroundOf({ lead, phrase, after }: Title): string {
  const behind = after.split(/[.;:()]|\s(?:who|which|while)\s/)[0] ?? '';
  return isOverDepartment(phrase) ? `${phrase} ${behind}` : `${lead} ${phrase} ${behind}`;
}

/** Of a sentence that names the organisation apart from the office: `joined Contoso as CFO`, `Anna Berg, CFO, Contoso`. */
function linkedPlaces(lead: string, after: string): string {
  const named = `${lead} ${GUEST} ${after}`.matchAll(
    /(?:\b(?:join\w*|of|at|for|from|left|[Ww]ith)\s(?:the\s)?|,\s|^|[|(\u2013\u2014-]\s?)(\p{Lu}[\p{L}\p{N}&-]*(?:\s\p{Lu}[\p{L}\p{N}&-]*)*)/gu,
  );
  return [...named].map(([, place = '']) => place).join(' ');
}
