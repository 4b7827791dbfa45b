import { badRequest } from '#api/errors.ts';
import { route } from '#api/route.ts';
import { confirmNewsletter, getNewsletterConfirmation } from '#contract/newsletter.ts';
import { hashToken } from '#db/link-token.ts';
import { findSubscriptionByToken, updateSubscriptionConfirmed } from '#db/queries/newsletter-subscriptions.ts';

const INVALID_LINK = 'Invalid confirmation link. It may have expired.';

export const newsletterConfirmRoutes = [
  route(getNewsletterConfirmation, async ({ context, query: { token } }) => {
    const subscription = await findSubscriptionByToken(context.pool, hashToken(token));
    if (!subscription) throw badRequest(INVALID_LINK);
    const { email, isConfirmed } = subscription;
    return { email, isConfirmed };
  }),
  route(confirmNewsletter, async ({ context, body: { token } }) => {
    if (!(await updateSubscriptionConfirmed(context.pool, hashToken(token)))) throw badRequest(INVALID_LINK);
    return { message: 'Your subscription is confirmed.' };
  }),
];
