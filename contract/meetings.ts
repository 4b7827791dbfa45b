import * as z from 'zod';
import { BRIEFING_STATES, MEETING_TYPES, RESEARCH_STATES, RESPONSE_STATUSES } from '#domain/enumerations.ts';
import { byId, email, endpoint, instant, instantInput, uuid } from './http.ts';
import { line, paragraphs } from './text.ts';

export const meetingType = z.enum(MEETING_TYPES);
export type MeetingType = z.infer<typeof meetingType>;

export const responseStatus = z.enum(RESPONSE_STATUSES);
export type ResponseStatus = z.infer<typeof responseStatus>;

export const researchState = z.enum(RESEARCH_STATES);
export type ResearchState = z.infer<typeof researchState>;

export const briefingState = z.enum(BRIEFING_STATES);

export const attendee = z.object({
  email: z.string(),
  name: z.string().nullable(),
  responseStatus,
});
export type Attendee = z.infer<typeof attendee>;

/** A document in the invitation. */
export const meetingDocument = z.object({
  title: z.string(),
  /** Null unless its host is a known document host. */
  url: z.string().nullable(),
  host: z.string().nullable(),
});
export type MeetingDocument = z.infer<typeof meetingDocument>;

export const meeting = z.object({
  id: uuid,
  title: z.string(),
  description: z.string().nullable(),
  startTime: instant,
  endTime: instant,
  isAllDay: z.boolean(),
  location: z.string().nullable(),
  meetingUrl: z.string().nullable(),
  /** Attached to the event, or linked in its description if on a known document host. */
  documents: z.array(meetingDocument),
  meetingType,
  status: z.enum(['confirmed', 'cancelled']),
  externalDomains: z.array(z.string()),
  attendees: z.array(attendee),
  /** Created manually rather than found in a calendar: the user may change and delete it here. */
  isAddedByHand: z.boolean(),
  isResearchCompleted: z.boolean(),
  isBriefingSent: z.boolean(),
  researchState,
  /** Set if research failed because the user's quota or daily cap was used up; null otherwise. */
  researchRefusal: z.enum(['quota_exceeded', 'daily_cap_reached']).nullable(),
  briefingState,
  /** When the briefing is or was due; null if none is planned. */
  briefingDueAt: instant.nullable(),
  /** Why no briefing is planned or was sent, shown to the user; null otherwise. */
  briefingReason: z.string().nullable(),
  /** The user's goal, in their words; null if not set. */
  goal: z.string().nullable(),
  /** The user's note on the outcome; null if none. */
  outcome: z.string().nullable(),
  /**
   * The question "How did it go?" is settled: the user answered or dismissed it, declined the meeting, or the meeting
   * is private.
   */
  isOutcomeAsked: z.boolean(),
});
export type Meeting = z.infer<typeof meeting>;

export const listMeetings = endpoint('get /meetings', {
  access: 'subscriber',
  scope: 'read',
  summary: 'Meetings by start time; paged by cursor',
  query: z
    .object({
      limit: z.coerce.number().int().min(1).max(500).optional(),
      startDate: instantInput.optional(),
      endDate: instantInput.optional(),
      cursor: z.string().max(200).optional(),
    })
    .refine(({ startDate, endDate }) => !startDate || !endDate || startDate <= endDate, {
      path: ['endDate'],
      message: 'endDate must not be before startDate',
    }),
  /** `nextCursor` is null on the last page. */
  data: z.object({ meetings: z.array(meeting), nextCursor: z.string().nullable() }),
});

/** Finds a meeting of any date, even a cancelled one, so that links to it keep working. */
export const getMeeting = endpoint('get /meetings/:id', {
  access: 'subscriber',
  scope: 'read',
  summary: 'One meeting',
  ...byId,
  data: z.object({ meeting }),
});

const note = line(500).nullable();

export const setMeetingNotes = endpoint('put /meetings/:id/notes', {
  access: 'subscriber',
  scope: 'write',
  summary: 'Set a meeting’s goal, or note its outcome',
  description:
    'Null or an empty text deletes a note. Any `outcome`, even null, means that the user is no longer asked "How did it go?". A changed goal repeats the research: before the briefing is sent or, if it was sent, right away, for the app only.',
  example: { goal: 'Agree on who signs.', outcome: null },
  ...byId,
  body: z
    .strictObject({ goal: note, outcome: note })
    .partial()
    .refine((notes) => Object.keys(notes).length > 0, 'No changes to save'),
  data: z.object({ meeting }),
});

/**
 * Covers all meetings except cancelled ones; the average covers only those with external guests (external and mixed).
 */
export const meetingStatistics = z.object({
  totalMeetings: z.number(),
  internalMeetings: z.number(),
  externalMeetings: z.number(),
  mixedMeetings: z.number(),
  topExternalDomains: z.array(z.object({ domain: z.string(), count: z.number() })),
  averageExternalAttendeesPerMeeting: z.number(),
  /** The next 30 days compared with the last 30, in the user's time zone; null if there is nothing to compare. */
  change: z.object({
    /** Change in the number of meetings, in percent. */
    totalPercent: z.number().nullable(),
    /** Change in the average above, in attendees. */
    averageExternalAttendees: z.number().nullable(),
  }),
});
export type MeetingStatistics = z.infer<typeof meetingStatistics>;

export const getMeetingStatistics = endpoint('get /meetings/domain-statistics', {
  access: 'subscriber',
  scope: 'read',
  summary: 'Counts by type, most frequent external domains, average external attendees',
  data: z.object({ statistics: meetingStatistics }),
});

/** Rejects typos such as the year 20266. */
const manualInstant = instantInput.refine(
  (date) => date.getUTCFullYear() >= 2000 && date.getUTCFullYear() < 2100,
  'must be a date between 2000 and 2099',
);

const manualMeeting = z
  .strictObject({
    title: line(300).min(1, 'Please enter a title'),
    startTime: manualInstant,
    endTime: manualInstant,
    attendees: z
      .array(z.strictObject({ email, name: line(200).optional() }))
      .min(1, 'Please enter at least one attendee')
      .max(200),
    description: paragraphs(10_000).optional(),
    location: line(500).optional(),
    meetingUrl: line(2000)
      .pipe(
        z.url({
          protocol: /^https$/,
          hostname: z.regexes.hostname,
          error: 'Please enter a URL that begins with https://',
        }),
      )
      .optional(),
  })
  .refine(({ startTime, endTime }) => startTime < endTime, {
    path: ['endTime'],
    message: 'endTime must be after startTime',
  });
export type ManualMeetingInput = z.output<typeof manualMeeting>;

const manualMeetingExample = {
  title: 'Intro call',
  startTime: '2026-12-01T14:00:00Z',
  endTime: '2026-12-01T14:30:00Z',
  attendees: [{ email: 'ines@brightwater.test', name: 'Ines Duarte' }],
  description: 'What Brightwater needs before the spring.',
  location: 'Room 4',
  meetingUrl: 'https://meet.example.com/abc-defg-hij',
};

export const createMeeting = endpoint('post /meetings', {
  access: 'subscriber',
  scope: 'write',
  summary: 'Create a meeting manually; it is prepared like one from a calendar',
  example: manualMeetingExample,
  body: manualMeeting,
  data: z.object({ meeting }),
});

export const updateMeeting = endpoint('put /meetings/:id', {
  access: 'subscriber',
  scope: 'write',
  summary: 'Replace a manually created meeting',
  description: '409 for a calendar meeting (change it in the calendar) and for a deleted one.',
  errors: ['NOT_FOUND', 'CONFLICT'],
  example: manualMeetingExample,
  params: z.object({ id: uuid }),
  body: manualMeeting,
  data: z.object({ meeting }),
});

export const deleteMeeting = endpoint('delete /meetings/:id', {
  access: 'subscriber',
  scope: 'write',
  summary: 'Delete a manually created meeting; no briefing will be sent for it',
  description: '409 for a calendar meeting: delete it in the calendar. Safe to repeat.',
  errors: ['NOT_FOUND', 'CONFLICT'],
  params: z.object({ id: uuid }),
  data: z.object({}),
});
