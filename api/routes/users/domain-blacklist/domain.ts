import { removeFromBlacklist } from '#api/commands/change-blacklist.ts';
import { route } from '#api/route.ts';
import { removeBlacklistDomain } from '#contract/users.ts';

export const blacklistDomainRoute = route(removeBlacklistDomain, async ({ context, caller, params: { domain } }) => {
  const excludedDomains = await removeFromBlacklist(context, { userId: caller.userId, domain });
  return { excludedDomains, message: `${domain} is no longer excluded.` };
});
