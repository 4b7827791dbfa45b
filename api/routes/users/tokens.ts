import { createAccessToken } from '#api/commands/create-access-token.ts';
import { limitToolAccess } from '#api/middleware/rate-limit.ts';
import { route } from '#api/route.ts';
import { withIsoDates } from '#api/views.ts';
import { createToken, listTokens } from '#contract/tokens.ts';
import { listAccessTokens } from '#db/queries/access-tokens.ts';

export const tokensRoutes = [
  route(listTokens, async ({ context, caller: { userId } }) => {
    const tokens = await listAccessTokens(context.pool, userId);
    return { tokens: tokens.map(withIsoDates) };
  }),
  route(
    createToken,
    async ({ context, request, caller, body }) => withIsoDates(await createAccessToken(context, request, caller, body)),
    (context) => [limitToolAccess(context)],
  ),
];
