import { ANY_OFFICE, nameIn, sentencesNaming, withoutEmployer } from './employer-ties.ts';
import { fold, namesPerson, shortNamesOf } from './names.ts';
import { namesOf } from './parties.ts';
import { isSameOffice, partsOf } from './same-office.ts';
import { MOST_OF_TITLE, splitPage } from './sentences.ts';
import type { RunSource } from './sources.ts';
import type { GuestSubject } from './subject.ts';

const ARTICLE = "(?:the|an?|our|its|their|his|her|[Tt]he company's)";
const OFFICE = ANY_OFFICE.source;
const COPULA = '(?:is|was|has been|had been|have been|will be|to be)';
const TAKEN_ON = '(?:appointed|named|promoted|elected|hired|made|recruited|chosen)';
/** Between a name and what is said of it: `, who joined in May,`, ` (Northpeak)`, ` of Northpeak`. */
const ASIDE = String.raw`(?<aside>\s\([^()]{1,60}\)|,[^,;]{1,80},(?=\s)|\s(?:of|from|at)\s[^,;.|]{1,40}?(?=\s(?:${COPULA}|${TAKEN_ON}|as|who|becomes?|became|remains?|remained)\s|\s?[,|:(\u2013\u2014-]))?`;
const SINCE = '(?:now|also|currently|today|still|since \\d{4})';
/** What ties what follows it to the name before it. */
const LINK = `(?<link>,?(?: who)?(?: ${SINCE})* (?:${COPULA}(?: ${SINCE}| ${TAKEN_ON})*(?: as| to be| to)?|becomes?|became|remains?|remained|${TAKEN_ON}(?: as| to)?)|[^.;:|()]{1,80}? as|\\s?[,|:(\\u2013\\u2014-](?: ${SINCE})?|)`;
const SAID_OF_NAME = new RegExp(
  `^${ASIDE}${LINK}\\s?(?<article>${ARTICLE} )?(?<phrase>[^.,;:|()\\u2013\\u2014]+)`,
  'u',
);
const ENDS_PHRASE =
  /\s(?:(?:who|that|which|said|says|told|since|until|on|at|where|when|because|but|while|whereas)(?=\s)|in (?=\d|\p{Lu}))/u;
/** `assistant to the chief executive`, `works with CEO Max Muster`: the office of somebody else. */
const OF_ANOTHER = new RegExp(
  String.raw`(?:^|\s)(?:of|to|for|with|under|by|from|behind|beside|against|alongside)\s(?:${ARTICLE}\s)?(?:[\p{L}-]+\s){0,2}(?:${OFFICE})(?![\p{L}])`,
  'iu',
);
const TAKES_ON = /\b(?:appoint|nam|promot|elect|hir|recruit|introduc|describ|prais|thank|welcom)(?:e?s|ed|ing)?\s$/;
const TAKES_ON_NAME =
  /\b(?:appoint|nam|promot|elect|hir|recruit|introduc|describ|prais|thank|interview|welcom)(?:e?s|ed|ing)\s(?:\p{Ll}+\s)*\p{Lu}/u;

/**
 * Whether a sentence gives a guest an office that none of the sources gives to this person: `Anna Berg is CEO` of a page that says `Anna Berg reports to
 * CEO Max Muster`. The same office in other words (`CFO`, `finance chief`, `leads finance`) is the same.
 *
 * @param about Whose the sentence is where it names nobody, as in the part of a briefing about one guest.
 */
export function claimsForeignOffice<G extends GuestSubject>(
  sentence: string,
  { guests, about }: { guests: readonly G[]; about?: G | undefined },
  sourcesOf: (guest: G) => readonly RunSource[],
): boolean {
  if (!ANY_OFFICE.test(sentence)) return false;
  return guests.some((guest) => {
    const { name, companyDomain } = guest;
    if (name === null) return false;
    const person = calledIn(guest);
    const isNamed = new RegExp(person, 'u').test(sentence);
    if (!isNamed && about !== guest) return false;
    const claimed = officesTied(isNamed ? sentence : withName(sentence, name), person);
    if (claimed.length === 0) return false;
    const own = sourcesOf(guest);
    if (isNamed && own.some((source) => ` ${fold(`${source.title} ${source.text}`)} `.includes(` ${fold(sentence)} `)))
      return false;
    const told = own.flatMap((source) => officesTold(source, guest, person));
    const plain = (office: string) =>
      companyDomain === null ? office : withoutEmployer(office, { name, companyDomain, companyNames: [] });
    return claimed.flatMap(partsOf).some((office) => !told.some((other) => isSameOffice(plain(office), plain(other))));
  });
}

const PRONOUN = /\b(?:[Hh]e|[Ss]he)\b/;

function withName(sentence: string, name: string): string {
  return PRONOUN.test(sentence) ? sentence.replace(PRONOUN, name) : `${name}, ${sentence}`;
}

/** What a sentence says of a guest besides the names and the offices. */
export function withoutGuest(sentence: string, guest: GuestSubject): string {
  if (guest.name === null) return sentence;
  const person = calledIn(guest);
  const offices = officesTied(sentence, person);
  return offices.reduce(
    (text, office) => text.replace(office, ' '),
    sentence.replaceAll(new RegExp(person, 'gu'), ' '),
  );
}

function calledIn(guest: GuestSubject): string {
  return [nameIn(guest.name ?? ''), ...shortNamesOf(guest)].join('|');
}

/** The offices that a page gives a person, also as `she` and where the page is the person's own. */
function officesTold(source: RunSource, { name }: GuestSubject, person: string): string[] {
  if (name === null) return [];
  const naming = sentencesNaming(source, person, name);
  const lines = namesPerson(source.title.slice(0, MOST_OF_TITLE), name)
    ? splitPage(source.text).filter((line) => OPENS_WITH_OFFICE.test(line))
    : [];
  const said = [...naming, ...lines.map((line) => `${name}, ${line}`)];
  return said.flatMap((sentence) => [...officesTied(sentence, person), ...officesInVerbs(sentence, person)]);
}

/** `Chief Financial Officer since May`, as on a profile. */
const OPENS_WITH_OFFICE = new RegExp(
  String.raw`^(?!(?:the|its|our|an?)\s)(?:[\p{L}&-]*\s){0,3}(?:${OFFICE})(?![\p{L}'\u2019])`,
  'iu',
);

/** `Anna Berg leads finance`: head of it by other words. */
function officesInVerbs(sentence: string, person: string): string[] {
  const leads = new RegExp(
    `(?:${person}),?(?: who)?(?: ${SINCE}| has)* (?:leads|led|heads|headed|runs|directs|manages|oversees|is in charge of|is responsible for) (?<what>[^.,;:|]{2,60})`,
    'gu',
  );
  const founds = new RegExp(`(?:${person}),?(?: who)? (?:co-?)?founded |founded by (?:${person})`, 'u');
  const owns = new RegExp(`(?:${person}),?(?: who)? (?:owns|chairs) `, 'u');
  return [
    ...[...sentence.matchAll(leads)].flatMap(({ groups }) => {
      const what = groups?.['what'] ?? '';
      const isWhole = /^(?:the |our )?(?:company|firm|business|group)\b|^\p{Lu}/u.test(what);
      return [`head of ${what}`, `manager of ${what}`, `${what} lead`, ...(isWhole ? ['chief executive'] : [])];
    }),
    ...(founds.test(sentence) ? ['founder'] : []),
    ...(owns.test(sentence) ? ['owner', 'chair'] : []),
  ];
}

/** The offices that the words around a name give to whom it names. */
function officesTied(sentence: string, person: string): string[] {
  return [...sentence.matchAll(new RegExp(person, 'gu'))].flatMap(({ index, 0: name }) => {
    const before = sentence.slice(0, index);
    const rest = sentence.slice(index + name.length);
    return [...officeBefore(before, rest), ...officeBehind(before, rest)].filter((office) => ANY_OFFICE.test(office));
  });
}

/** `CEO Anna Berg`, `The chief executive, Anna Berg,`, `The new CEO of Northpeak is Anna Berg` */
const BEFORE_NAME = new RegExp(
  String.raw`(?<office>(?:[\p{L}&-]+\s){0,3}(?:${OFFICE})(?:\sof(?:\s(?:the|our))?(?:\s[\p{L}&-]+){1,3}|\s[\p{L}&-]+)?)(?<join>\s|:\s|,\s|\s(?:is|was|will be|remains)\s)$`,
  'iu',
);

function officeBefore(before: string, rest: string): string[] {
  const { office = '', join = '' } = BEFORE_NAME.exec(before)?.groups ?? {};
  const tail = office.replace(new RegExp(`^.*(?:${OFFICE})`, 'iu'), '');
  // `CEO welcomed Anna Berg`
  if (office === '' || (tail !== '' && !/^\s(?:of\s|\p{Lu})/u.test(tail))) return [];
  const isApposition = /^(?:the|its|our|their|a|an)\s/i.test(office) && /^(?:[,.;)]|\sand\s|$)/.test(rest);
  if (join === ', ' && !isApposition) return [];
  return [office.replace(/^.*['\u2019]s\s/u, '').replace(/^.*\s(?:to|with|by|for|from|under|as)\s/iu, '')];
}

function officeBehind(before: string, rest: string): string[] {
  const { aside = '', link = '', phrase = '' } = SAID_OF_NAME.exec(rest)?.groups ?? {};
  const said = phrase.split(ENDS_PHRASE)[0] ?? '';
  const inAside = ANY_OFFICE.test(aside) ? officeBehind('', aside.replace(/,$/, '')) : [];
  // `Anna Berg, Max Muster, CEO of ...`: what follows is the other one's.
  if (inAside.length === 0 && /^,(?:\s\p{Lu}[\p{L}-]*){2,},$/u.test(aside)) return [];
  if (link === '' && !aside.startsWith(',') && !TAKES_ON.test(before) && !/^\p{Lu}/u.test(said)) return inAside;
  if (link.endsWith(' as') && TAKES_ON_NAME.test(link)) return inAside;
  const own = (said.split(OF_ANOTHER)[0] ?? '').replace(/^.*['\u2019]s\s/u, '').trim();
  return isHeldBySomebodyElse(own) ? inAside : [...inAside, own];
}

/** `CEO Max Muster`, `praising the CEO` */
function isHeldBySomebodyElse(phrase: string): boolean {
  const found = ANY_OFFICE.exec(phrase);
  if (!found) return true;
  const [before, after] = [phrase.slice(0, found.index), phrase.slice(found.index + found[0].length)];
  if (/\s(?:the|an?|its|our|their|his|her)\s/i.test(` ${before}`) || /^(?:is|are|was|were|has|said)\s/.test(before))
    return true;
  // `appointed Max Muster as CFO`
  if (/\p{Lu}\p{L}+\sas\s(?:\p{L}+\s){0,2}$/u.test(before)) return true;
  const isNextNamed = /^\s\p{Lu}\p{Ll}+\s\p{Lu}\p{Ll}+/u.test(after) && namesOf(after).length > 0;
  const isOfNoDepartment =
    /^(?:c[efotim]o|founder|partner|owner|chair\p{L}*)$/iu.test(found[0]) || /^\p{Ll}/u.test(found[0]);
  return isNextNamed && isOfNoDepartment;
}
