import { badRequest } from '#api/errors.ts';
import { route } from '#api/route.ts';
import { getNewsletterUnsubscription, unsubscribeFromNewsletter } from '#contract/newsletter.ts';
import type { Encryption } from '#db/encryption.ts';
import { deleteSubscription } from '#db/queries/newsletter-subscriptions.ts';
import { openUnsubscribeToken } from '#db/unsubscribe-token.ts';

/** Handles the unsubscribe links in newsletters, however old: a deleted subscription is not an error. */
export const newsletterUnsubscribeRoutes = [
  route(getNewsletterUnsubscription, ({ context, query }) => ({ email: addressOf(context.encryption, query.token) })),
  route(unsubscribeFromNewsletter, async ({ context: { pool, encryption }, body }) => {
    const email = addressOf(encryption, body.token);
    await pool.transaction((transaction) => deleteSubscription(transaction, email));
    return { message: `${email} will no longer receive the newsletter.` };
  }),
];

function addressOf(encryption: Encryption, token: string): string {
  const email = openUnsubscribeToken(encryption, 'newsletter', token);
  if (email === null) throw badRequest('Invalid unsubscribe link.');
  return email;
}
