import { randomUUID } from 'node:crypto';
import type { ApiContext } from '#api/context.ts';
import { conflict, unauthorized } from '#api/errors.ts';
import { findUser } from '#db/queries/users.ts';
import { queueEmail } from './queue-email.ts';

/**
 * Queues a test briefing. It is sent like any email but belongs to no meeting, so it neither counts as nor replaces a
 * briefing.
 *
 * @returns the address it is sent to
 * @throws 409 if mail to that address is stopped
 */
export async function queueTestBriefing({ pool }: ApiContext, userId: string): Promise<string> {
  return await pool.transaction(async (transaction) => {
    const user = await findUser(transaction, userId);
    if (!user) throw unauthorized();
    if (user.mailStopped !== null) throw conflict('Email to your address is stopped. See your profile for the reason.');
    await queueEmail(transaction, {
      mailKey: `test-briefing:${randomUUID()}`,
      userId,
      kind: 'test-briefing',
      toAddress: user.email,
      // The content is gathered when the email is sent.
      data: {},
    });
    return user.email;
  });
}
