import * as z from 'zod';
import { channelKind } from './channels.ts';
import { byId, endpoint, instant, uuid } from './http.ts';
import { briefingState } from './meetings.ts';
import { leadMinutes } from './users.ts';

/** Delivery of a briefing, or the attempt: by email, as channel messages, or both. */
const delivery = z.object({
  /** A message replaced the email. */
  isMessageAlone: z.boolean(),
  /** Finished messages of the last 30 days. */
  messages: z.array(z.object({ kind: channelKind, state: z.enum(['delivered', 'unknown', 'failed']) })),
});
export type BriefingDelivery = z.infer<typeof delivery>;

/** A meeting's briefing: its outcome, or why there was none. */
export const briefingItem = z.object({
  meetingId: uuid,
  title: z.string(),
  startTime: instant,
  isAllDay: z.boolean(),
  state: briefingState,
  /** Why nothing was sent, or why that is unknown; null otherwise. Shown to the user. */
  reason: z.string().nullable(),
  /** Null if none was planned. */
  dueAt: instant.nullable(),
  sentAt: instant.nullable(),
  /** Null without a briefing. */
  delivery: delivery.nullable(),
  /** Why a sent email was incomplete; null if it was complete. */
  shortfall: z.enum(['research_failed', 'quota_exceeded', 'daily_cap_reached', 'no_time']).nullable(),
  /** When the update email was sent. */
  updateSentAt: instant.nullable(),
  feedback: z.object({
    /** The latest answer; null without one. */
    isUseful: z.boolean().nullable(),
    /** Addresses of guests it mistook for someone else. */
    wrongPersons: z.array(z.string()),
  }),
});
export type BriefingItem = z.infer<typeof briefingItem>;

export const listBriefings = endpoint('get /briefings', {
  access: 'subscriber',
  scope: 'read',
  summary: 'Briefings sent, and why others were not; latest meeting first; paged by cursor',
  query: z.object({
    limit: z.coerce.number().int().min(1).max(100).default(25),
    cursor: z.string().max(200).optional(),
  }),
  data: z.object({ briefings: z.array(briefingItem), nextCursor: z.string().nullable() }),
});

/** Does not count as a briefing: the email is not linked to the meeting and is not in the history. */
export const sendTestBriefing = endpoint('post /briefings/test', {
  access: 'subscriber',
  summary:
    'Email the caller a test briefing for their next or latest researched meeting, or an example if there is none',
  errors: ['CONFLICT'],
  data: z.object({ message: z.string() }),
});

/** A meeting or series that the user has muted. */
export const mutedMeeting = z.object({
  id: uuid,
  scope: z.enum(['meeting', 'series']),
  /** For a series, its latest meeting's; empty if it has none left. */
  title: z.string(),
  mutedAt: instant,
});
export type MutedMeeting = z.infer<typeof mutedMeeting>;

export const listMutedMeetings = endpoint('get /briefings/muted', {
  access: 'subscriber',
  scope: 'read',
  summary: 'Muted meetings and series, newest first; paged by cursor',
  query: z.object({
    limit: z.coerce.number().int().min(1).max(100).default(25),
    /** Id of the previous page's last entry. */
    cursor: uuid.optional(),
  }),
  data: z.object({ muted: z.array(mutedMeeting), nextCursor: z.string().nullable() }),
});

export const unmuteMeeting = endpoint('delete /briefings/muted/:id', {
  access: 'subscriber',
  scope: 'write',
  summary: 'Unmute a meeting or series; its upcoming meetings are prepared again',
  ...byId,
  data: z.object({ message: z.string() }),
});

const muteScope = z.enum(['meeting', 'series']);

/** A meeting's mail settings, feedback and previous meeting. */
export const meetingBriefing = z.object({
  /** Scope of the mute, if any; muting a series applies to each of its meetings. */
  muted: muteScope.nullable(),
  isInSeries: z.boolean(),
  /** For this meeting only; null uses the preferences. */
  leadMinutes: leadMinutes.nullable(),
  /** The latest answer; null without one. */
  isUseful: z.boolean().nullable(),
  /** Null without a briefing. */
  delivery: delivery.nullable(),
  /**
   * The user's last past meeting with any of its external guests, and the number of such meetings; null if there is
   * none.
   */
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

export const getMeetingBriefing = endpoint('get /meetings/:id/briefing', {
  access: 'subscriber',
  scope: 'read',
  summary: 'A meeting’s briefing time, mute status, previous meeting with its guests, and feedback',
  ...byId,
  data: z.object({ briefing: meetingBriefing }),
});

export const setMeetingBriefing = endpoint('put /meetings/:id/briefing', {
  access: 'subscriber',
  scope: 'write',
  summary: 'Set a meeting’s briefing time, mute it or its series, undo either, or rate its briefing',
  description:
    'Omitted fields stay unchanged; null undoes a setting. `isUseful` fails with 404 if the meeting has no briefing. `series` mutes only the meeting if it is not part of a series.',
  example: { muted: 'meeting' },
  ...byId,
  body: z.strictObject({
    muted: muteScope.nullable().optional(),
    leadMinutes: leadMinutes.nullable().optional(),
    isUseful: z.boolean().optional(),
  }),
  data: z.object({ briefing: meetingBriefing }),
});
