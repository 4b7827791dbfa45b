import { type Employed, nameIn, OFFICE, sentencesOn, withoutEmployer } from './employer-ties.ts';
import { fold } from './names.ts';
import type { RunSource } from './sources.ts';
import type { GuestSubject } from './subject.ts';
import { shareSaid } from './support.ts';

/**
 * Whether the employer has two of the guest's name, so that name and employer together do not tell who is meant: another guest is called the same, a
 * page gives an address that spells the name and is not the guest's, or two pages, whosever they are, give two people's offices. The same office in other
 * words, one page that tells of both, and a page that is older than the date of the other office are no two people.
 *
 * @param tied The sources that name the person together with the address or the employer.
 * @param companyNames What the employer is called on its own site.
 */
export function hasNamesakeAtWork(
  guest: GuestSubject,
  tied: readonly RunSource[],
  others: readonly GuestSubject[],
  companyNames: readonly string[],
): boolean {
  const { name, companyDomain, email } = guest;
  if (name === null || companyDomain === null) return false;
  const isColleague = (other: GuestSubject) => other.email !== email && other.companyDomain === companyDomain;
  if (others.some((other) => isColleague(other) && other.name !== null && fold(other.name) === fold(name))) return true;
  if (tied.some((source) => holdsNamesakesAddress(source, guest))) return true;
  const person = { name, companyDomain, companyNames };
  const held = tied.map((source) => officesOn(source, person));
  const told = [...new Set(tied.flatMap((source) => sentencesOn(source, person)))]
    .filter((sentence) => isNamedOnce(sentence, name))
    .slice(0, MOST_TOLD);
  return held.some((some, index) => held.slice(index + 1).some((more) => areOfTwo(some, more, told)));
}

/** Whether a page gives an address at the guest's employer that spells the guest's name and is not the guest's. */
export function holdsNamesakesAddress({ text }: RunSource, { name, email, companyDomain }: GuestSubject): boolean {
  if (name === null || companyDomain === null) return false;
  const words = fold(name).split(' ');
  const [first = '', last = ''] = [words[0], words.at(-1)];
  const spellings = [`${first}${last}`, `${last}${first}`, `${first.slice(0, 1)}${last}`];
  const addresses = text.toLowerCase().match(/[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu) ?? [];
  return addresses.some((address) => {
    const [local = '', host = ''] = address.split('@');
    const letters = fold(local).replaceAll(/[^\p{L}]/gu, '');
    return address !== email && host === companyDomain && spellings.includes(letters);
  });
}

/** No page tells more of one person; one that does must not keep a worker busy: each office is compared with each other one, and with what is told. */
const MOST_OFFICES = 10;
const MOST_TOLD = 50;

type Office = {
  text: string;
  /** When it was taken up, as far as that is told. */
  since: number | null;
  /** When the page said so. */
  saidAt: number | null;
};

const TAKEN_UP = /\b(?:appoint|named|promot|becomes|became|joins|joined|hire)/i;
const MONTH = '(?:January|February|March|April|May|June|July|August|September|October|November|December)';
const WHEN = new RegExp(`\\b(?:since|in|on|from) ((?:\\d{1,2} )?(?:${MONTH} )?(?:19|20)\\d{2})\\b`);

/** The offices that a page gives the person today, each once. */
function officesOn(source: RunSource, person: Employed): Office[] {
  const saidAt = dateOf(source.age ?? '');
  const offices = new Map<string, Office>();
  for (const sentence of sentencesOn(source, person)) {
    const since = dateOf(WHEN.exec(sentence)?.[1] ?? '') ?? (TAKEN_UP.test(sentence) ? saidAt : null);
    for (const office of officesIn(sentence, person.name)) {
      const text = withoutEmployer(office, person);
      offices.set(`${text} ${since}`, { text, since, saidAt });
    }
    if (offices.size >= MOST_OFFICES) break;
  }
  return [...offices.values()];
}

function isNamedOnce(sentence: string, name: string): boolean {
  return [...sentence.matchAll(new RegExp(nameIn(name), 'gu'))].length === 1;
}

/**
 * `Alex Moreau, Chief Financial Officer | Northpeak`, `Alex Moreau is the head of sales at ...`, `appointed Alex Moreau as head of sales`,
 * `head of sales Alex Moreau`
 */
function officesIn(sentence: string, name: string): string[] {
  const person = nameIn(name);
  const end = String.raw`(?= at | since | in | on | with | from |[.,;:|()\u2013\u2014]|$)`;
  const patterns = [
    `${person}(?:\\s*[,|\\u2013\\u2014-]| is| has been| works as| as| becomes| became) (?:the |an? |our |its )?([^.,;:|()]+?)${end}`,
    `((?:[\\p{L}-]+ ){0,3}(?:${OFFICE.source}|head of [\\p{L}-]+)) ${person}`,
  ];
  return patterns
    .flatMap((pattern) => [...sentence.matchAll(new RegExp(pattern, 'giu'))].map(([, office = '']) => office))
    .filter((office) => OFFICE.test(office) && !/\b(?:former|formerly|previously|then|ex|who|said by)\b/i.test(office));
}

/** Neither holds what the other does, no sentence tells of both, and neither page is from before the other office was taken up. */
function areOfTwo(some: readonly Office[], more: readonly Office[], told: readonly string[]): boolean {
  return (
    some.length > 0 &&
    more.length > 0 &&
    some.every((one) =>
      more.every(
        (other) =>
          isAnotherOffice(spelledOut(one.text), spelledOut(other.text)) &&
          !isBefore(one, other) &&
          !isBefore(other, one) &&
          !told.some((sentence) => shareSaid(one.text, sentence) === 1 && shareSaid(other.text, sentence) === 1),
      ),
    )
  );
}

/** A promotion: the page with the one office is from before the other was taken up. */
function isBefore({ saidAt }: Office, { since }: Office): boolean {
  return saidAt !== null && since !== null && saidAt < since;
}

function dateOf(text: string): number | null {
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : at;
}

/** The same office goes by several names: each brings the words of the others. */
const SYNONYMS: readonly [RegExp, string][] = [
  [
    /\bceo\b|chief executive|managing director|general manager|(?<!vice )president\b/i,
    'chief executive managing president',
  ],
  [/\b(?:cfo\b|financ|treasur|account|controller)/i, 'finance'],
  [/\b(?:coo\b|operat|logistic|supply|procure|purchas|buyer)/i, 'operations'],
  [/\b(?:cto\b|engineer|technolog|technical|software|develop)/i, 'engineering'],
  [/\b(?:cmo\b|market|brand|communicat)/i, 'marketing'],
  [/\b(?:sales|commercial|revenue|account|business develop|partnership|representative)/i, 'sales'],
  [/\b(?:hr\b|human|people|talent|recruit)/i, 'people'],
];

function spelledOut(office: string): string {
  return [office, ...SYNONYMS.filter(([pattern]) => pattern.test(office)).map(([, words]) => words)].join(' ');
}

function isAnotherOffice(one: string, other: string): boolean {
  return (
    shareSaid(one, other) === 0 && shareSaid(other, one) === 0 && !isShortFor(one, other) && !isShortFor(other, one)
  );
}

/** `CFO`, `Chief Financial Officer` */
function isShortFor(short: string, long: string): boolean {
  const initials = long.split(/[^\p{L}]+/u).map((word) => word.slice(0, 1));
  const [first = ''] = fold(short).split(' ');
  return first.length > 1 && initials.join('').toLowerCase().startsWith(first);
}
