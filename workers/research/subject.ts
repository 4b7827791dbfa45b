import type { Participant } from '#db/queries/meeting-plan.ts';
import type { PersonAnswer } from '#db/queries/person-answers.ts';
import { companyDomainOfAddress } from '#domain/company-domain.ts';
import { cutText } from '#domain/cut-text.ts';
import type { BriefingLanguage } from '#domain/enumerations.ts';
import { isGroupAddress } from '#domain/group-address.ts';
import { hasObjected, NO_OBJECTIONS, type Objections } from '#domain/objection.ts';
import { fullName, nameInAddress, onlyName } from '#domain/person-names.ts';

export type GuestSubject = {
  /** `g1`, `g2` ...: how the model refers to the guest. */
  id: string;
  email: string;
  /** From the calendar, otherwise derived from the address; null if neither has one. */
  name: string | null;
  /** The employer's registrable domain; null for a free-mail address. */
  companyDomain: string | null;
  /** The user's answer about who the guest is. */
  answer?: PersonAnswer | undefined;
};

/** The user the briefing is for, in their own words; fields they left empty are null. */
export type Reader = {
  name: string | null;
  jobTitle: string | null;
  offering: string | null;
  meetingGoal: string | null;
  /** The goal of this meeting. */
  goal: string | null;
};

/** An earlier meeting of the reader with some of the guests, in one line. */
export type EarlierMeeting = {
  date: string;
  text: string;
  /** The addresses of those guests. */
  guests?: readonly string[];
};

/** The subjects of one research run. All of it is treated as untrusted, as most comes from a calendar. */
export type ResearchSubject = {
  title: string;
  description: string;
  /** ISO 8601 */
  start: string;
  /** The user's IANA time zone. */
  timezone: string;
  hostDomain: string | null;
  companies: string[];
  guests: GuestSubject[];
  /** Number of external guests beyond the limit, who are not researched. */
  guestsLeftOut: number;
  /** Guests and companies that asked not to be researched: the model sees nothing about them beyond the invitation. */
  objected: { guests: GuestSubject[]; companies: string[] };
  reader: Reader;
  history: readonly EarlierMeeting[];
  /** The briefing's language. */
  language: BriefingLanguage;
  /** Statements about these subjects that the reader reported as wrong in earlier briefings. */
  wrongFacts: readonly string[];
};

const NO_READER: Reader = { name: null, jobTitle: null, offering: null, meetingGoal: null, goal: null };
const MAX_GUESTS = 8;
const MAX_COMPANIES = 4;
const MAX_TITLE_CHARACTERS = 300;
const MAX_DESCRIPTION_CHARACTERS = 2_000;

/** The fields of a meeting that research reads. */
export type ResearchableMeeting = {
  title: string;
  description: string | null;
  start: Date;
  /** The user's IANA time zone; by default UTC. */
  timezone?: string;
  companyDomain: string | null;
  externalDomains: string[];
  participants: Participant[];
  /** The user's answers about guests. */
  answers?: readonly PersonAnswer[];
  objections?: Objections;
  reader?: Reader;
  history?: readonly EarlierMeeting[];
  language?: BriefingLanguage;
  wrongFacts?: readonly string[];
};

export function toSubject(meeting: ResearchableMeeting): ResearchSubject {
  // A group address is not a person; its company is among the companies.
  const coming = meeting.participants.filter(
    ({ email, isExternal, responseStatus }) => isExternal && responseStatus !== 'declined' && !isGroupAddress(email),
  );
  const { objections = NO_OBJECTIONS } = meeting;
  const researched = coming.filter(({ email }) => !hasObjected(email, objections));
  const objecting = coming.filter(({ email }) => hasObjected(email, objections));
  return {
    title: cutText(meeting.title, MAX_TITLE_CHARACTERS),
    description: cutText(meeting.description ?? '', MAX_DESCRIPTION_CHARACTERS),
    start: meeting.start.toISOString(),
    timezone: meeting.timezone ?? 'UTC',
    hostDomain: meeting.companyDomain,
    companies: meeting.externalDomains.filter((domain) => !objections.domains.has(domain)).slice(0, MAX_COMPANIES),
    guests: researched.slice(0, MAX_GUESTS).map((guest, index) => ({
      ...toGuest(guest, `g${index + 1}`),
      answer: meeting.answers?.find(({ email }) => email === guest.email),
    })),
    guestsLeftOut: Math.max(0, researched.length - MAX_GUESTS),
    objected: {
      // A single name, such as a first name, is enough to leave out statements that mention them.
      guests: objecting.map((guest, index) => {
        const one = toGuest(guest, `o${index + 1}`);
        return { ...one, name: one.name ?? onlyName(guest.name ?? '') };
      }),
      companies: meeting.externalDomains.filter((domain) => objections.domains.has(domain)),
    },
    reader: meeting.reader ?? NO_READER,
    // An earlier meeting's title and notes may mention guests who objected.
    history: (meeting.history ?? []).filter(
      ({ guests = [] }) => !guests.some((email) => hasObjected(email, objections)),
    ),
    language: meeting.language ?? 'en',
    wrongFacts: meeting.wrongFacts ?? [],
  };
}

function toGuest({ email, name }: Participant, id: string): GuestSubject {
  return {
    id,
    email,
    name: fullName(name ?? '', email) ?? nameInAddress(email),
    companyDomain: companyDomainOfAddress(email),
  };
}
