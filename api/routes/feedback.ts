import { giveFeedback, readFeedbackLink } from '#api/commands/give-feedback.ts';
import { route } from '#api/route.ts';
import { type FeedbackAction, getFeedbackLink, giveFeedback as giveEndpoint } from '#contract/feedback.ts';

/** Handles the links in briefings. Their token is in the query, which the request log leaves out. */
export const feedbackRoutes = [
  route(getFeedbackLink, async ({ context, query: { token } }) => {
    const { action, target, meetingTitle, meetingStart, usedAt } = await readFeedbackLink(context, token);
    const link = {
      action,
      target,
      meetingTitle,
      meetingStart: meetingStart.toISOString(),
      usedAt: usedAt?.toISOString() ?? null,
    };
    return { link };
  }),
  route(giveEndpoint, async ({ context, body: { token } }) => {
    const { action, target } = await giveFeedback(context, token);
    return { message: DONE[action](target ?? '') };
  }),
];

const DONE: Record<FeedbackAction, (target: string) => string> = {
  useful: () => 'Thank you. Your answer is saved.',
  not_useful: () => 'Thank you. Your answer is saved.',
  wrong_person: (email) => `Thank you. You reported the wrong person for ${email}.`,
  mute_domain: (domain) => `Guests from ${domain} now count as internal. You can undo this in Settings.`,
  mute_meeting: () => 'You won’t get any more emails about this meeting.',
  mute_series: () => 'You won’t get any more emails about this series.',
};
