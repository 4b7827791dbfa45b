import { Router } from 'express';
import { audit, userSubject } from '#api/audit.ts';
import type { ApiContext } from '#api/context.ts';
import { badRequest } from '#api/errors.ts';
import { answer, readBody, readQuery } from '#api/http.ts';
import { getAddressChange, stopAddressChange } from '#contract/auth.ts';
import { hashToken } from '#db/link-token.ts';
import { findOpenAuthToken, useAuthToken } from '#db/queries/auth-tokens.ts';
import { lockUser } from '#db/queries/users.ts';
import { endWaysIn } from '#db/queries/ways-in.ts';

const purpose = 'stop_change_email';

/**
 * Handles the link mailed to the old address. It lets an owner stop a change they did not request, and ends all of the
 * account's sessions, including the requester's.
 */
export function stopAddressChangeRoute({ pool }: ApiContext): Router {
  return Router()
    .get(getAddressChange.path, async (request, response) => {
      const { token } = readQuery(getAddressChange, request);
      const { email } = await findLink(token);
      answer(response, getAddressChange, { email });
    })
    .post(stopAddressChange.path, async (request, response) => {
      const { token } = readBody(stopAddressChange, request);
      const { userId } = await findLink(token);
      await pool.transaction(async (transaction) => {
        await lockUser(transaction, userId);
        if (!(await useAuthToken(transaction, { purpose, tokenHash: hashToken(token) }))) throw deadLink();
        await endWaysIn(transaction, 'change_stopped', { userId });
        const action = 'email.change_stopped';
        await audit(transaction, request, { actorUserId: null, action, subject: userSubject(userId) });
      });
      answer(response, stopAddressChange, {
        message:
          'The change is stopped and every device is signed out. If you did not ask for it, reset your password now.',
      });
    });

  async function findLink(token: string) {
    const link = await findOpenAuthToken(pool, { purpose, tokenHash: hashToken(token) });
    if (!link) throw deadLink();
    return link;
  }
}

const deadLink = () => badRequest('This email change can no longer be stopped.');
