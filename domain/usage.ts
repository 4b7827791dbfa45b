import type { PlanLimits } from './billing.ts';
import { FALLBACK_PLAN } from './limits.ts';

export type Period = { start: Date; end: Date };

/** What is paid for, by the provider's clock, and since when it is known here, by ours. */
export type PaidPeriod = { currentPeriodStart: Date | null; currentPeriodEnd: Date | null; periodSeenAt: Date | null };

const LONGEST_MONTH_MS = 31 * 86_400_000;

/**
 * The period that usage is counted in: the one that is paid for, or the calendar month (UTC) for those who do not pay. What is included is included
 * every month, so a year is counted a month at a time, from the day it began. A paid period that has run out without news of the next one gives
 * way to the calendar month, so that nobody is stuck with last month's count. One that has begun by the provider's clock alone, which is ahead of ours,
 * is counted from when it was first heard of.
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

/** The month of a paid period in which a moment lies; a period that is no longer than a month (a trial of 30 days) is one. */
function monthOf({ start, end }: Period, now: Date): Period {
  if (end.getTime() - start.getTime() <= LONGEST_MONTH_MS) return { start, end };
  const months = (now.getUTCFullYear() - start.getUTCFullYear()) * 12 + now.getUTCMonth() - start.getUTCMonth();
  const index = addMonths(start, months) <= now ? months : months - 1;
  const next = addMonths(start, index + 1);
  return { start: addMonths(start, index), end: next < end ? next : end };
}

/** The same day some months later, or the last one of a month that is too short. */
function addMonths(date: Date, months: number): Date {
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const moved = new Date(date);
  moved.setUTCFullYear(year, month, Math.min(date.getUTCDate(), lastDay));
  return moved;
}

/** What a subscription includes in a month. The whitelist, and a plan of which the provider says nothing, has the amounts of the plan we know. */
export function planLimits(subscription: PlanLimits | null): { research: number; meetings: number; emails: number } {
  const research = subscription?.researchLimit ?? FALLBACK_PLAN.researchLimit;
  const meetings = subscription?.meetingLimit ?? FALLBACK_PLAN.meetingLimit;
  return { research, meetings, emails: meetings };
}

/** Whole percent, never above 100. */
export function usagePercentage(used: number, limit: number): number {
  if (limit <= 0) return 100;
  return Math.min(100, Math.round((used / limit) * 100));
}
