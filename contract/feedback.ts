import * as z from 'zod';
import { endpoint, instant } from './http.ts';

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
});
export type FeedbackLink = z.infer<typeof feedbackLink>;

/** Looking at a link changes nothing, because mail scanners follow links too. */
export const getFeedbackLink = endpoint({
  method: 'get',
  path: '/feedback',
  access: 'public',
  summary: 'What a link of a briefing would do; 400 for one that is unknown, used or expired',
  errors: ['BAD_REQUEST'],
  query: z.object({ token }),
  data: z.object({ link: feedbackLink }),
});

export const giveFeedback = endpoint({
  method: 'post',
  path: '/feedback',
  access: 'public',
  summary: 'Do what a link of a briefing says, once; 400 for one that is unknown, used or expired',
  errors: ['BAD_REQUEST'],
  example: { token: 'token-of-the-mail' },
  body: z.strictObject({ token }),
  data: z.object({ message: z.string() }),
});
