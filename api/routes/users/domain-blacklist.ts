import { addToBlacklist } from '#api/commands/change-blacklist.ts';
import { route } from '#api/route.ts';
import { addBlacklistDomain, getDomainBlacklist } from '#contract/users.ts';
import { listExcludedDomains } from '#db/queries/domain-exclusions.ts';

export const domainBlacklistRoutes = [
  route(getDomainBlacklist, async ({ context, caller: { userId } }) => {
    const excludedDomains = await listExcludedDomains(context.pool, userId);
    const message = excludedDomains.length === 0 ? 'No domains are excluded.' : 'These domains are excluded.';
    return { excludedDomains, message };
  }),
  route(addBlacklistDomain, async ({ context, caller: { userId }, body: { domain } }) => {
    const excludedDomains = await addToBlacklist(context, { userId, domain });
    return { excludedDomains, message: `${domain} is excluded.` };
  }),
];
