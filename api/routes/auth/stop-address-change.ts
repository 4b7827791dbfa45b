import type { DatabasePool } from 'slonik';
import { audit, userSubject } from '#api/audit.ts';
import { badRequest } from '#api/errors.ts';
import { route } from '#api/route.ts';
import { getAddressChange, stopAddressChange } from '#contract/auth.ts';
import { hashToken } from '#db/link-token.ts';
import { findOpenAuthToken, useAuthToken } from '#db/queries/auth-tokens.ts';
import { lockUser } from '#db/queries/users.ts';
import { endWaysIn } from '#db/queries/ways-in.ts';

const purpose = 'stop_change_email';

/**
 * Handles the link emailed to the old address. It lets an owner stop a change they did not request, and ends all of the
 * account's sessions, including the requester's.
 */
export const stopAddressChangeRoutes = [
  route(getAddressChange, async ({ context: { pool }, query: { token } }) => {
    const { email } = await findLink(pool, token);
    return { email };
  }),
  route(stopAddressChange, async ({ context: { pool }, request, body: { token } }) => {
    const { userId } = await findLink(pool, token);
    await pool.transaction(async (transaction) => {
      await lockUser(transaction, userId);
      if (!(await useAuthToken(transaction, { purpose, tokenHash: hashToken(token) }))) throw deadLink();
      await endWaysIn(transaction, 'change_stopped', { userId });
      const action = 'email.change_stopped';
      await audit(transaction, request, { actorUserId: null, action, subject: userSubject(userId) });
    });
    return {
      message:
        'The change is cancelled and every device is signed out. If you did not ask for it, reset your password now.',
    };
  }),
];

async function findLink(pool: DatabasePool, token: string) {
  const link = await findOpenAuthToken(pool, { purpose, tokenHash: hashToken(token) });
  if (!link) throw deadLink();
  return link;
}

const deadLink = () => badRequest('This link has expired or has already been used.');
