import { auditOwn } from '#api/audit.ts';
import { exportAccount } from '#api/commands/export-account.ts';
import { limitMailsByUser } from '#api/middleware/rate-limit.ts';
import { requireFreshFactor } from '#api/middleware/require-fresh-factor.ts';
import { route } from '#api/route.ts';
import { exportAccount as endpoint } from '#contract/account.ts';

export const exportRoute = route(
  endpoint,
  async ({ context, request, response, caller: { userId } }) => {
    const data = await exportAccount(context, userId);
    await auditOwn(context.pool, request, { userId, action: 'account.exported' });
    response.attachment(`foreword-export-${data.exportedAt.slice(0, 10)}.json`);
    return data;
  },
  // An export reads all of a user's data, and no one needs it often.
  (context) => [requireFreshFactor(context), limitMailsByUser(context, 'export')],
);
