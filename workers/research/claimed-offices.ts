import { EMPLOYER, GUEST, LEADING, OFFICE_NAME, OPENS_WITH_OFFICE, PRONOUN, RUN, SINCE } from './office-words.ts';
import { departmentIn, type Office } from './same-office.ts';
import { isOfAnother, joined, officeOf, type Title, titlesIn } from './titles.ts';

/** A verb that opens a statement on the person under whose name it stands, before what it is about. */
const OPENS_WITH_VERB =
  /^(?!(?:Sales|Services|Resources|Devices|Series|Retired|Certified|Experienced|Qualified|Chartered|Seasoned)\s)(?:\p{L}+(?:ed|es)|Is|Was|Has|Had|Will|Became|Took|Leads|Led|Heads|Runs|Owns|Chairs|Directs|Holds|Held|Joins|Left|Met|Sees|Works|Reports|Speaks|Spoke|Sits|Wants|Appoints|Steps)\s/u;
/** `Began as an apprentice` */
const OPENS_WITH_ACTION = /^\p{Lu}\p{Ll}+\s(?:as|an?|the|its|her|his|by|on|with|over|down|up)\s/u;
/** `Appointed CFO in May`, not `Appointed a CFO`. */
const OPENS_WITH_TAKEN_ON = new RegExp(
  `^(?:Appointed|Named|Promoted|Elected|Hired|Made|Recruited|Chosen)\\s(?:as |to be |to )?(?!(?:the|an?|its|her|his)\\s)(?:[\\p{L}&-]+\\s){0,2}(?:${OFFICE_NAME})`,
  'u',
);

/** A sentence that names nobody, with the guest for its subject. */
export function withSubject(sentence: string): string {
  if (PRONOUN.test(sentence)) return sentence.replace(PRONOUN, GUEST);
  const lower = `${sentence.slice(0, 1).toLowerCase()}${sentence.slice(1)}`;
  if (OPENS_WITH_TAKEN_ON.test(sentence)) return `${GUEST}, ${lower}`;
  return OPENS_WITH_VERB.test(sentence) || OPENS_WITH_ACTION.test(sentence) || !OPENS_WITH_OFFICE.test(sentence)
    ? `${GUEST} ${lower}`
    : `${GUEST}, ${sentence}`;
}

const COPULA = '(?:is|was|are|were|has been|had been|have been|being|will be|to be)';
const TAKEN_ON = '(?:appointed|named|promoted|elected|hired|made|recruited|chosen)';
const ADVERB = `(?:${SINCE}|once|not|never|no longer|again|soon)`;
const ARTICLE = `(?:the|an?|our|its|their|his|her|${EMPLOYER}(?:'s)?|[\\p{L}]+'s)`;
const ASIDE = String.raw`(?:\s\([^()]{1,60}\)|,[^,;]{1,80},(?=\s)|\s(?:of|from|at)\s[^,;.|]{1,40}?)?`;
/** What ties the office behind it to the name before it. */
const GIVES = new RegExp(
  `^${ASIDE}(?: and ${RUN})?(?:,?(?: who)?(?: ${ADVERB})* (?:${COPULA}(?: ${ADVERB}| ${TAKEN_ON})*(?: as| to be| to)?|becomes?|became|will(?: soon)? become|remains?|remained)|, ${TAKEN_ON}(?: as| to)?|[^.;:|()]{1,80}?(?:\\bas| (?:role|position|post|job|title) of)|\\s?[,|:(\\u2013\\u2014-](?: ${SINCE})?)(?: ${ADVERB}| ${ARTICLE})*\\s?$`,
  'u',
);
const TAKES_ON =
  /\b(?:appoint|nam|promot|elect|hir|recruit|introduc|describ|prais|thank|welcom|ma[dk])(?:e?s|ed|ing|e)?\s$/;
const BEFORE_GUEST = new RegExp(
  `^(?:\\s(?:of|at|for)\\s(?:the |our )?(?:[\\p{L}&-]+|${EMPLOYER})(?:\\s[\\p{L}&-]+){0,2})?(?<join>\\s|:\\s|,\\s|\\s(?:is|was|will be|remains)\\s)${GUEST}`,
  'u',
);

/** The offices of which a sentence makes the guest the holder. */
export function officesClaimed(text: string): Office[] {
  const claimed: Title[] = [];
  for (const title of titlesIn(text)) {
    const last = claimed.at(-1);
    const between = last === undefined ? '' : joined(text).slice(last.end, title.start);
    const isNext = last !== undefined && /^(?:,? and|,|\s?&|\/)\s?(?:the |an? )?$/.test(between);
    if (!isOfAnother(title) && (isNext || isGiven(title))) claimed.push(title);
  }
  return claimed.map((title) => officeOf(title, { isTold: false, beside: '' }));
}

function isGiven({ lead, phrase, after }: Title): boolean {
  const join = BEFORE_GUEST.exec(after)?.groups?.['join'];
  if (join !== undefined && (join !== ', ' || /(?:^|\b(?:the|its|our|an?|as)\s)$/i.test(lead))) return true;
  if (/^As (?:the |an? )?$/.test(lead) && after.includes(GUEST)) return true;
  const at = lead.lastIndexOf(GUEST);
  if (at === -1) return false;
  const between = lead.slice(at + GUEST.length);
  if (/^\s(?:(?:the|its|an?)\s)?$/.test(between)) return TAKES_ON.test(lead.slice(0, at)) || /^\p{Lu}/u.test(phrase);
  return GIVES.test(between);
}

/** What a sentence says that the guest leads, where it says what: `finance`. */
export function departmentsLed(text: string): string[] {
  return [...text.matchAll(LEADING)]
    .map(({ groups }) => (groups?.['what'] ?? '').split(/\s(?:as|at|in|since|for|with|from|by|who|and)\s/)[0] ?? '')
    .map((what) => departmentIn(what.replaceAll(EMPLOYER, ' ')))
    .filter((what) => what !== '');
}
