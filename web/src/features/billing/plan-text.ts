import { FALLBACK_PLAN } from '#api/contract/limits.ts';
import type { Plan } from '#api/contract/subscriptions.ts';

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

/** `$10`: whole dollars, as the specification has prices. */
export function priceText({ amount, currency }: Pick<Plan, 'amount' | 'currency'>): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency, maximumFractionDigits: 0 });
  return format.format(amount / 100);
}

/** `per month`, `every 3 months` */
export function periodText({ interval, intervalCount }: Pick<Plan, 'interval' | 'intervalCount'>): string {
  return intervalCount === 1 ? `per ${interval}` : `every ${intervalCount} ${interval}s`;
}

/** What is in a plan, in a few lines. */
export function planContents({ meetingLimit, researchLimit, features }: Plan): string[] {
  return [`${meetingLimit} meetings per month`, `${researchLimit ?? meetingLimit} research requests`, ...features];
}
