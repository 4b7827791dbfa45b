import { Router } from 'express';
import { audit, userSubject } from '#api/audit.ts';
import { exportAccount } from '#api/commands/export-account.ts';
import type { ApiContext } from '#api/context.ts';
import { answer } from '#api/http.ts';
import { createRateLimit } from '#api/middleware/rate-limit.ts';
import { requireFreshFactor } from '#api/middleware/require-fresh-factor.ts';
import { currentUser, requireUser } from '#api/middleware/require-user.ts';
import { exportAccount as endpoint } from '#contract/account.ts';

export function exportRoute(context: ApiContext): Router {
  // An export reads all of a user's data, and no one needs it often.
  const limited = createRateLimit(context.redis, { name: 'export', limit: context.config.limits.mail, by: 'user' });
  const guards = [requireUser(context), requireFreshFactor(context)];
  return Router().get(endpoint.path, ...guards, limited, async (request, response) => {
    const { userId } = currentUser(request);
    const data = await exportAccount(context, userId);
    await audit(context.pool, request, {
      actorUserId: userId,
      action: 'account.exported',
      subject: userSubject(userId),
    });
    response.attachment(`foreword-export-${data.exportedAt.slice(0, 10)}.json`);
    answer(response, endpoint, data);
  });
}
