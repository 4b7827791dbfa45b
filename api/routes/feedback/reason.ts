import { Router } from 'express';
import { giveFeedbackReason, readFeedbackReasons } from '#api/commands/give-feedback-reason.ts';
import type { ApiContext } from '#api/context.ts';
import { answer, readBody, readQuery } from '#api/http.ts';
import { type FeedbackReason, getFeedbackReasons, giveFeedbackReason as giveEndpoint } from '#contract/feedback.ts';

export function feedbackReasonRoute(context: ApiContext): Router {
  return Router()
    .get(getFeedbackReasons.path, async (request, response) => {
      const { token } = readQuery(getFeedbackReasons, request);
      answer(response, getFeedbackReasons, await readFeedbackReasons(context, token));
    })
    .post(giveEndpoint.path, async (request, response) => {
      const reason = readBody(giveEndpoint, request);
      const touchesPages = await giveFeedbackReason(context, reason);
      answer(response, giveEndpoint, { message: (touchesPages ? DONE_TO_PAGES : DONE)[reason.reason] });
    });
}

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
  wrong_fact: 'Thank you. Future briefings will leave this out and mark its page among their sources.',
};
