import { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { getUsage } from '#api/contract/subscriptions.ts';
import { answer } from '#api/http.ts';
import { currentUser, requireUser } from '#api/middleware/require-user.ts';
import { getUsageCounts } from '#db/queries/usage.ts';
import { PLAN_LIMITS, usagePercentage, usagePeriod } from '#domain/usage.ts';

export function usageRoute(context: ApiContext): Router {
  return Router().get(getUsage.path, requireUser(context), async (request, response) => {
    const { userId, subscription } = currentUser(request);
    const period = usagePeriod(subscription, new Date());
    const used = await getUsageCounts(context.pool, { userId, ...period });
    const [start, end] = [period.start.toISOString(), period.end.toISOString()];
    answer(response, getUsage, {
      usage: {
        researchLimit: PLAN_LIMITS.research,
        researchUsed: used.research,
        researchRemaining: Math.max(0, PLAN_LIMITS.research - used.research),
        meetingsUsed: used.meetings,
        meetingLimit: PLAN_LIMITS.meetings,
        emailsUsed: used.emails,
        emailLimit: PLAN_LIMITS.emails,
        usagePercentage: usagePercentage(used.research, PLAN_LIMITS.research),
        currentPeriodEnd: end,
        period: { start, end },
      },
    });
  });
}
