import { giveFeedbackReason, readFeedbackReasons } from '#api/commands/give-feedback-reason.ts';
import { route } from '#api/route.ts';
import { type FeedbackReason, getFeedbackReasons, giveFeedbackReason as giveEndpoint } from '#contract/feedback.ts';

export const feedbackReasonRoutes = [
  route(getFeedbackReasons, ({ context, query: { token } }) => readFeedbackReasons(context, token)),
  route(giveEndpoint, async ({ context, body }) => {
    const touchesPages = await giveFeedbackReason(context, body);
    return { message: (touchesPages ? DONE_TO_PAGES : DONE)[body.reason] };
  }),
];

const SAVED = 'Thank you. Your answer is saved.';
const DONE: Record<FeedbackReason, string> = {
  wrong_person: SAVED,
  wrong_company: SAVED,
  nothing_new: SAVED,
  too_long: SAVED,
  too_late: `${SAVED} You can choose in Settings how long before a meeting its briefing arrives.`,
  wrong_fact: 'Thank you. Future briefings will leave this out.',
};
/** Used if the feedback makes later briefings leave out or mark pages. */
const DONE_TO_PAGES: Record<FeedbackReason, string> = {
  ...DONE,
  wrong_person: 'Thank you. Future briefings will leave out pages about someone else.',
  wrong_fact: 'Thank you. Future briefings will leave this out and flag the page it came from in their sources.',
};
