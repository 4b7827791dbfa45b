import { type GuestIdentity, namesPerson } from './identity.ts';
import type { Fact } from './report-draft.ts';
import type { RunSource } from './sources.ts';
import type { GuestSubject } from './subject.ts';
import { isSupported } from './support.ts';

export type KnownGuest = GuestSubject & { identity: GuestIdentity };

/** What a statement is checked against: the sources of this run, and who of the guests they are about. */
export type Evidence = { sources: readonly RunSource[]; guests: readonly KnownGuest[] };

const MAX_FACT_CHARACTERS = 600;
/** Its parts are no words that a source could bear out. */
const ADDRESS = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;

/**
 * The sources a statement really rests on; empty when it has to be dropped. It is dropped when it cites nothing of this run, carries a link or markup
 * of its own, speaks of other things than its sources do, holds a figure that none of them holds, or names a guest without a source about that guest.
 */
export function supportingSources(fact: Fact, { sources, guests }: Evidence): RunSource[] {
  const cited = sources.filter(({ id }) => fact.sources.includes(id));
  const said = fact.text.replaceAll(ADDRESS, ' ');
  return isHarmless(fact.text, { sources: cited, guests }) && isSupported(said, cited) ? cited : [];
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/**
 * Whether the sources say what a statement that rests on them says, each of its sentences by one of them alone. Else it is an inference: it puts
 * together what several say, or adds what none of them does.
 */
export function isStated(text: string, { sources, guests }: Evidence): boolean {
  return [...sentences.segment(text)].every(({ segment }) =>
    sources.some((source) => {
      const alone = { text: segment.trim(), sources: [source.id] };
      return supportingSources(alone, { sources: [source], guests }).length > 0;
    }),
  );
}

/** Whether a text without citations of its own (a heading, a question) brings no figure, link or person that the sources do not hold. */
export function isHarmless(text: string, { sources, guests }: Evidence): boolean {
  const holds = hasFiguresOf(text, sources) && hasOnlyAddressesOf(text, guests);
  return isPlainText(text) && holds && isAboutRightPeople(text, sources, guests);
}

/** Text a person can read as it is: no links (mail clients make them clickable), no markup, no control characters. */
function isPlainText(text: string): boolean {
  if (text.trim() === '' || text.length > MAX_FACT_CHARACTERS) return false;
  return !/[a-z][a-z0-9+.-]*:\/\/|\bwww\.|\bmailto:|javascript:|!?\[[^\]]*\]\s*\(|<\/?[a-z!]|\p{Cc}/iu.test(text);
}

/** A guest's own address may be a fact; a list of other people's is what an order in a page or an invitation asks for. */
function hasOnlyAddressesOf(text: string, guests: readonly KnownGuest[]): boolean {
  const addresses = text.match(ADDRESS) ?? [];
  return addresses.every((address) => guests.some(({ email }) => email === address.toLowerCase()));
}

/** Every figure of the text stands in a cited source, however thousands are separated. */
function hasFiguresOf(text: string, cited: readonly RunSource[]): boolean {
  const known = new Set(cited.flatMap(({ title, text, age }) => figures(`${title} ${text} ${age ?? ''}`)));
  return figures(text).every((figure) => known.has(figure));
}

function figures(text: string): string[] {
  return [...text.matchAll(/\d+(?:[.,\u00a0\u202f']\d+)*/g)].map(([figure]) =>
    figure.replaceAll(/[,.\u00a0\u202f'](?=\d{3}(?:\D|$))/g, '').replace(',', '.'),
  );
}

function isAboutRightPeople(text: string, cited: readonly RunSource[], guests: readonly KnownGuest[]): boolean {
  return guests
    .filter(({ name }) => namesPerson(text, name))
    .every(({ identity }) => cited.some(({ id }) => identity.sourceIds.has(id)));
}
