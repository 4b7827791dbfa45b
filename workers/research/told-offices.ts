import { plain, sentencesNaming } from './employer-ties.ts';
import { fold, namesPerson } from './names.ts';
import { ANY_OFFICE, EMPLOYER, GUEST, isPerson, LEADING, OPENS_WITH_OFFICE, PRONOUN, RUN } from './office-words.ts';
import { type Office, spelledOut } from './same-office.ts';
import { MOST_OF_TITLE, splitPage } from './sentences.ts';
import type { RunSource } from './sources.ts';
import type { GuestSubject } from './subject.ts';
import { shareSaid } from './support.ts';
import { isOfAnother, officeOf, type Title, titlesIn } from './titles.ts';

/** As much of what somebody is said to lead stands in one sentence about them. */
const LEAST_LED = 0.5;

/** What a page says of a guest, and the offices that it tells. */
export type Told = { sentences: readonly string[]; offices: readonly Office[] };
/** Each statement of a report is held against the same few sources. */
const alreadyRead = new WeakMap<RunSource, Map<string, Told>>();

/** The sentences of a page that are about a guest, without what they say of others, and the offices that they tell. */
export function readOffices(
  source: RunSource,
  guest: GuestSubject,
  { person, employer, mark }: { person: string; employer: readonly string[]; mark: (text: string) => string },
): Told {
  const byGuest = alreadyRead.get(source) ?? new Map<string, Told>();
  alreadyRead.set(source, byGuest);
  // What the employer is called depends on the other sources of a statement.
  const key = [guest.email, ...employer].join('\n');
  const known = byGuest.get(key);
  if (known) return known;
  const name = guest.name ?? '';
  const whole = [...sentencesNaming(source, person, name), ...linesOf(source, name)].map(mark);
  const sentences = whole.map(withoutOthers);
  const host = URL.parse(source.url)?.hostname ?? '';
  const beside = `${plain(source.title.slice(0, MOST_OF_TITLE))} ${host}`;
  const tell = (title: Title) => officeOf(title, { isTold: true, beside });
  const offices = [
    ...sentences.flatMap((sentence) => [
      ...titlesIn(sentence)
        .filter((title) => !isOfAnother(title))
        .map(tell),
      ...officesInVerbs(sentence, beside),
    ]),
    ...whole
      .filter((sentence) => TAKES_PLACE.test(sentence))
      .flatMap((sentence) => titlesIn(sentence).map((title): Office => ({ ...tell(title), tenure: 'now' }))),
  ];
  const told = { sentences, offices };
  byGuest.set(key, told);
  return told;
}

/** What stands in lines of its own about a person: the office over the name, and all of a page with the name for its title. */
function linesOf({ title, text }: RunSource, name: string): string[] {
  const lines = splitPage(text).map(plain);
  const isOffice = (line: string | undefined) =>
    line !== undefined && line.split(' ').length <= 8 && !/[.!?]$/.test(line) && ANY_OFFICE.test(line);
  const isName = (line: string | undefined) =>
    line !== undefined && new RegExp(`^${RUN}$`, 'u').test(line) && isPerson(line);
  const over = lines.flatMap((line, index) => {
    if (fold(line) !== fold(name) || !isOffice(lines[index - 1]) || isOffice(lines[index + 1])) return [];
    // `Max Muster / Chief Executive / Anna Berg`: the office stands under the name.
    const isUnderName = isName(lines[index - 2]) && !isOffice(lines[index - 3]);
    return isUnderName ? [] : [`${name}, ${lines[index - 1] ?? ''}`];
  });
  if (!namesPerson(title.slice(0, MOST_OF_TITLE), name)) return over;
  const ownLines = lines.filter((line) => OPENS_WITH_OFFICE.test(line)).map((line) => `${name}, ${line}`);
  const pronouns = lines.filter((line) => /^(?:He|She)\s/.test(line)).map((line) => line.replace(PRONOUN, name));
  return [...over, ...ownLines, ...pronouns];
}

const CLAUSES = /(;\s|,?\s(?:and|but|while|whereas)\s)/;
const OF_OTHER = new RegExp(`^(?<run>${RUN}),?\\s(?:who\\s)?(?!and\\s|as\\s)\\p{Ll}+`, 'u');

const RELATIVE = new RegExp(`,?\\s(?:which|that)\\s(?:is|was)\\s\\p{L}+\\sby\\s(?<run>${RUN})`, 'gu');

/** Without the clauses that have somebody else for their subject: `and Max Muster leads finance`. */
function withoutOthers(sentence: string): string {
  const own = sentence.replaceAll(RELATIVE, (found, run: string) => (isPerson(run) ? '' : found));
  if (!CLAUSES.test(own)) return own;
  const parts = own.split(CLAUSES);
  return parts
    .filter((part, index) => {
      const clause = index % 2 === 1 ? (parts[index + 1] ?? '') : part;
      const run = clause.includes(GUEST) ? undefined : OF_OTHER.exec(clause)?.groups?.['run'];
      // `Anna Berg and Max Muster founded`: both did.
      const before = parts.slice(0, index - (index % 2 === 1 ? 0 : 1)).join('');
      const isListed = before.includes(GUEST) && !/(?<!\p{L})\p{Ll}{2,}/u.test(before);
      return run === undefined || isListed || !isPerson(run);
    })
    .join('');
}

/** `Max Muster stepped down as CEO and was replaced by Anna Berg.` */
const TAKES_PLACE = new RegExp(
  `(?:replaced|succeeded|followed) by ${GUEST}|${GUEST},?(?: who| has)* (?:(?:took|takes|taken) over(?=[.,]|$|\\s(?:from|in|when|after|on)\\s)|(?:succeed|follow|replac)\\w+ ${RUN},)`,
  'u',
);

const NAMES = `(?:(?:${RUN})(?:,\\sand\\s|,\\s|\\sand\\s|\\s&\\s)){0,6}`;
const FOUNDS = new RegExp(
  `${GUEST}(?:(?:,|\\sand|\\s&|,\\sand)\\s${RUN})*(?:,?\\swho|\\shas|\\salso)*,?\\s(?:co-?)?founded\\s|founded\\s[^.;,]{0,40}\\s?(?:with|together with)\\s${NAMES}${GUEST}|founded\\s(?:[^.;,]{0,40}\\s)?by\\s${NAMES}${GUEST}`,
  'u',
);
const OWNS = new RegExp(`${GUEST}(?:[^.;]{0,100}?\\sand)?(?:,? who| has| since| also)* (?:owns|chairs|chaired) `, 'u');
/** `Purchasing is headed by Anna Berg` */
const LED_BY = new RegExp(
  `(?:^|[.;,]\\s)(?<what>[^.;,]{2,60})\\s(?:is|are|has been)\\s(?:led|headed|run|managed|directed|overseen)\\sby\\s${GUEST}`,
  'gu',
);

/** The offices that the verbs of a sentence tell: `leads finance`, `founded`. */
function officesInVerbs(sentence: string, beside: string): Office[] {
  const led = [...sentence.matchAll(LEADING), ...sentence.matchAll(LED_BY)].flatMap(({ groups }) => {
    const what = groups?.['what'] ?? '';
    const isWhole = /^(?:the |our )?(?:company|firm|business|group)\b|^\p{Lu}|^\u{E001}/u.test(what);
    return [`head of ${what}`, `manager of ${what}`, ...(isWhole ? ['chief executive'] : [])];
  });
  const others = [...(FOUNDS.test(sentence) ? ['founder'] : []), ...(OWNS.test(sentence) ? ['owner', 'chair'] : [])];
  return [...led, ...others].map((phrase) => ({
    phrase,
    around: `${phrase} ${sentence}`,
    tenure: 'now',
    places: [sentence],
    beside,
    isAtEmployer: true,
  }));
}

/** What follows on words that are left out would have changed what they say. */
const GOES_ON = /^ (?:s|until|till|designate|elect|in waiting|assistant|to|from)(?= |$)/;

/** Whether a page says of the guest what a statement says, word for word. */
export function holdsAsItIs(told: string, claimed: string): boolean {
  const [whole, part] = [folded(told), folded(claimed)];
  for (let at = whole.indexOf(part); at !== -1; at = whole.indexOf(part, at + 1)) {
    if (!GOES_ON.test(whole.slice(at + part.length - 1).replace(/^\s+/, ' '))) return true;
  }
  return false;
}

function folded(text: string): string {
  return ` ${fold(text.replaceAll(GUEST, ' qguestq ').replaceAll(EMPLOYER, ' qemployerq '))} `;
}

const IN_CHARGE =
  /\b(?:leads?|led|leading|heads?|headed|run(?:s|ning)?|ran|direct\w*|manag\w*|overs\w+|charge|responsib\w+|chair\w*|supervis\w*|looks? after|t(?:akes|ook) over|built|builds|own\w*|found\w*|chief|c[b-gi-z]o|vp|vice|president|behind|coordinat\w*|her|his)\b/i;

/** Whether a sentence puts the guest over something. */
export function isPutOver(told: string, what: string): boolean {
  return IN_CHARGE.test(told) && shareSaid(what, spelledOut(told)) >= LEAST_LED;
}
