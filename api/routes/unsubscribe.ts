import { Router } from 'express';
import { stopBriefings } from '#api/commands/stop-briefings.ts';
import type { ApiContext } from '#api/context.ts';
import { badRequest } from '#api/errors.ts';
import { answer, readBody, readQuery } from '#api/http.ts';
import { getUnsubscription, unsubscribe } from '#contract/unsubscribe.ts';
import { findUser, type UserRow } from '#db/queries/users.ts';
import { openUnsubscribeToken } from '#db/unsubscribe-token.ts';

/**
 * Handles the calls of the page behind unsubscribe links in briefings and digests. Treats closed accounts like unknown
 * ones.
 */
export function unsubscribeRoute(context: ApiContext): Router {
  const { pool, encryption } = context;
  return Router()
    .get(getUnsubscription.path, async (request, response) => {
      const { email } = await readerOf(readQuery(getUnsubscription, request).token);
      answer(response, getUnsubscription, { email });
    })
    .post(unsubscribe.path, async (request, response) => {
      const { id, email } = await readerOf(readBody(unsubscribe, request).token);
      await stopBriefings(context, id);
      const message = `${email} will no longer receive briefings or digests. You can turn them back on in your profile.`;
      answer(response, unsubscribe, { message });
    });

  async function readerOf(token: string): Promise<UserRow> {
    const userId = openUnsubscribeToken(encryption, 'briefings', token);
    const user = userId === null ? null : await findUser(pool, userId);
    if (!user || user.disabledAt) throw badRequest('Invalid unsubscribe link.');
    return user;
  }
}
