import type { EventAttendee } from './calendar-event.ts';
import { companyDomainOf, companyDomainOfAddress } from './company-domain.ts';
import { isBlacklisted } from './domain-blacklist.ts';
import type { MeetingType } from './enumerations.ts';
import { foldCase } from './fold-case.ts';
import { mailboxOf } from './mailbox.ts';
import { hostOfAddress } from './registrable-domain.ts';

export type ClassificationInput = {
  attendees: readonly EventAttendee[];
  organizerEmail: string | null;
  /** The provider left out guests. */
  attendeesOmitted: boolean;
  /** Hosts of the user's company and verified addresses. Free-mail hosts are ignored. */
  ownDomains: readonly string[];
  /** The user's verified addresses. */
  ownAddresses: readonly string[];
  /** Domains that do not count as external, including subdomains. */
  excludedDomains: readonly string[];
};

/** A person in a meeting. `isExternal` is false for the user, colleagues and excluded domains. */
export type Participant = Omit<EventAttendee, 'isResource'> & { isExternal: boolean };

export type Classification = {
  meetingType: MeetingType;
  /** Registrable domains of external guests' employers, sorted, without free-mail domains. */
  externalDomains: string[];
  /** People only (no rooms, calendars or programs), including the organizer, without duplicates. */
  participants: Participant[];
  externalAttendeeCount: number;
};

/**
 * Classifies a meeting. `external`: external guests but no colleagues; `mixed`: both; `internal`: no external guests. A
 * meeting with hidden guests is never internal.
 */
export function classifyMeeting(input: ClassificationInput): Classification {
  const ownMailboxes = new Set(input.ownAddresses.map(foldCase).map(mailboxOf));
  const ownDomains = new Set(input.ownDomains.map(companyDomainOf).filter((domain) => domain !== null));
  const excluded = new Set(input.excludedDomains.map((domain) => domain.toLowerCase()));

  const participants = listPeople(input).map((person): Participant => {
    // Users give tagged addresses to programs that send invitations for them, and vary how they spell Gmail addresses.
    const isSelf = person.isSelf || ownMailboxes.has(mailboxOf(person.email));
    return { ...person, isSelf, isExternal: !isSelf && isOutside(person.email, ownDomains, excluded) };
  });
  const external = participants.filter(({ isExternal }) => isExternal);
  const hasColleague = participants.some(
    ({ isSelf, isExternal, email }) => !isSelf && !isExternal && !isBlacklisted(email, excluded),
  );

  return {
    meetingType: meetingTypeOf({ hasExternal: external.length > 0 || input.attendeesOmitted, hasColleague }),
    externalDomains: companyDomains(external),
    participants,
    externalAttendeeCount: external.length,
  };
}

function meetingTypeOf({ hasExternal, hasColleague }: { hasExternal: boolean; hasColleague: boolean }): MeetingType {
  if (!hasExternal) return 'internal';
  return hasColleague ? 'mixed' : 'external';
}

function isOutside(email: string, ownDomains: ReadonlySet<string>, excluded: ReadonlySet<string>): boolean {
  const company = companyDomainOfAddress(email);
  const isColleague = company !== null && ownDomains.has(company);
  return hostOfAddress(email) !== null && !isColleague && !isBlacklisted(email, excluded);
}

function companyDomains(external: readonly Participant[]): string[] {
  const domains = external.map(({ email }) => companyDomainOfAddress(email)).filter((domain) => domain !== null);
  return [...new Set(domains)].toSorted();
}

/** Returns one person per address. The organizer of an event with guests attends even if not listed. */
function listPeople({
  attendees,
  organizerEmail,
  attendeesOmitted,
}: ClassificationInput): Omit<EventAttendee, 'isResource'>[] {
  const people = new Map<string, Omit<EventAttendee, 'isResource'>>();
  for (const { isResource, ...attendee } of attendees) {
    const email = foldCase(attendee.email);
    const known = people.get(email);
    const isSelf = attendee.isSelf || known?.isSelf === true;
    if (!isResource && !isMachineAddress(email)) people.set(email, { ...attendee, email, isSelf });
  }
  // Without guests, an event is a note to oneself, whoever its organizer is.
  const organizer = organizerEmail === null ? null : foldCase(organizerEmail);
  const isMissing = organizer !== null && !people.has(organizer) && !isMachineAddress(organizer);
  if (isMissing && (attendees.length > 0 || attendeesOmitted)) {
    people.set(organizer, {
      email: organizer,
      name: null,
      responseStatus: 'accepted',
      isOrganizer: true,
      isSelf: false,
    });
  }
  return [...people.values()];
}

/**
 * Returns whether it is a Google address that no person reads: a room, a shared calendar, an organizer invented for an
 * event created from an email, or a service account.
 */
function isMachineAddress(email: string): boolean {
  return /(?:[@.]calendar\.google\.com|\.gserviceaccount\.com)$/.test(email);
}
