import * as z from 'zod';
import { endpoint, instant } from './http.ts';
import { line, paragraphs } from './text.ts';

/** What one click in a briefing says or does. */
export const feedbackAction = z.enum([
  'useful',
  'not_useful',
  'wrong_person',
  'mute_domain',
  'mute_meeting',
  'mute_series',
]);
export type FeedbackAction = z.infer<typeof feedbackAction>;

/** Of a mailed link: works once, for a limited time, and without a session. */
const token = z.string().max(200);

export const feedbackLink = z.object({
  action: feedbackAction,
  /** The guest's address (`wrong_person`) or the domain (`mute_domain`); null for the others. */
  target: z.string().nullable(),
  meetingTitle: z.string(),
  meetingStart: instant,
  /** When it was pressed; null while it was not. */
  usedAt: instant.nullable(),
});
export type FeedbackLink = z.infer<typeof feedbackLink>;

/** Looking at a link changes nothing, because mail scanners follow links too. */
export const getFeedbackLink = endpoint({
  method: 'get',
  path: '/feedback',
  access: 'public',
  summary: 'What a link of a briefing would do, or has done; 400 for one that is unknown or expired',
  errors: ['BAD_REQUEST'],
  query: z.object({ token }),
  data: z.object({ link: feedbackLink }),
});

export const giveFeedback = endpoint({
  method: 'post',
  path: '/feedback',
  access: 'public',
  summary:
    'Do what a link of a briefing says, once; 400 for one that is unknown, used or expired, and then nothing changes',
  errors: ['BAD_REQUEST'],
  example: { token: 'token-of-the-mail' },
  body: z.strictObject({ token }),
  data: z.object({ message: z.string() }),
});

/** Why a briefing was not useful. */
export const feedbackReason = z.enum([
  'wrong_person',
  'wrong_company',
  'nothing_new',
  'too_long',
  'too_late',
  'wrong_fact',
]);
export type FeedbackReason = z.infer<typeof feedbackReason>;

/** What may be said after "No", and was said last. */
export const feedbackReasons = z.object({
  reason: feedbackReason.nullable(),
  /** Guests of whom the briefing told something. */
  guests: z.array(z.object({ email: z.string(), name: z.string().nullable() })),
  /** Facts of the briefing; `about` is the name under which one stands, null in the general parts. */
  facts: z.array(z.object({ text: z.string(), about: z.string().nullable() })),
});
export type FeedbackReasons = z.infer<typeof feedbackReasons>;

export const getFeedbackReasons = endpoint({
  method: 'get',
  path: '/feedback/reason',
  access: 'public',
  summary: 'What may be said about a briefing that was not useful; 400 unless its link "No" was pressed',
  errors: ['BAD_REQUEST'],
  query: z.object({ token }),
  data: feedbackReasons,
});

export const giveFeedbackReason = endpoint({
  method: 'post',
  path: '/feedback/reason',
  access: 'public',
  summary: 'Say why a briefing was not useful; 400 unless its link "No" was pressed',
  description:
    'The last reason counts. `guest` is one of the offered guests, for `wrong_person`; `fact` is the text of one of the offered facts, for `wrong_fact`, which later briefings leave out.',
  errors: ['BAD_REQUEST'],
  example: { token: 'token-of-the-mail', reason: 'too_long' },
  body: z.strictObject({
    token,
    reason: feedbackReason,
    guest: line(320).optional(),
    fact: paragraphs(10_000).optional(),
  }),
  data: z.object({ message: z.string() }),
});
