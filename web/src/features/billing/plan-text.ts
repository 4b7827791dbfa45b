import { FALLBACK_PLAN } from '#contract/limits.ts';
import type { Plan } from '#contract/subscriptions.ts';

/** Shown when the plans cannot be had (specification section 9). It has no price at the provider, so none can be ordered by it. */
export const fallbackPlan: Plan = {
  id: '',
  productId: '',
  productName: FALLBACK_PLAN.name,
  description: null,
  amount: FALLBACK_PLAN.amountCents,
  currency: 'usd',
  interval: 'month',
  intervalCount: 1,
  planType: 'paid',
  features: [],
  meetingLimit: FALLBACK_PLAN.meetingLimit,
  researchLimit: FALLBACK_PLAN.researchLimit,
};

/** `$10`: whole dollars, as the specification has prices; one that is missing is `$0`. */
export function priceText({ amount, currency }: { amount: number | null; currency: string }): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency, maximumFractionDigits: 0 });
  return format.format((amount ?? 0) / 100);
}

/** `per month`, `every 3 months` */
export function periodText({ interval, intervalCount }: Pick<Plan, 'interval' | 'intervalCount'>): string {
  return intervalCount === 1 ? `per ${interval}` : `every ${intervalCount} ${interval}s`;
}

export function descriptionText({ description }: Pick<Plan, 'description'>): string {
  return description || 'Best for growing teams';
}

/** How much may be used of a plan. */
export function limitTexts({ meetingLimit, researchLimit }: Pick<Plan, 'meetingLimit' | 'researchLimit'>): string[] {
  return [`${meetingLimit} meetings per month`, `${researchLimit ?? meetingLimit} research requests`];
}
