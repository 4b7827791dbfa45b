import { isOwnSite, mentionsCompany } from './company-pages.ts';
import { escapePattern, fold } from './names.ts';
import { MOST_OF_TITLE, splitPage } from './sentences.ts';
import type { RunSource } from './sources.ts';

/** A person by name, the employer's domain, and what the employer is called on its own site. */
export type Employed = { name: string; companyDomain: string; companyNames: readonly string[] };

/** Words of an office that one person holds at a time; who founded, owns or sits on a board may do something else besides. */
export const OFFICE =
  /\b(?:chief|head|director|manager|lead|leader|officer|vp|president|engineer|analyst|buyer|consultant|assistant|accountant|clerk|developer|designer|driver|technician|specialist|operator|planner|controller|counsel|secretary|coordinator|representative|mechanic|electrician|receptionist|apprentice|c[efotim]o)\b/i;

const WORD = String.raw`\p{Lu}[\p{L}\p{N}&-]*(?:'\p{L}{2,})?`;
/** `Northpeak`, `the Lyon Runners`, `Smith & Sons`, whole. */
const ORGANISATION = String.raw`(?<organisation>(?:[Tt]he )?${WORD}(?:\.\p{Ll}{2,})?(?: (?:(?:&|of|de|du|des|la|le) )?${WORD})*)(?![\p{L}\p{N}&-])`;
/** What makes a capitalised name one of an organisation, and not of a place or a person. */
const OF_ORGANISATIONS =
  /^the |\b(?:Inc|Ltd|LLC|LLP|GmbH|AG|SA|Corp|Company|Holdings?|Capital|Bank|Bakery|Club|Runners|Rovers|United|University|School|College|Institute|Hospital|Clinic|Church|Museum|Orchestra|Theatre|Foundation|Society|Association|Union|Council|Ministry|Agency|Studios?|Hotels?|Restaurant|Brewery|Airlines?)\b/i;
/** Such an office is held `of` a department; all others (`chief executive of`, `baker of`) of an organisation. */
const OF_DEPARTMENT = /\b(?:head|director|[se]?vp|president|manager|lead|leader|chief|(?<!executive )officer)$/i;
/** `Northpeak CFO` */
const OFFICE_AFTER_COMPANY = / (?:C[EFOTIM]O|Chief|Head|Director|Managing|President|VP|Vice|Senior)\b.*$/;
/** Who once was somewhere else, speaks, studied or sits on a board there may be at the employer today. */
const NOT_EMPLOYED =
  /\b(?:former|formerly|previously|once|ex|until|left|leaving|graduate|graduated|alumn\p{L}+|degree|studied|born|native|board|member|fellow|volunteer|mentor|judge|chair|trustee|advis[eo]r|speak\p{L}*|talk\p{L}*|present\p{L}*|appear\p{L}*|pictured|seen|based|author|winner|one|part|charge|(?:grand)?(?:son|daughter|father|mother)|wife|husband)\b/iu;
/** Speaks of the person in the sentence before, or of the company there. */
const OF_PERSON = /\b(?:he|she|his|her)\b/i;
const OF_COMPANY =
  /\b(?:we|our|its|the (?:company|firm|group|business|start-?up|maker|manufacturer|retailer|supplier|brand|bank|fund|team))\b/i;
/** `Finance director Alex Moreau said ...`: of the company that was spoken of. */
const BEFORE_NAME = String.raw`(?:chief executive|officer|director|manager|president|founder|c[efotim]o) `;
const OTHER_MATTER = /^(?:in other news|elsewhere|meanwhile|separately|also today|in brief)\b/i;
/** What somebody is said to be, right behind the name: `, head of sales at Northpeak`, ` is a partner of ...`. */
const SAID_TO_BE = /^(?:,? who (?:is|works)| is| has been| works|,)?(?<phrase>(?: [\p{L}\p{N}&'.-]+)+)/u;
/** What follows is said of something else. */
const ENDS_PHRASE = / (?:that|who|which|to|because|when|where|after|before|since|by|in)(?= )|\.(?= )/;
const HOLDS = '(?:works for|works at|runs|leads|heads|owns)';
const JOINS = `(?:(?:has |have |had )?(?:re)?joined|joins|is joining|founded|${HOLDS})`;
const TAKES_ON = '(?:(?:has |have )?(?:hired|appointed|named|promoted|recruited)|hires|appoints|names|promotes)';
const MAX_LINE_WORDS = 8;

/**
 * Whether a page ties a person to the employer: both stand in one sentence, in neighbouring ones of which the later goes on from the earlier, or the page
 * stands on the employer's own site. A sentence that says where else the person is (`Alex Moreau of Bluebell Bakery`) ties nothing, and what follows from
 * there needs a sentence that says in so many words that the person is at the employer (`Alex Moreau, head of sales at Northpeak`).
 */
export function tiesToEmployer(source: RunSource, person: Employed): boolean {
  const headline = plain(source.title.slice(0, MOST_OF_TITLE));
  const sentences = sentencesOf(source.text, person.name);
  const naming = [headline, ...sentences].filter((sentence) => names(sentence, person.name));
  if (naming.some((sentence) => isAtEmployer(sentence, person))) return true;
  if (naming.some((sentence) => isElsewhere(sentence, person))) return false;
  if (isOwnSite(source, person.companyDomain)) return naming.length > 0;
  return (
    naming.some((sentence) => mentions(sentence, person)) ||
    sentences.some((sentence, index) => goesOn([headline, sentences[index - 1] ?? ''], sentence, person))
  );
}

/** The sentences of a page that name the person, its title first, without those that say that somebody of the name is elsewhere. */
export function sentencesOn({ title, text }: RunSource, person: Employed): string[] {
  return [plain(title.slice(0, MOST_OF_TITLE)), ...sentencesOf(text, person.name)].filter(
    (sentence) => names(sentence, person.name) && (isAtEmployer(sentence, person) || !isElsewhere(sentence, person)),
  );
}

/** The sentences of a page that name a person, its title first, with those behind them that go on as `he` or `she`. */
export function sentencesNaming({ title, text }: RunSource, person: string, name: string): string[] {
  const named = new RegExp(person, 'u');
  const sentences = [plain(title.slice(0, MOST_OF_TITLE)), ...sentencesOf(text, name)];
  return sentences.flatMap((sentence, index) => {
    if (named.test(sentence)) return [sentence];
    const goesOn = index > 1 && named.test(sentences[index - 1] ?? '');
    return goesOn && OF_PERSON.test(sentence) ? [sentence.replace(/\b(?:[Hh]e|[Ss]he)\b/, name)] : [];
  });
}

/** What the employer is called on its own site, by the titles of its pages there: `Goldman Sachs` of `gs.com`. */
export function namesOnOwnSite(sources: readonly RunSource[], companyDomain: string | null): string[] {
  const [label = ''] = (companyDomain ?? '').split('.');
  const own = sources.filter((source) => isOwnSite(source, companyDomain));
  const parts = own.flatMap(({ title }) => [
    ...new Set(plain(title.slice(0, MOST_OF_TITLE)).split(/\s+[|\u2013\u2014-]\s+|:\s+/)),
  ]);
  const isCalled = (part: string) => {
    const words = fold(part).split(' ');
    const initials = words.map((word) => word.slice(0, 1)).join('');
    const isHeard = words.join('').startsWith(label.replaceAll('-', '')) || (label.length > 1 && initials === label);
    return words.length <= 4 && (isHeard || parts.filter((other) => other === part).length > 1);
  };
  return [...new Set(parts.filter((part) => part !== '' && isCalled(part)))];
}

function goesOn(before: readonly string[], sentence: string, person: Employed): boolean {
  if (OTHER_MATTER.test(sentence)) return false;
  if (!names(sentence, person.name)) {
    const speaksOfPerson = OF_PERSON.test(sentence) && mentions(sentence, person);
    return speaksOfPerson && before.some((earlier) => names(earlier, person.name));
  }
  const isOfCompany =
    OF_COMPANY.test(sentence) || new RegExp(`${BEFORE_NAME}${nameIn(person.name)}`, 'iu').test(sentence);
  return isOfCompany && before.some((earlier) => mentions(earlier, person));
}

/**
 * The sentences of a text. A name that has a line to itself, as in a list of speakers, goes with the line under it, and with the one under an office; who is
 * `He` or `She` at the beginning of the sentence after the name is named.
 */
function sentencesOf(text: string, name: string): string[] {
  const sentences = splitPage(text).map(plain);
  const isLine = (line: string) =>
    line !== '' && line.split(' ').length <= MAX_LINE_WORDS && !/[.!?"\u201d]$/.test(line);
  return sentences.map((sentence, index) => {
    const [next = '', last = ''] = sentences.slice(index + 1, index + 3);
    if (fold(sentence) === fold(name) && isLine(next)) {
      return [sentence, next, ...(OFFICE.test(next) && isLine(last) ? [last] : [])].join(', ');
    }
    return names(sentences[index - 1] ?? '', name) ? sentence.replace(/^(?:He|She)(?= )/, name) : sentence;
  });
}

/** In so many words: `Alex Moreau, head of sales at Northpeak`, `Alex Moreau, formerly of Bluebell Bakery, has joined Northpeak`. */
function isAtEmployer(sentence: string, person: Employed): boolean {
  const name = nameIn(person.name);
  const beside = `(?:,[^,;]*,| (?:of|from|at) (?:the )?${WORD}(?: ${WORD})*)?`;
  const places = [
    ...placesIn(sentence, person),
    ...organisations(sentence, `${name}${beside}(?: who| also| now)? ${JOINS} ${ORGANISATION}(?!'s)`),
    ...organisations(sentence, `${ORGANISATION} ${TAKES_ON} ${name}`),
    ...organisations(sentence, `${name} \\(${ORGANISATION}\\)`),
    ...organisations(sentence, `${ORGANISATION} ${name}`).map((called) => called.replace(OFFICE_AFTER_COMPANY, '')),
  ];
  return places.some((place) => isEmployer(place, person));
}

/** `Alex Moreau of Bluebell Bakery`, `Bluebell Bakery's Alex Moreau`, `Alex Moreau, who runs Bluebell Bakery`. */
function isElsewhere(sentence: string, person: Employed): boolean {
  const name = nameIn(person.name);
  const places = [
    ...placesIn(sentence, person),
    ...[
      `${name},? (?:who )?${HOLDS} ${ORGANISATION}`,
      `${name}(?:,| \\()(?: [^,;]+,)? ?${ORGANISATION}`,
      `${ORGANISATION}'s? (?:[\\p{Ll}-]+ ){0,4}${name}`,
    ]
      .flatMap((pattern) => organisations(sentence, pattern))
      .filter((place) => OF_ORGANISATIONS.test(place) && !OFFICE.test(place)),
  ];
  return places.some((place) => !isEmployer(place, person));
}

/** The organisations that a sentence says a person of the name is of. A place (`from Lille`) and a department (`head of Sales`) are none. */
function placesIn(sentence: string, person: Employed): string[] {
  const name = nameIn(person.name);
  const before = [...sentence.matchAll(new RegExp(`${ORGANISATION}'s? ${name}`, 'gu'))];
  const after = [...sentence.matchAll(new RegExp(name, 'gu'))].flatMap(({ index, 0: found }) => {
    const rest = sentence.slice(index + found.length);
    const isBare = / (?:of|at|from) /y.test(rest);
    const phrase = SAID_TO_BE.exec(rest)?.groups?.['phrase']?.split(ENDS_PHRASE)[0] ?? '';
    const isSaid = isBare || !rest.startsWith(phrase);
    const preposition = new RegExp(`(?<= )(?<word>of|at|from|for|with) ${ORGANISATION}`, 'gu');
    const all = isSaid ? [...phrase.matchAll(preposition)] : [];
    const said = (isBare ? all.slice(0, 1) : all).filter((match) =>
      isOf(match, phrase.slice(0, match.index).trim(), person),
    );
    // `is a baker at Bluebell and buys at Northpeak`
    return said.filter(({ index: at }) => !phrase.slice(said[0]?.index, at).includes(' and '));
  });
  return [...before, ...after].map(({ groups }) => groups?.['organisation'] ?? '');
}

function isOf({ groups }: RegExpMatchArray, said: string, person: Employed): boolean {
  const { word = '', organisation = '' } = groups ?? {};
  if (word === 'with' || NOT_EMPLOYED.test(said)) return false;
  // `head of the Paris office`
  if (word === 'of' && OF_DEPARTMENT.test(said) && /^the /i.test(organisation)) return isEmployer(organisation, person);
  if (OF_ORGANISATIONS.test(organisation) || isEmployer(organisation, person)) return true;
  return word === 'at' || (word === 'of' && !OF_DEPARTMENT.test(said)) || (word === 'for' && said === '');
}

function organisations(sentence: string, pattern: string): string[] {
  return [...sentence.matchAll(new RegExp(pattern, 'gu'))].map(({ groups }) => groups?.['organisation'] ?? '');
}

function isEmployer(place: string, { companyDomain, companyNames }: Employed): boolean {
  if (place.toLowerCase() === companyDomain) return true;
  const called = fold(place)
    .replace(/^the /, '')
    .replace(/ (?:inc|ltd|llc|llp|gmbh|ag|sa|se|plc|corp)$/, '');
  const [label = ''] = companyDomain.split('.');
  return called === fold(label) || companyNames.some((known) => fold(known) === called);
}

function mentions(sentence: string, { companyDomain, companyNames }: Employed): boolean {
  const isCalled = companyNames.some((known) => ` ${fold(sentence)} `.includes(` ${fold(known)} `));
  return isCalled || mentionsCompany({ url: '', requestedUrl: null, text: sentence }, companyDomain);
}

/** Without the employer's names: `the chief financial officer of Northpeak`. */
export function withoutEmployer(text: string, { companyDomain, companyNames }: Employed): string {
  const known = [...companyNames, companyDomain.split('.')[0] ?? ''].map(escapePattern).join('|');
  return text
    .replaceAll(new RegExp(`(?:\\b(?:of|at) )?(?<![\\p{L}\\p{N}])(?:${known})(?:'s)?(?![\\p{L}\\p{N}])`, 'giu'), '')
    .trim();
}

function names(sentence: string, name: string): boolean {
  return new RegExp(nameIn(name), 'u').test(sentence);
}

/** The name however its words are written and set apart, as part of a pattern that goes by capitals elsewhere. */
export function nameIn(name: string): string {
  const words = fold(name).split(' ').map(inAnyCase);
  return `(?<![\\p{L}\\p{N}])${words.join(String.raw`[^\p{L}\p{N}]+`)}(?![\\p{L}\\p{N}])`;
}

/** Letter by letter: `(?i:...)` finds nothing in texts with characters beyond Latin-1 in the engine of Node 24. */
function inAnyCase(word: string): string {
  return word.replaceAll(/./gu, (letter) => `[${letter}${letter.toUpperCase()}]`);
}

/** Without accents, and apostrophes written as one. */
export function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('\u2019', "'").replaceAll(/\s+/g, ' ').trim();
}
