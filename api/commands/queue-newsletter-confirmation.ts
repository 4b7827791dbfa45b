import { randomUUID } from 'node:crypto';
import type { ApiContext } from '#api/context.ts';
import { createToken, hashToken } from '#db/link-token.ts';
import { requestSubscription } from '#db/queries/newsletter-subscriptions.ts';
import { queueEmail } from './queue-email.ts';

/**
 * Emails a confirmation link, unless the address is confirmed or got a link within the last hour. The caller cannot
 * tell the difference.
 */
export async function queueNewsletterConfirmation({ pool, encryption }: ApiContext, email: string): Promise<void> {
  const token = createToken();
  const mailKey = `newsletter-confirm:${randomUUID()}`;
  await pool.transaction(async (transaction) => {
    const subscription = await requestSubscription(transaction, { email, tokenHash: hashToken(token) });
    if (!subscription) return;
    await queueEmail(transaction, {
      mailKey,
      userId: null,
      kind: 'newsletter-confirm',
      toAddress: subscription.email,
      data: {},
      secret: encryption.encrypt(token, mailKey),
    });
  });
}
