import { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { answer } from '#api/http.ts';
import { currentUser, requireUser } from '#api/middleware/require-user.ts';
import { getUsage } from '#contract/subscriptions.ts';
import { getUsageCounts } from '#db/queries/usage.ts';
import { planLimits, usagePercentage, usagePeriod } from '#domain/usage.ts';

export function usageRoute(context: ApiContext): Router {
  return Router().get(getUsage.path, requireUser(context), async (request, response) => {
    const { userId, subscription } = currentUser(request);
    const period = usagePeriod(subscription, new Date());
    const limits = planLimits(subscription);
    const used = await getUsageCounts(context.pool, { userId, ...period });
    const [start, end] = [period.start.toISOString(), period.end.toISOString()];
    answer(response, getUsage, {
      usage: {
        researchLimit: limits.research,
        researchUsed: used.research,
        researchRemaining: Math.max(0, limits.research - used.research),
        meetingsUsed: used.meetings,
        meetingLimit: limits.meetings,
        emailsUsed: used.emails,
        emailLimit: limits.emails,
        usagePercentage: usagePercentage(used.research, limits.research),
        currentPeriodEnd: end,
        period: { start, end },
      },
    });
  });
}
