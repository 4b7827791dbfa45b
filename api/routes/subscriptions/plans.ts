import { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { FALLBACK_PLAN } from '#api/contract/limits.ts';
import { listPlans, type Plan } from '#api/contract/subscriptions.ts';
import { answer } from '#api/http.ts';
import { requireUser } from '#api/middleware/require-user.ts';

/** The one paid plan (specification section 9). */
const RESEARCH_PLAN: Plan = {
  id: 'research-monthly',
  productId: 'research',
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

export function plansRoute(context: ApiContext): Router {
  return Router().get(listPlans.path, requireUser(context), (_request, response) => {
    answer(response, listPlans, { plans: [RESEARCH_PLAN] });
  });
}
