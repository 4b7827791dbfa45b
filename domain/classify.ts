import type { EventAttendee } from './calendar-event.ts';
import { isCompanyDomain } from './company-domain.ts';
import type { MeetingType } from './enumerations.ts';
import { foldCase } from './fold-case.ts';
import { hostOfAddress, registrableDomain, registrableDomainOfAddress } from './registrable-domain.ts';
import { withoutTag } from './without-tag.ts';

export type ClassificationInput = {
  attendees: readonly EventAttendee[];
  organizerEmail: string | null;
  /** The provider left guests out. */
  attendeesOmitted: boolean;
  /** Domains of the user's company and verified addresses. Free-mail ones among them are passed over. */
  ownDomains: readonly string[];
  /** The user's verified addresses. */
  ownAddresses: readonly string[];
  /** Domains the user does not want to count; each covers its subdomains. */
  excludedDomains: readonly string[];
};

/** A person of a meeting. `isExternal` is false for the user, colleagues and people of excluded domains. */
export type Participant = Omit<EventAttendee, 'isResource'> & { isExternal: boolean };

export type Classification = {
  meetingType: MeetingType;
  /** Registrable domains of external people's employers, sorted; free-mail domains are not among them. */
  externalDomains: string[];
  /** People alone (no rooms, calendars or programs), the organizer included, each once. */
  participants: Participant[];
  externalAttendeeCount: number;
};

/**
 * Who of a meeting is from outside. `external`: nobody but the user is from inside; `mixed`: colleagues too; `internal`: nobody is from outside.
 * A meeting whose guests are hidden is never called internal.
 */
export function classify(input: ClassificationInput): Classification {
  const ownAddresses = new Set(input.ownAddresses.map(foldCase));
  const ownDomains = new Set(input.ownDomains.map(registrableDomain).filter(isCompanyDomain));
  const excluded = new Set(input.excludedDomains.map((domain) => domain.toLowerCase()));

  const participants = listPeople(input).map((person): Participant => {
    // Users give tagged addresses to programs that invite in their name.
    const isSelf = person.isSelf || ownAddresses.has(person.email) || ownAddresses.has(withoutTag(person.email));
    return { ...person, isSelf, isExternal: !isSelf && isOutside(person.email, ownDomains, excluded) };
  });
  const external = participants.filter(({ isExternal }) => isExternal);
  const hasColleague = participants.some(
    ({ isSelf, isExternal, email }) => !isSelf && !isExternal && !isExcluded(email, excluded),
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
  const domain = registrableDomainOfAddress(email);
  return domain !== null && !ownDomains.has(domain) && !isExcluded(email, excluded);
}

/** An exclusion of `zoom.us` covers `eu.zoom.us`; one of `eu.zoom.us` leaves `zoom.us` alone. */
function isExcluded(email: string, excluded: ReadonlySet<string>): boolean {
  const labels = hostOfAddress(email)?.split('.') ?? [];
  return labels.some((_, index) => excluded.has(labels.slice(index).join('.')));
}

function companyDomains(external: readonly Participant[]): string[] {
  const domains = external.map(({ email }) => registrableDomainOfAddress(email)).filter((domain) => domain !== null);
  return [...new Set(domains)].filter(isCompanyDomain).toSorted();
}

/** People by address. An organizer who is not on the list is in the meeting all the same. */
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
  // Without guests an event is a note to oneself, whoever is named as its organizer.
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
 * Addresses at Google that no person reads: rooms, shared calendars, the organizer it makes up for events found in mails, and the accounts that programs
 * have of their own.
 */
function isMachineAddress(email: string): boolean {
  return /(?:[@.]calendar\.google\.com|\.gserviceaccount\.com)$/.test(email);
}
