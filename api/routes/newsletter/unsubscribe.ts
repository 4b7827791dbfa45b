import { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { badRequest } from '#api/errors.ts';
import { answer, readBody, readQuery } from '#api/http.ts';
import { getNewsletterUnsubscription, unsubscribeFromNewsletter } from '#contract/newsletter.ts';
import { deleteSubscription } from '#db/queries/newsletter-subscriptions.ts';
import { openUnsubscribeToken } from '#db/unsubscribe-token.ts';

/** Handles the unsubscribe links in newsletters, however old: a deleted subscription is not an error. */
export function newsletterUnsubscribeRoute({ pool, encryption }: ApiContext): Router {
  return Router()
    .get(getNewsletterUnsubscription.path, (request, response) => {
      const email = addressOf(readQuery(getNewsletterUnsubscription, request).token);
      answer(response, getNewsletterUnsubscription, { email });
    })
    .post(unsubscribeFromNewsletter.path, async (request, response) => {
      const email = addressOf(readBody(unsubscribeFromNewsletter, request).token);
      await pool.transaction((transaction) => deleteSubscription(transaction, email));
      answer(response, unsubscribeFromNewsletter, { message: `${email} will no longer receive the newsletter.` });
    });

  function addressOf(token: string): string {
    const email = openUnsubscribeToken(encryption, 'newsletter', token);
    if (email === null) throw badRequest('Invalid unsubscribe link.');
    return email;
  }
}
