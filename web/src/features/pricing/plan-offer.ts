import { FALLBACK_PLAN } from '#api/contract/limits.ts';
import type { Plan } from '#api/contract/subscriptions.ts';

/** What the plan card says. */
export type PlanOffer = { name: string; description: string; price: string; per: string; features: string[] };

/** What the card needs of a plan; a price may be missing at the payment provider. */
type OfferedPlan = Pick<
  Plan,
  'productName' | 'description' | 'currency' | 'interval' | 'intervalCount' | 'meetingLimit' | 'researchLimit'
> & { amount: number | null };

/** Shown when the plans cannot be had (specification section 9). */
const fallbackPlan: OfferedPlan = {
  productName: FALLBACK_PLAN.name,
  description: null,
  amount: FALLBACK_PLAN.amountCents,
  currency: 'usd',
  interval: 'month',
  intervalCount: 1,
  meetingLimit: FALLBACK_PLAN.meetingLimit,
  researchLimit: FALLBACK_PLAN.researchLimit,
};

/** @param plans as the server has them: the first one is offered; undefined or none at all brings the built-in one */
export function planOffer(plans: readonly OfferedPlan[] | undefined): PlanOffer {
  const plan = plans?.[0] ?? fallbackPlan;
  return {
    name: plan.productName,
    description: plan.description || 'Best for growing teams',
    price: priceText(plan.amount, plan.currency),
    per: plan.intervalCount === 1 ? `per ${plan.interval}` : `every ${plan.intervalCount} ${plan.interval}s`,
    features: [
      `${plan.meetingLimit} meetings per month`,
      `${plan.researchLimit ?? plan.meetingLimit} research requests`,
      ...alwaysIncluded,
    ],
  };
}

const alwaysIncluded = [
  'AI research for all meetings',
  'Email briefings',
  'Google and Microsoft calendar integration',
  'Company intelligence reports',
  'Smart meeting preparation',
  'Priority support',
  'Advanced analytics',
] as const;

function priceText(amountCents: number | null, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency, maximumFractionDigits: 0 }).format(
    (amountCents ?? 0) / 100,
  );
}
