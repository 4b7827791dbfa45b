import { randomUUID } from 'node:crypto';
import type { ApiContext } from '#api/context.ts';
import { conflict, unauthorized } from '#api/errors.ts';
import { insertEmail } from '#db/queries/emails.ts';
import { insertOutboxMessages } from '#db/queries/outbox.ts';
import { findUser } from '#db/queries/users.ts';

/**
 * Queues a test briefing for its user. It goes the way of every mail, but claims no meeting, so that it neither counts nor stands in for a briefing.
 *
 * @returns the address it goes to
 * @throws 409 while no mail goes to that address
 */
export async function queueTestBriefing({ pool }: ApiContext, userId: string): Promise<string> {
  return await pool.transaction(async (transaction) => {
    const user = await findUser(transaction, userId);
    if (!user) throw unauthorized();
    if (user.mailStopped !== null) throw conflict('Mail to your address is stopped. Your profile says why.');
    const emailId = await insertEmail(transaction, {
      mailKey: `test-briefing:${randomUUID()}`,
      userId,
      kind: 'test-briefing',
      toAddress: user.email,
      // What it shows is read when it leaves.
      data: {},
    });
    if (emailId !== null) await insertOutboxMessages(transaction, [{ workflow: 'send-email', emailId }]);
    return user.email;
  });
}
