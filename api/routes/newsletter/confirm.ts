import { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { badRequest } from '#api/errors.ts';
import { answer, readBody, readQuery } from '#api/http.ts';
import { confirmNewsletter, getNewsletterConfirmation } from '#contract/newsletter.ts';
import { hashToken } from '#db/link-token.ts';
import { findSubscriptionByToken, updateSubscriptionConfirmed } from '#db/queries/newsletter-subscriptions.ts';

const INVALID_LINK = 'Invalid confirmation link. It may have expired.';

export function newsletterConfirmRoute({ pool }: ApiContext): Router {
  return Router()
    .get(getNewsletterConfirmation.path, async (request, response) => {
      const { token } = readQuery(getNewsletterConfirmation, request);
      const subscription = await findSubscriptionByToken(pool, hashToken(token));
      if (!subscription) throw badRequest(INVALID_LINK);
      const { email, isConfirmed } = subscription;
      answer(response, getNewsletterConfirmation, { email, isConfirmed });
    })
    .post(confirmNewsletter.path, async (request, response) => {
      const { token } = readBody(confirmNewsletter, request);
      if (!(await updateSubscriptionConfirmed(pool, hashToken(token)))) throw badRequest(INVALID_LINK);
      answer(response, confirmNewsletter, { message: 'Your subscription is confirmed.' });
    });
}
