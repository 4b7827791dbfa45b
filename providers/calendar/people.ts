import parseAddresses from 'nodemailer/lib/addressparser';
import type { ResponseStatus } from '#contract/meetings.ts';
import type { EventAttendee } from '#domain/calendar-event.ts';
import { readAddress } from '#domain/email-address.ts';
import { hostOfAddress } from '#domain/registrable-domain.ts';
import { isRelayAddress } from '#domain/relay-address.ts';

/** A person as listed by a vendor. */
export type ListedPerson = {
  /** An address, a name with an address in angle brackets, or an Exchange directory name. */
  address: string | null | undefined;
  name: string | null | undefined;
  responseStatus: ResponseStatus;
  isOrganizer: boolean;
  isSelf: boolean;
  isResource: boolean;
};

/** The organizer, who counts as accepted. */
type Organizer = Pick<ListedPerson, 'address' | 'name' | 'isSelf'>;

export type Gathering = { attendees: EventAttendee[]; organizerEmail: string | null };

/**
 * Merges an event's people, including the organizer if there are guests. A missing or relay address is replaced with
 * that of an entry with the same name, or of a colleague whose mailbox name is the one in the directory name. If there
 * is none, a relay address is kept, and an entry without an address is dropped.
 *
 * @param listed.guestsOmitted The vendor left out guests, so an empty list does not mean that there
 * are none.
 */
export function gatherPeople(listed: {
  attendees: readonly ListedPerson[];
  organizer: Organizer | null;
  guestsOmitted: boolean;
}): Gathering {
  const entries = listed.attendees.map(toEntry);
  const organizer =
    listed.organizer &&
    toEntry({ ...listed.organizer, responseStatus: 'accepted', isOrganizer: true, isResource: false });
  const everyone = [...entries, ...(organizer ? [organizer] : [])];
  const byName = emailsBy(({ name }) => nameKey(name), everyone);
  // Directory names come from the organizer's or the user's organization.
  const own = new Set(
    everyone.filter((one) => one.isSelf || one.isOrganizer).map(({ email }) => hostOfAddress(email ?? '')),
  );
  const colleagues = everyone.filter(({ email }) => own.has(hostOfAddress(email ?? '')));
  const byLocalPart = emailsBy(({ email }) => email?.slice(0, email.lastIndexOf('@')) ?? '', colleagues);
  const identify = ({ alias, ...entry }: Entry): EventAttendee[] => {
    const isNamedByAddress = entry.email !== null && !isRelayAddress(entry.email);
    const known = isNamedByAddress ? null : (byName.get(nameKey(entry.name)) ?? byLocalPart.get(alias));
    const email = known ?? entry.email;
    return email === null ? [] : [{ ...entry, email }];
  };

  // Exchange may record an answer only under the directory name, and leave an earlier one at the address.
  const answers = entries.filter(({ alias, responseStatus }) => alias !== '' && responseStatus !== 'needsAction');
  const latest = new Map(answers.flatMap(identify).map(({ email, responseStatus }) => [email, responseStatus]));
  const people = mergeByAddress(entries.flatMap(identify)).map((person) => ({
    ...person,
    responseStatus: latest.get(person.email) ?? person.responseStatus,
  }));
  const [host] = organizer ? identify(organizer) : [];
  if (!host) return { attendees: people, organizerEmail: null };
  const same =
    people.find((person) => person.email === host.email) ?? people.find((person) => isSamePerson(person, host));
  if (same) {
    // Keeps the response in the attendee list: `host` always counts as accepted.
    const asHost = { ...merge(same, host), responseStatus: same.responseStatus };
    return { attendees: people.map((person) => (person === same ? asHost : person)), organizerEmail: same.email };
  }
  const isMeeting = people.length > 0 || listed.guestsOmitted;
  return { attendees: isMeeting ? [host, ...people] : people, organizerEmail: host.email };
}

/**
 * Returns the first mailbox in an address field, in lower case with its host in DNS form. Null if there is none: a bare
 * name, an Exchange-internal address (`/o=ExchangeLabs/ou=...`, `IMCEAEX-_O=...@...`, `IMCEAINVALID-...@...`), or a
 * host that can't receive mail (`4711@localhost`).
 */
export function readMailbox(field: string): { email: string; name: string | null } | null {
  if (field.length > FIELD_LENGTH || /\p{Cc}/u.test(field) || isDirectoryName(field)) return null;
  for (const { address, name } of parseAddresses(field, { flatten: true })) {
    const email = toEmail(address.replace(/^'(.*)'$/, '$1').trim());
    if (email !== null) return { email, name: name.trim() || null };
  }
  return null;
}

function toEmail(text: string): string | null {
  const email = readAddress(ofGuest(text.replace(/\.$/, '')));
  return email === null || isDirectoryName(email) ? null : email;
}

/**
 * Restores the address of a tenant's guest, which Microsoft's directory stores as
 * `ines_brightwater.com#EXT#@tenant.onmicrosoft.com`.
 */
function ofGuest(address: string): string {
  return address.replace(/^([^@]+)_([^@_]+)#ext#@[^@]*$/i, '$1@$2');
}

const FIELD_LENGTH = 1000;

function isDirectoryName(text: string): boolean {
  return /^\s*(?:\/o=|\/cn=|ex:\/|x500:|imcea[a-z0-9]*-)/i.test(text);
}

/** `alias` is the mailbox name in a directory name, in lower case; empty if the entry has none. */
type Entry = Omit<EventAttendee, 'email'> & { email: string | null; alias: string };

/** Reads address and name, even if Outlook put one in the other's field. */
function toEntry({ address, name, ...person }: ListedPerson): Entry {
  const mailbox = readMailbox(address ?? '') ?? (name?.includes('@') ? readMailbox(name) : null);
  const ownName = toName(name ?? '') || toName(mailbox?.name ?? '');
  const alias = mailbox === null ? aliasOf((address ?? '').slice(0, FIELD_LENGTH)) : '';
  return { ...person, email: mailbox?.email ?? null, name: ownName.slice(0, NAME_LENGTH) || null, alias };
}

/** Returns `kristina` for `/o=ExchangeLabs/.../cn=Recipients/cn=<32 hex digits>-kristina`. */
function aliasOf(field: string): string {
  const alias = isDirectoryName(field) ? /\/cn=(?:[0-9a-f]{32}-?)?([^/=]+)$/i.exec(field)?.[1] : '';
  return alias?.trim().toLowerCase() ?? '';
}

/** Strips addresses and enclosing quotes from a display name. */
function toName(text: string): string {
  const words = text.slice(0, FIELD_LENGTH).replaceAll(WRITTEN_ADDRESS, '').trim();
  return words.replace(/^(["'])(.*)\1$/s, '$2').trim();
}

const WRITTEN_ADDRESS = /[<(]?[^\s@<>()]+@[^\s@<>()]+\.[^\s@<>()]+[>)]?/g;

const NAME_LENGTH = 500;

/** Returns addresses by a key, leaving out keys that several addresses share. */
function emailsBy(keyOf: (entry: Entry) => string, entries: readonly Entry[]): ReadonlyMap<string, string> {
  const found = new Map<string, Set<string>>();
  for (const entry of entries) {
    const { email } = entry;
    const key = keyOf(entry);
    if (email !== null && key !== '' && !isRelayAddress(email))
      found.set(key, (found.get(key) ?? new Set<string>()).add(email));
  }
  return new Map(
    [...found].flatMap(([key, [email, ...others]]) => (email && others.length === 0 ? [[key, email] as const] : [])),
  );
}

function nameKey(name: string | null): string {
  return (name ?? '').normalize('NFKC').replaceAll(/\s+/g, ' ').trim().toLowerCase();
}

/**
 * Returns whether an attendee is the organizer, possibly under another address: the attendee is marked as the
 * organizer, or both are marked as the user.
 */
function isSamePerson(person: EventAttendee, host: EventAttendee): boolean {
  return person.isOrganizer || (person.isSelf && host.isSelf);
}

function mergeByAddress(people: readonly EventAttendee[]): EventAttendee[] {
  const merged = new Map<string, EventAttendee>();
  for (const person of people) {
    const known = merged.get(person.email);
    merged.set(person.email, known ? merge(known, person) : person);
  }
  return [...merged.values()];
}

/** Merges two entries of one person; any response takes precedence over none. */
function merge(one: EventAttendee, other: EventAttendee): EventAttendee {
  return {
    email: one.email,
    name: one.name ?? other.name,
    responseStatus: one.responseStatus === 'needsAction' ? other.responseStatus : one.responseStatus,
    isOrganizer: one.isOrganizer || other.isOrganizer,
    isSelf: one.isSelf || other.isSelf,
    isResource: one.isResource || other.isResource,
  };
}
