import type { Participant } from '#db/queries/meeting-plan.ts';
import type { PersonAnswer } from '#db/queries/person-answers.ts';
import { isFreeMailDomain } from '#domain/free-mail.ts';
import { isGroupAddress } from '#domain/group-address.ts';
import { hasObjected, NO_OBJECTIONS, type Objections } from '#domain/objection.ts';
import { isFullName, nameInAddress } from '#domain/person-names.ts';
import { registrableDomainOfAddress } from '#domain/registrable-domain.ts';

export type GuestSubject = {
  /** `g1`, `g2` ...: how the model refers to the guest. */
  id: string;
  email: string;
  /** From the calendar, else read from the address; null when neither tells. */
  name: string | null;
  /** The employer's registrable domain; null behind a free-mail address. */
  companyDomain: string | null;
  /** What the user said when asked which one it is. */
  answer?: PersonAnswer | undefined;
};

/** Whom the briefing is written for, in their own words; null where they told nothing. */
export type Reader = {
  name: string | null;
  jobTitle: string | null;
  offering: string | null;
  meetingGoal: string | null;
  /** Of this meeting. */
  goal: string | null;
};

/** An earlier meeting of the reader with some of the guests, and one line on it. */
export type EarlierMeeting = {
  date: string;
  text: string;
  /** Addresses of those guests. */
  guests?: readonly string[];
};

/** Whom and what one research run is about. Everything in it comes from a calendar and is not to be trusted. */
export type ResearchSubject = {
  title: string;
  description: string;
  start: string;
  hostDomain: string | null;
  companies: string[];
  guests: GuestSubject[];
  /** People from outside beyond the first ones, who are not researched. */
  guestsLeftOut: number;
  /** Who comes and asked not to be researched: nothing of them goes to the model but what stands in the invitation. */
  objected: { guests: GuestSubject[]; companies: string[] };
  reader: Reader;
  history: readonly EarlierMeeting[];
  /** Of the briefing: `en`, `de` ... */
  language: string;
  /** What the reader called wrong in earlier briefings about these people and companies. */
  wrongFacts: readonly string[];
};

const NO_READER: Reader = { name: null, jobTitle: null, offering: null, meetingGoal: null, goal: null };
const MAX_GUESTS = 8;
const MAX_COMPANIES = 4;
const MAX_TITLE_CHARACTERS = 300;
const MAX_DESCRIPTION_CHARACTERS = 2_000;

/** What research reads of a meeting. */
export type ResearchableMeeting = {
  title: string;
  description: string | null;
  start: Date;
  companyDomain: string | null;
  externalDomains: string[];
  participants: Participant[];
  /** What the user said about guests. */
  answers?: readonly PersonAnswer[];
  objections?: Objections;
  reader?: Reader;
  history?: readonly EarlierMeeting[];
  language?: string;
  wrongFacts?: readonly string[];
};

export function toSubject(meeting: ResearchableMeeting): ResearchSubject {
  // Behind the address of a group there is no person to be found; its company stands among the companies.
  const coming = meeting.participants.filter(
    ({ email, isExternal, responseStatus }) => isExternal && responseStatus !== 'declined' && !isGroupAddress(email),
  );
  const { objections = NO_OBJECTIONS } = meeting;
  const researched = coming.filter(({ email }) => !hasObjected(email, objections));
  const objecting = coming.filter(({ email }) => hasObjected(email, objections));
  return {
    title: meeting.title.slice(0, MAX_TITLE_CHARACTERS),
    description: (meeting.description ?? '').slice(0, MAX_DESCRIPTION_CHARACTERS),
    start: meeting.start.toISOString(),
    hostDomain: meeting.companyDomain,
    companies: meeting.externalDomains.filter((domain) => !objections.domains.has(domain)).slice(0, MAX_COMPANIES),
    guests: researched.slice(0, MAX_GUESTS).map((guest, index) => ({
      ...toGuest(guest, `g${index + 1}`),
      answer: meeting.answers?.find(({ email }) => email === guest.email),
    })),
    guestsLeftOut: Math.max(0, researched.length - MAX_GUESTS),
    objected: {
      guests: objecting.map((guest, index) => toGuest(guest, `o${index + 1}`)),
      companies: meeting.externalDomains.filter((domain) => objections.domains.has(domain)),
    },
    reader: meeting.reader ?? NO_READER,
    // Its title and what came of it may speak of them as well.
    history: (meeting.history ?? []).filter(
      ({ guests = [] }) => !guests.some((email) => hasObjected(email, objections)),
    ),
    language: meeting.language ?? 'en',
    wrongFacts: meeting.wrongFacts ?? [],
  };
}

function toGuest({ email, name }: Participant, id: string): GuestSubject {
  const domain = registrableDomainOfAddress(email);
  return {
    id,
    email,
    name: name !== null && isFullName(name) ? name : nameInAddress(email),
    companyDomain: domain === null || isFreeMailDomain(domain) ? null : domain,
  };
}
