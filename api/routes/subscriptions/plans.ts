import { atProvider } from '#api/payment-failures.ts';
import { route } from '#api/route.ts';
import { FALLBACK_PLAN } from '#contract/limits.ts';
import { listPlans, type Plan } from '#contract/subscriptions.ts';
import type { OfferedPlan } from '#providers/payments/provider.ts';

export const plansRoute = route(listPlans, async ({ context }) => {
  const plans = await atProvider('Unable to load current pricing.', context.plans.read);
  return { plans: plans.map(viewPlan) };
});

/** Fills in a meeting limit that the provider does not specify, from the fallback plan (specification section 9). */
function viewPlan({ priceId, amountCents, meetingLimit, researchLimit, ...rest }: OfferedPlan): Plan {
  return {
    ...rest,
    id: priceId,
    amount: amountCents,
    meetingLimit: meetingLimit ?? FALLBACK_PLAN.meetingLimit,
    ...(researchLimit !== null && { researchLimit }),
  };
}
