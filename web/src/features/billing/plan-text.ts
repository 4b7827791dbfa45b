import { FALLBACK_PLAN } from '#contract/limits.ts';
import type { Plan } from '#contract/subscriptions.ts';

/** Shown when plans cannot be loaded (specification section 9). It has no price id: checkouts fetch the real plans. */
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

/** `$10`: whole dollars as specified; `$0` without an amount. */
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

export function limitTexts({ meetingLimit, researchLimit }: Pick<Plan, 'meetingLimit' | 'researchLimit'>): string[] {
  return [`${meetingLimit} meetings per month`, `${researchLimit ?? meetingLimit} research requests`];
}
