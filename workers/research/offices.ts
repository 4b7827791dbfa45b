import { departmentsLed, officesClaimed, withSubject } from './claimed-offices.ts';
import { nameIn, namesOnOwnSite, plain } from './employer-ties.ts';
import { escapePattern, shortNamesOf } from './names.ts';
import { ANY_OFFICE, EMPLOYER, GUEST, LEADS_ANYTHING } from './office-words.ts';
import { isSameOffice } from './same-office.ts';
import type { RunSource } from './sources.ts';
import type { GuestSubject } from './subject.ts';
import { joined } from './titles.ts';
import { holdsAsItIs, isPutOver, readOffices } from './told-offices.ts';

/**
 * Whether a sentence gives a guest an office that none of the sources gives to this person: `Anna Berg is CEO` of a page that says `Anna Berg reports to
 * CEO Max Muster`. A sentence claims an office where the guest is its subject; what a page tells is read with more good will: any office in a sentence
 * about the guest that is not tied to somebody else's name. The same office in other words (`CFO`, `finance chief`, `leads finance`) is the same.
 *
 * @param about Whose the sentence is where it names nobody, as in the part of a briefing about one guest.
 */
export function claimsForeignOffice<G extends GuestSubject>(
  sentence: string,
  { guests, about }: { guests: readonly G[]; about?: G | undefined },
  sourcesOf: (guest: G) => readonly RunSource[],
): boolean {
  if (!ANY_OFFICE.test(sentence) && !LEADS_ANYTHING.test(sentence.toLowerCase())) return false;
  return guests.some((guest) => {
    if (guest.name === null) return false;
    const own = sourcesOf(guest);
    const employer = [...namesOnOwnSite(own, guest.companyDomain), guest.companyDomain?.split('.')[0] ?? ''];
    const mark = markerOf(guest, employer);
    const named = mark(sentence);
    const isNamed = named.includes(GUEST);
    if (!isNamed && about !== guest) return false;
    const text = isNamed ? named : withSubject(named);
    const claims = officesClaimed(text);
    const led = departmentsLed(text);
    if (claims.length === 0 && led.length === 0) return false;
    const told = own.map((source) => readOffices(source, guest, { person: calledIn(guest), employer, mark }));
    if (told.some(({ sentences }) => sentences.some((other) => holdsAsItIs(other, text)))) return false;
    const offices = told.flatMap((one) => one.offices);
    const areTold = claims.every((claim) => offices.some((office) => isSameOffice(claim, office)));
    return !areTold || !led.every((what) => told.some((one) => one.sentences.some((other) => isPutOver(other, what))));
  });
}

/** What a sentence says of a guest besides the names and the offices. */
export function withoutGuest(sentence: string, guest: GuestSubject): string {
  if (guest.name === null) return sentence;
  const text = joined(plain(sentence).replaceAll(new RegExp(calledIn(guest), 'gu'), GUEST));
  return officesClaimed(text)
    .reduce((left, { phrase }) => left.replace(phrase, ' '), text)
    .replaceAll(GUEST, ' ');
}

function calledIn(guest: GuestSubject): string {
  return [nameIn(guest.name ?? ''), ...shortNamesOf(guest)].join('|');
}

/** Marks in a text whom it calls by the guest's name and what by the employer's. */
function markerOf(guest: GuestSubject, names: readonly string[]): (text: string) => string {
  const person = new RegExp(calledIn(guest), 'gu');
  const known = names.filter((called) => called !== '').toSorted((a, b) => b.length - a.length);
  const employer = new RegExp(
    `(?<![\\p{L}\\p{N}])(?:[Tt]he )?(?:${known.map(escapePattern).join('|')})(?: (?:Inc|Ltd|LLC|GmbH|AG|SA|Group)\\b\\.?)?(?![\\p{L}\\p{N}])(?! \\p{Lu}\\p{Ll}+ (?:Inc|Ltd|Capital|Bank)| (?:Capital|Bank|Foundation|Club)\\b)`,
    'giu',
  );
  return (text) => {
    const marked = plain(text).replaceAll(person, GUEST);
    return known.length === 0 ? marked : marked.replaceAll(employer, EMPLOYER);
  };
}
