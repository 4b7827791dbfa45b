import { randomUUID } from 'node:crypto';
import type { ApiContext } from '#api/context.ts';
import { createToken, hashToken } from '#db/link-token.ts';
import { requestObjection as putLink } from '#db/queries/objections.ts';
import { addressSubject } from '#domain/objection.ts';
import { withoutTag } from '#domain/without-tag.ts';
import { queueEmail } from './queue-email.ts';

/**
 * Emails a confirmation link, unless the objection is confirmed or the address got a link within the last hour. The
 * caller cannot tell the difference.
 */
export async function requestObjection({ pool, encryption }: ApiContext, email: string): Promise<void> {
  const token = createToken();
  const newId = randomUUID();
  await pool.transaction(async (transaction) => {
    const objection = await putLink(transaction, {
      id: newId,
      subjects: encryption.hashes(addressSubject(email)),
      listed: encryption.encrypt(withoutTag(email), `objection:${newId}`),
      tokenHash: hashToken(token),
    });
    if (!objection) return;
    // The key is used to find the email when its address must be erased.
    const mailKey = `objection-confirm:${objection.id}:${randomUUID()}`;
    await queueEmail(transaction, {
      mailKey,
      userId: null,
      kind: 'objection-confirm',
      toAddress: email,
      data: {},
      secret: encryption.encrypt(token, mailKey),
    });
  });
}
