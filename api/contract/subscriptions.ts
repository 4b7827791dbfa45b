import * as z from 'zod';
import { endpoint, instant } from './http.ts';

/** `whitelisted` (shown as Beta Access) is the plan of a whitelist entry; it has no billing. */
export const subscription = z.object({
  status: z.string(),
  plan: z.string(),
  isTrialing: z.boolean(),
  trialDaysRemaining: z.number().nullable(),
  cancelAtPeriodEnd: z.boolean(),
  currentPeriodEnd: instant.nullable(),
});
export type Subscription = z.infer<typeof subscription>;

export const getCurrentSubscription = endpoint({
  method: 'get',
  path: '/subscriptions/current',
  access: 'session',
  summary: 'The subscription that decides access; null without one',
  data: z.object({ subscription: subscription.nullable(), status: z.string() }),
});

export const usage = z.object({
  researchLimit: z.number(),
  researchUsed: z.number(),
  researchRemaining: z.number(),
  meetingsUsed: z.number(),
  meetingLimit: z.number(),
  emailsUsed: z.number(),
  emailLimit: z.number(),
  usagePercentage: z.number(),
  currentPeriodEnd: instant,
  period: z.object({ start: instant, end: instant }),
});
export type Usage = z.infer<typeof usage>;

export const getUsage = endpoint({
  method: 'get',
  path: '/subscriptions/usage',
  access: 'session',
  summary: 'What was used of the plan in the current period',
  data: z.object({ usage }),
});

export const plan = z.object({
  /** What a checkout is started with. */
  id: z.string(),
  productId: z.string(),
  productName: z.string(),
  description: z.string().nullable(),
  amount: z.number().int(),
  currency: z.string(),
  interval: z.enum(['day', 'week', 'month', 'year']),
  intervalCount: z.number().int(),
  planType: z.string(),
  features: z.array(z.string()),
  meetingLimit: z.number(),
  researchLimit: z.number().optional(),
});
export type Plan = z.infer<typeof plan>;

export const listPlans = endpoint({
  method: 'get',
  path: '/subscriptions/plans',
  access: 'session',
  summary: 'Plans that can be subscribed to; amounts in cents',
  data: z.object({ plans: z.array(plan) }),
});

export const checkTrialEligibility = endpoint({
  method: 'get',
  path: '/subscriptions/check-trial-eligibility',
  access: 'session',
  summary: 'Whether the signed-in user may still start the free trial',
  data: z.object({ eligible: z.boolean() }),
});
