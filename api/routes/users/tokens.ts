import { Router } from 'express';
import { createAccessToken } from '#api/commands/create-access-token.ts';
import type { ApiContext } from '#api/context.ts';
import { answer, readBody } from '#api/http.ts';
import { limitToolAccess } from '#api/middleware/limit-tool-access.ts';
import { requireSubscription } from '#api/middleware/require-subscription.ts';
import { currentSession, currentUser, requireUser } from '#api/middleware/require-user.ts';
import { createToken, listTokens } from '#contract/tokens.ts';
import { listAccessTokens } from '#db/queries/access-tokens.ts';

export function tokensRoute(context: ApiContext): Router {
  const limited = limitToolAccess(context);
  return Router()
    .get(listTokens.path, requireUser(context), async (request, response) => {
      const rows = await listAccessTokens(context.pool, currentUser(request).userId);
      const tokens = rows.map(({ createdAt, expiresAt, lastUsedAt, ...token }) => ({
        ...token,
        createdAt: createdAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      }));
      answer(response, listTokens, { tokens });
    })
    .post(createToken.path, requireUser(context), requireSubscription(context), limited, async (request, response) => {
      const wish = readBody(createToken, request);
      const { id, token, expiresAt } = await createAccessToken(context, request, currentSession(request), wish);
      answer(response, createToken, { id, token, expiresAt: expiresAt.toISOString() });
    });
}
