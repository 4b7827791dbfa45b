import * as z from 'zod';
import { channelKind } from './channels.ts';
import { endpoint, instant, uuid } from './http.ts';
import { briefingState } from './meetings.ts';
import { leadMinutes } from './users.ts';

/** How a briefing left, or was tried: by mail, as messages in channels, or both. */
const delivery = z.object({
  /** A message stood in the place of the mail. */
  isMessageAlone: z.boolean(),
  /** Those of the last 30 days that are no longer waiting. */
  messages: z.array(z.object({ kind: channelKind, state: z.enum(['delivered', 'unknown', 'failed']) })),
});
export type BriefingDelivery = z.infer<typeof delivery>;

/** The briefing of one meeting: what became of it, or why there was none. */
export const briefingItem = z.object({
  meetingId: uuid,
  title: z.string(),
  startTime: instant,
  state: briefingState,
  /** In words for the user, where nothing was sent or nobody knows whether it was; null otherwise. */
  reason: z.string().nullable(),
  /** Null where none was planned any more. */
  dueAt: instant.nullable(),
  sentAt: instant.nullable(),
  /** Null without a briefing. */
  delivery: delivery.nullable(),
  /** What a mail that was sent had to do without; null where it was complete. */
  shortfall: z.enum(['research_failed', 'quota_exceeded', 'daily_cap_reached', 'no_time']).nullable(),
  /** Of the mail that told of a move after the briefing. */
  updateSentAt: instant.nullable(),
  feedback: z.object({
    /** The last answer; null without one. */
    isUseful: z.boolean().nullable(),
    /** Addresses of guests whom the briefing took for somebody else. */
    wrongPersons: z.array(z.string()),
  }),
});
export type BriefingItem = z.infer<typeof briefingItem>;

export const listBriefings = endpoint({
  method: 'get',
  path: '/briefings',
  access: 'subscriber',
  scope: 'read',
  summary: 'Briefings that were sent, and why others were not; the latest meeting first; pages by cursor',
  query: z.object({
    limit: z.coerce.number().int().min(1).max(100).default(25),
    cursor: z.string().max(200).optional(),
  }),
  data: z.object({ briefings: z.array(briefingItem), nextCursor: z.string().nullable() }),
});

/** Not a briefing: it belongs to no meeting, is not in the history and does not count. */
export const sendTestBriefing = endpoint({
  method: 'post',
  path: '/briefings/test',
  access: 'subscriber',
  summary:
    'Mail the caller a test briefing: the nearest researched meeting as it stands, or an example where there is none',
  errors: ['CONFLICT'],
  data: z.object({ message: z.string() }),
});

/** A meeting, or all of a series, that its user wants no mails about. */
export const mutedMeeting = z.object({
  id: uuid,
  scope: z.enum(['meeting', 'series']),
  /** Of the meeting; of a series, the one its last meeting has. */
  title: z.string(),
  mutedAt: instant,
});
export type MutedMeeting = z.infer<typeof mutedMeeting>;

export const listMutedMeetings = endpoint({
  method: 'get',
  path: '/briefings/muted',
  access: 'subscriber',
  scope: 'read',
  summary: 'Meetings and series that were muted, the newest first; pages by cursor',
  query: z.object({
    limit: z.coerce.number().int().min(1).max(100).default(25),
    /** The id the page before ended with. */
    cursor: uuid.optional(),
  }),
  data: z.object({ muted: z.array(mutedMeeting), nextCursor: z.string().nullable() }),
});

export const unmuteMeeting = endpoint({
  method: 'delete',
  path: '/briefings/muted/:id',
  access: 'subscriber',
  scope: 'write',
  summary: 'Take a mute back; coming meetings are prepared again',
  errors: ['NOT_FOUND'],
  params: z.object({ id: uuid }),
  data: z.object({ message: z.string() }),
});

const muteScope = z.enum(['meeting', 'series']);

/** What the user wants of one meeting's mails, and thought of its briefing. */
export const meetingBriefing = z.object({
  /** What was muted; a muted series counts for each of its meetings. */
  muted: muteScope.nullable(),
  isInSeries: z.boolean(),
  /** For this meeting alone; null: the lead time of the preferences. */
  leadMinutes: leadMinutes.nullable(),
  /** The last answer; null without one. */
  isUseful: z.boolean().nullable(),
  /** Null without a briefing. */
  delivery: delivery.nullable(),
  /** The last meeting of the user's calendar with one of its outside guests, and how many there were; null where they never met. */
  previous: z
    .object({
      meetingId: uuid,
      title: z.string(),
      startTime: instant,
      outcome: z.string().nullable(),
      count: z.number(),
    })
    .nullable(),
});
export type MeetingBriefing = z.infer<typeof meetingBriefing>;

export const getMeetingBriefing = endpoint({
  method: 'get',
  path: '/meetings/:id/briefing',
  access: 'subscriber',
  scope: 'read',
  summary:
    'When a meeting is briefed, whether it is muted, when its guests were met before, whether its briefing was useful',
  errors: ['NOT_FOUND'],
  params: z.object({ id: uuid }),
  data: z.object({ briefing: meetingBriefing }),
});

export const setMeetingBriefing = endpoint({
  method: 'put',
  path: '/meetings/:id/briefing',
  access: 'subscriber',
  scope: 'write',
  summary:
    'Set when a meeting is briefed, mute it or its series, take either back (null), or say whether its briefing was useful',
  description:
    'What is left out stays as it is. `isUseful` is 404 for a meeting that was not briefed; `series` is the meeting alone where it is in none.',
  errors: ['NOT_FOUND'],
  example: { muted: 'meeting' },
  params: z.object({ id: uuid }),
  body: z.strictObject({
    muted: muteScope.nullable().optional(),
    leadMinutes: leadMinutes.nullable().optional(),
    isUseful: z.boolean().optional(),
  }),
  data: z.object({ briefing: meetingBriefing }),
});
