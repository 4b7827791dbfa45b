import { stopBriefings } from '#api/commands/stop-briefings.ts';
import type { ApiContext } from '#api/context.ts';
import { badRequest } from '#api/errors.ts';
import { route } from '#api/route.ts';
import { getUnsubscription, unsubscribe } from '#contract/unsubscribe.ts';
import { findUser, type UserRow } from '#db/queries/users.ts';
import { openUnsubscribeToken } from '#db/unsubscribe-token.ts';

/**
 * Handles the calls of the page behind unsubscribe links in briefings and digests. Treats closed and locked accounts
 * like unknown ones.
 */
export const unsubscribeRoutes = [
  route(getUnsubscription, async ({ context, query: { token } }) => {
    const { email } = await readerOf(context, token);
    return { email };
  }),
  route(unsubscribe, async ({ context, body: { token } }) => {
    const { id, email } = await readerOf(context, token);
    await stopBriefings(context, id);
    return {
      message: `${email} will no longer receive briefings or digests. You can turn them back on in your profile.`,
    };
  }),
];

async function readerOf({ pool, encryption }: ApiContext, token: string): Promise<UserRow> {
  const userId = openUnsubscribeToken(encryption, 'briefings', token);
  const user = userId === null ? null : await findUser(pool, userId);
  if (!user || user.disabledAt) throw badRequest('Invalid unsubscribe link.');
  return user;
}
