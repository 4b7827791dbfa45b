import type { Request } from 'express';
import { audit, userSubject } from '#api/audit.ts';
import type { ApiContext } from '#api/context.ts';
import { conflict, unauthorized } from '#api/errors.ts';
import { TOKEN_PREFIX } from '#api/middleware/access-token.ts';
import type { Scope } from '#contract/http.ts';
import { createToken, hashToken } from '#db/link-token.ts';
import type { AccessRow } from '#db/queries/access.ts';
import { insertAccessToken, listAccessTokens } from '#db/queries/access-tokens.ts';
import { isSessionOpen } from '#db/queries/sessions.ts';
import { lockAndFindUser } from '#db/queries/users.ts';
import { queueTokenCreatedMail } from './queue-account-mail.ts';
import { requireFactorOrOwner } from './require-owner.ts';

/** More would be hard to keep track of. */
const MOST_TOKENS = 20;

type Wish = { name: string; scopes: readonly Scope[]; expiresInDays: number; currentPassword?: string | undefined };

/**
 * Creates an access token, emails the owner, and returns the token, which cannot be read again.
 *
 * @throws 403 without proof of ownership (`requireFactorOrOwner`), 409 if there are too many
 */
export async function createAccessToken(
  context: ApiContext,
  request: Request,
  access: AccessRow,
  { currentPassword, ...wish }: Wish,
): Promise<{ id: string; token: string; expiresAt: Date }> {
  await requireFactorOrOwner(context, request, access, { purpose: 'token', currentPassword });
  const { userId, sessionId } = access;
  const token = `${TOKEN_PREFIX}${createToken()}`;
  return await context.pool.transaction(async (transaction) => {
    const user = await lockAndFindUser(transaction, userId);
    // A reset or a sign-out everywhere may have overtaken this request.
    if (!user || !(await isSessionOpen(transaction, sessionId))) throw unauthorized();
    if ((await listAccessTokens(transaction, userId)).length >= MOST_TOKENS) {
      throw conflict(`You have ${MOST_TOKENS} access tokens. Revoke one that you no longer use.`);
    }
    const tokenHash = hashToken(token);
    const { id, name, expiresAt } = await insertAccessToken(transaction, { ...wish, userId, sessionId, tokenHash });
    await queueTokenCreatedMail(transaction, user, { id, name });
    const entry = { actorUserId: userId, action: 'token.created', subject: userSubject(userId) };
    await audit(transaction, request, { ...entry, details: { tokenId: id, scopes: wish.scopes.join(' ') } });
    return { id, token, expiresAt };
  });
}
