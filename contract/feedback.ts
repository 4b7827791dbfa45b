import * as z from 'zod';
import { endpoint, instant, linkBody, linkQuery } from './http.ts';
import { line, paragraphs } from './text.ts';

/** The actions of one-click links in briefings. */
export const feedbackAction = z.enum([
  'useful',
  'not_useful',
  'wrong_person',
  'mute_domain',
  'mute_meeting',
  'mute_series',
]);
export type FeedbackAction = z.infer<typeof feedbackAction>;

/** From an emailed link: single use, time-limited, valid without a session. */
const token = z.string().max(200);

export const feedbackLink = z.object({
  action: feedbackAction,
  /** The guest's address (`wrong_person`) or the domain (`mute_domain`); null for other actions. */
  target: z.string().nullable(),
  meetingTitle: z.string(),
  meetingStart: instant,
  /** When it was used; null if not yet. */
  usedAt: instant.nullable(),
});
export type FeedbackLink = z.infer<typeof feedbackLink>;

export const getFeedbackLink = endpoint('get /feedback', {
  ...linkQuery(token),
  summary: 'The action behind a briefing’s link, and whether it was used; 400 if unknown or expired',
  data: z.object({ link: feedbackLink }),
});

export const giveFeedback = endpoint('post /feedback', {
  ...linkBody(token),
  summary: 'Carry out the action of a briefing’s link, once; 400 if unknown, used or expired',
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

/** The reason given after clicking "No", and the guests and facts to choose from. */
export const feedbackReasons = z.object({
  /** The latest one given; null if none. */
  reason: feedbackReason.nullable(),
  /** Guests the briefing has facts about. */
  guests: z.array(z.object({ email: z.string(), name: z.string().nullable() })),
  /** Facts in the briefing; `about` is the guest or company; null in general sections. */
  facts: z.array(z.object({ text: z.string(), about: z.string().nullable() })),
});
export type FeedbackReasons = z.infer<typeof feedbackReasons>;

export const getFeedbackReasons = endpoint('get /feedback/reason', {
  ...linkQuery(token),
  summary: 'The reason given, and the guests and facts to choose from; 400 unless "No" was clicked',
  data: feedbackReasons,
});

export const giveFeedbackReason = endpoint('post /feedback/reason', {
  access: 'public',
  summary: 'Say why a briefing was not useful; 400 unless "No" was clicked',
  description:
    'The latest reason counts. For `wrong_person`, `guest` is one of the offered guests. For `wrong_fact`, `fact` is the text of one of the offered facts; later briefings leave it out.',
  errors: ['BAD_REQUEST'],
  example: { token: 'token-from-the-email', reason: 'too_long' },
  body: z.strictObject({
    token,
    reason: feedbackReason,
    guest: line(320).optional(),
    fact: paragraphs(10_000).optional(),
  }),
  data: z.object({ message: z.string() }),
});
