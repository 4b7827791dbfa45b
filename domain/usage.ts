import type { PlanLimits } from './billing.ts';
import { FALLBACK_PLAN } from './limits.ts';

export type Period = { start: Date; end: Date };

/** The paid period by the provider's clock, and when we first saw it, by ours. */
export type PaidPeriod = { currentPeriodStart: Date | null; currentPeriodEnd: Date | null; periodSeenAt: Date | null };

const LONGEST_MONTH_MS = 31 * 86_400_000;

/**
 * Returns the period usage is counted in: the paid one, or the calendar month (UTC) without one. Allowances are
 * monthly, so a yearly period is counted in months from its first day. A paid period that ended without news of the
 * next falls back to the calendar month, so that no one is stuck with last month's usage. One that has begun by the
 * provider's clock but not yet by ours counts from when we first saw it.
 */
export function usagePeriod(subscription: PaidPeriod | null, now: Date): Period {
  const start = subscription?.currentPeriodStart;
  const end = subscription?.currentPeriodEnd;
  const seenAt = subscription?.periodSeenAt;
  if (start && end && start <= now && now < end) return monthOf({ start, end }, now);
  if (start && end && seenAt && seenAt <= now && now < start) {
    return { start: seenAt, end: monthOf({ start, end }, start).end };
  }
  return {
    start: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)),
    end: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)),
  };
}

/** Returns the month of a paid period that `now` is in. A period of up to a month (a 30-day trial) counts as one. */
function monthOf({ start, end }: Period, now: Date): Period {
  if (end.getTime() - start.getTime() <= LONGEST_MONTH_MS) return { start, end };
  const months = (now.getUTCFullYear() - start.getUTCFullYear()) * 12 + now.getUTCMonth() - start.getUTCMonth();
  const index = addMonths(start, months) <= now ? months : months - 1;
  const next = addMonths(start, index + 1);
  return { start: addMonths(start, index), end: next < end ? next : end };
}

/** Returns the same day some months later, or that month's last day if it is shorter. */
function addMonths(date: Date, months: number): Date {
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const moved = new Date(date);
  moved.setUTCFullYear(year, month, Math.min(date.getUTCDate(), lastDay));
  return moved;
}

/** Returns the monthly allowance. Whitelisted users, and plans without limits, get that of the fallback plan. */
export function planLimits(subscription: PlanLimits | null): { research: number; meetings: number; emails: number } {
  const research = subscription?.researchLimit ?? FALLBACK_PLAN.researchLimit;
  const meetings = subscription?.meetingLimit ?? FALLBACK_PLAN.meetingLimit;
  return { research, meetings, emails: meetings };
}

/** Returns usage in whole percent, at most 100. */
export function usagePercentage(used: number, limit: number): number {
  if (limit <= 0) return 100;
  return Math.min(100, Math.round((used / limit) * 100));
}
