import { bringsName, turnsAround } from './claims.ts';
import { hasFiguresOf } from './figures.ts';
import { claimsGraveEvent } from './grave-claims.ts';
import type { GuestIdentity } from './identity.ts';
import { namesPerson, namesPersonInShort } from './names.ts';
import { claimsForeignOffice, withoutGuest } from './offices.ts';
import type { Fact } from './report-draft.ts';
import { splitSentences } from './sentences.ts';
import type { RunSource } from './sources.ts';
import type { GuestSubject } from './subject.ts';
import { hasNoForeignPart, isPredicateSaid, isSupported } from './support.ts';

export type KnownGuest = GuestSubject & { identity: GuestIdentity };

/** What a statement is checked against: the sources of this run, and who of the guests they are about. */
export type Evidence = {
  sources: readonly RunSource[];
  guests: readonly KnownGuest[];
  /** Names that need no source: of the companies that meet. */
  names?: readonly string[];
  /** Whose a sentence is that names nobody. */
  about?: KnownGuest | undefined;
};

/** What of a statement holds up, and the sources it rests on. */
export type Supported = { text: string; sources: RunSource[] };

const MAX_FACT_CHARACTERS = 600;
const ADDRESS = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;

/** A sentence that begins so speaks of what the one before it spoke of. */
const REFERRING = /^(?:It|Its|He|His|She|Her|They|Their|This|That|These|Those|Both)\b/;
/** A sentence in such words concludes and reports nothing. */
const CONCLUDING =
  /\b(?:may|might|could|should|would|usually|often|likely|probably|perhaps|suggests?|means|needs?|ha(?:s|ve) to|reason|worth|ask|offer|consider|discuss|explore|propose)\b/i;

const CONCLUDING_WORDS = new RegExp(CONCLUDING, 'gi');
/** Tells the user what to do, and nothing of the guest. */
const ADVISING = /^(?:ask|offer|consider|discuss|explore|propose)\b/i;
/** Somebody, and no company. */
const OF_PERSON = /\b(?:he|she|his|her|hers|him|himself|herself)\b/i;

/** Such a sentence passes on what others said, whatever it concludes. */
const REPORTING =
  /\b(?:sa(?:y|ys|id)|reports?|reported|reportedly|claim(?:s|ed)?|complain(?:s|ed)?|told|admit(?:s|ted)?|rumou?r(?:s|ed)?)\b/i;

/**
 * What of a statement holds up against the sources it cites, sentence by sentence; null when nothing does. A sentence is dropped when its sources
 * speak of other things, hold none of one of its parts, of its names or figures, or say the opposite; when it names a guest without a source about
 * that guest; and when it goes on from a sentence that was dropped. With a link, markup or somebody's address in it, the statement goes as a whole.
 *
 * @param mayConclude Whether a sentence in the words of a conclusion may stand beside those that are borne out.
 * @param about The name of the guest in whose part of the briefing the statement stands.
 */
export function supportedPart(
  fact: Fact,
  evidence: Evidence,
  {
    mayConclude,
    mayCite = () => true,
    about,
  }: { mayConclude: boolean; mayCite?: ((source: RunSource) => boolean) | undefined; about?: string | undefined },
): Supported | null {
  const cited = evidence.sources.filter((source) => fact.sources.includes(source.id) && mayCite(source));
  if (cited.length === 0 || !isPlainText(fact.text) || !hasOnlyAddressesOf(fact.text, evidence.guests)) return null;
  const owner = evidence.guests.find(({ name }) => name !== null && name === about);
  let spokenOf = owner;
  const kept: string[] = [];
  let isBorneOut = false;
  let isDropped = false;
  for (const sentence of splitSentences(withoutMarks(fact.text))) {
    spokenOf = evidence.guests.find((guest) => isNamed(sentence, guest)) ?? spokenOf;
    const against = { ...evidence, sources: cited, about: OF_PERSON.test(sentence) ? spokenOf : owner };
    const concludes = mayConclude && isConclusion(sentence, evidence.guests) && bringsNothing(sentence, against);
    const stays = concludes || isSentenceSaid(sentence, against);
    isDropped = !stays || (isDropped && REFERRING.test(sentence));
    if (isDropped) continue;
    kept.push(sentence);
    isBorneOut ||= isSupported(withoutAddresses(sentence), cited);
  }
  const text = kept.join(' ');
  return isBorneOut && isSupported(withoutAddresses(text), cited) ? { text, sources: cited } : null;
}

/** Of a guest, and of what others say, nothing is concluded that no source says. */
function isConclusion(sentence: string, guests: readonly KnownGuest[]): boolean {
  if (!isConcluding(sentence) || REPORTING.test(sentence)) return false;
  return !OF_PERSON.test(sentence) && !guests.some((guest) => isNamed(sentence, guest));
}

/** The month concludes nothing. */
function isConcluding(sentence: string): boolean {
  return CONCLUDING.test(sentence.replaceAll(/(?<=\S\s)May\b/g, ' '));
}

function isNamed(sentence: string, guest: KnownGuest): boolean {
  return namesPerson(sentence, guest.name) || namesPersonInShort(sentence, guest);
}

/**
 * Whether the sources say what a statement that rests on them says, each of its sentences by one of them alone. Else it is an inference: it puts
 * together what several say.
 */
export function isStated(text: string, evidence: Evidence): boolean {
  return splitSentences(text).every((sentence) =>
    evidence.sources.some((source) => isSentenceSaid(sentence, { ...evidence, sources: [source] })),
  );
}

function isSentenceSaid(sentence: string, evidence: Evidence): boolean {
  const said = withoutAddresses(sentence);
  const { sources, guests } = evidence;
  if (!bringsNothing(sentence, evidence) || !isSupported(said, sources) || !hasNoForeignPart(said, sources))
    return false;
  if (!OF_PERSON.test(said) && !guests.some((guest) => isNamed(said, guest))) return true;
  // That a name stands in the sources bears out nothing of what is said of it; the offices were looked for already.
  const predicate = guests.reduce((text, guest) => withoutGuest(text, guest), said);
  const isWhole = isConcluding(said) && !ADVISING.test(said);
  return isPredicateSaid(isWhole ? predicate.replaceAll(CONCLUDING_WORDS, ' ') : predicate, sources, { isWhole });
}

/** No figure, name, denial, grave event or person that the sources do not hold. */
function bringsNothing(sentence: string, evidence: Evidence): boolean {
  const said = withoutAddresses(sentence);
  const { sources, guests, names = [] } = evidence;
  if (!hasFiguresOf(said, sources) || !isAboutRightPeople(sentence, sources, guests)) return false;
  if (bringsName(said, sources, names) || turnsAround(said, sources) || claimsGraveEvent(said, sources)) return false;
  return !claimsForeignOffice(said, evidence, ({ identity }) => sources.filter(({ id }) => identity.sourceIds.has(id)));
}

/** Whether a text without citations of its own (a title, an action, a question) brings nothing that the sources do not hold, and no link. */
export function holdsUp(text: string, evidence: Evidence): boolean {
  if (!isPlainText(text) || !hasOnlyAddressesOf(text, evidence.guests)) return false;
  return splitSentences(text).every((sentence) => bringsNothing(sentence, evidence));
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

function isAboutRightPeople(text: string, cited: readonly RunSource[], guests: readonly KnownGuest[]): boolean {
  return guests
    .filter((guest) => namesPerson(text, guest.name) || namesPersonInShort(text, guest))
    .every(({ identity }) => cited.some(({ id }) => identity.sourceIds.has(id)));
}

/** Marks of the model's own would be mistaken for ours. */
function withoutMarks(text: string): string {
  return text.replaceAll(/\s*\[\d+\]/g, '').trim();
}

/** Their parts are no words that a source could bear out. */
function withoutAddresses(text: string): string {
  return text.replaceAll(ADDRESS, ' ');
}
