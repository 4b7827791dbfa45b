import { FALLBACK_PLAN } from '#api/contract/limits.ts';

export type Period = { start: Date; end: Date };

/**
 * The period that usage is counted in: the one that is paid for, or the calendar month (UTC) for those who do not pay. A paid period that has run
 * out without news of the next one gives way to the calendar month, so that nobody is stuck with last month's count.
 */
export function usagePeriod(
  subscription: { currentPeriodStart: Date | null; currentPeriodEnd: Date | null } | null,
  now: Date,
): Period {
  const start = subscription?.currentPeriodStart;
  const end = subscription?.currentPeriodEnd;
  if (start && end && start <= now && now < end) return { start, end };
  return {
    start: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)),
    end: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)),
  };
}

/** What a plan includes in one period. There is one paid plan so far; the whitelist has its amounts. */
export const PLAN_LIMITS = {
  research: FALLBACK_PLAN.researchLimit,
  meetings: FALLBACK_PLAN.meetingLimit,
  emails: FALLBACK_PLAN.meetingLimit,
} as const;

/** Whole percent, never above 100. */
export function usagePercentage(used: number, limit: number): number {
  if (limit <= 0) return 100;
  return Math.min(100, Math.round((used / limit) * 100));
}
