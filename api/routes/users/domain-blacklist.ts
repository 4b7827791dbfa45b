import { Router } from 'express';
import { addToBlacklist } from '#api/commands/change-blacklist.ts';
import type { ApiContext } from '#api/context.ts';
import { answer, readBody } from '#api/http.ts';
import { requireSubscription } from '#api/middleware/require-subscription.ts';
import { currentUser } from '#api/middleware/require-user.ts';
import { addBlacklistDomain, getDomainBlacklist } from '#contract/users.ts';
import { listExcludedDomains } from '#db/queries/domain-exclusions.ts';

export function domainBlacklistRoute(context: ApiContext): Router {
  const subscribed = requireSubscription(context);
  return Router()
    .get(getDomainBlacklist.path, subscribed, async (request, response) => {
      const excludedDomains = await listExcludedDomains(context.pool, currentUser(request).userId);
      const message = excludedDomains.length === 0 ? 'No domains are excluded.' : 'These domains are excluded.';
      answer(response, getDomainBlacklist, { excludedDomains, message });
    })
    .post(addBlacklistDomain.path, subscribed, async (request, response) => {
      const { domain } = readBody(addBlacklistDomain, request);
      const excludedDomains = await addToBlacklist(context, { userId: currentUser(request).userId, domain });
      answer(response, addBlacklistDomain, { excludedDomains, message: `${domain} is excluded.` });
    });
}
