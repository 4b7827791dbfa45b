import { route } from '#api/route.ts';
import { getUsage } from '#contract/subscriptions.ts';
import { getUsageCounts } from '#db/queries/usage.ts';
import { planLimits, usagePercentage, usagePeriod } from '#domain/usage.ts';

export const usageRoute = route(getUsage, async ({ context, caller: { userId, subscription } }) => {
  const period = usagePeriod(subscription, new Date());
  const limits = planLimits(subscription);
  const used = await getUsageCounts(context.pool, { userId, ...period });
  const [start, end] = [period.start.toISOString(), period.end.toISOString()];
  return {
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
  };
});
