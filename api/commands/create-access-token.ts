import type { Request } from 'express';
import { auditOwn } from '#api/audit.ts';
import type { ApiContext } from '#api/context.ts';
import { conflict } from '#api/errors.ts';
import { TOKEN_PREFIX } from '#api/middleware/access-token.ts';
import { lockOpenSession } from '#api/sessions.ts';
import type { Scope } from '#contract/http.ts';
import { createToken, hashToken } from '#db/link-token.ts';
import type { AccessRow } from '#db/queries/access.ts';
import { insertAccessToken, listAccessTokens } from '#db/queries/access-tokens.ts';
import { queueNotice } from './queue-account-mail.ts';
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
    const user = await lockOpenSession(transaction, access);
    if ((await listAccessTokens(transaction, userId)).length >= MOST_TOKENS) {
      throw conflict(`You’ve reached the limit of ${MOST_TOKENS} access tokens. Revoke one to create another.`);
    }
    const tokenHash = hashToken(token);
    const { id, name, expiresAt } = await insertAccessToken(transaction, { ...wish, userId, sessionId, tokenHash });
    const data = { change: 'token-created', toolName: name } as const;
    await queueNotice(transaction, user, { kind: 'tool-access', occasion: id, data });
    const details = { tokenId: id, scopes: wish.scopes.join(' ') };
    await auditOwn(transaction, request, { userId, action: 'token.created', details });
    return { id, token, expiresAt };
  });
}
