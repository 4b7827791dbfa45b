import { Router } from 'express';
import { removeFromBlacklist } from '#api/commands/change-blacklist.ts';
import type { ApiContext } from '#api/context.ts';
import { answer, readParams } from '#api/http.ts';
import { requireSubscription } from '#api/middleware/require-subscription.ts';
import { currentUser } from '#api/middleware/require-user.ts';
import { removeBlacklistDomain } from '#contract/users.ts';

export function blacklistDomainRoute(context: ApiContext): Router {
  return Router().delete(removeBlacklistDomain.path, requireSubscription(context), async (request, response) => {
    const { domain } = readParams(removeBlacklistDomain, request);
    const excludedDomains = await removeFromBlacklist(context, { userId: currentUser(request).userId, domain });
    answer(response, removeBlacklistDomain, { excludedDomains, message: `${domain} is no longer excluded.` });
  });
}
