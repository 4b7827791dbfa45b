import * as z from 'zod';
import { emptyBody, endpoint, instant } from './http.ts';

/** `whitelisted` (shown as Beta Access) is the plan of a whitelist entry, without billing. */
export const subscription = z.object({
  status: z.string(),
  plan: z.string(),
  isTrialing: z.boolean(),
  trialDaysRemaining: z.number().nullable(),
  cancelAtPeriodEnd: z.boolean(),
  currentPeriodEnd: instant.nullable(),
});
export type Subscription = z.infer<typeof subscription>;

export const getCurrentSubscription = endpoint('get /subscriptions/current', {
  access: 'session',
  summary: 'The subscription that determines access; null without one',
  data: z.object({ subscription: subscription.nullable(), status: z.string() }),
});

export const refreshSubscription = endpoint('post /subscriptions/refresh', {
  access: 'session',
  summary: 'Read the subscription from the payment provider now',
  description:
    'For users who return from checkout before the payment provider’s webhook arrives. Only updates our copy.',
  ...emptyBody,
  data: z.object({ subscription: subscription.nullable(), status: z.string() }),
  errors: ['BAD_GATEWAY'],
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

export const getUsage = endpoint('get /subscriptions/usage', {
  access: 'session',
  summary: 'Plan usage in the current period',
  data: z.object({ usage }),
});

export const plan = z.object({
  /** Used to start a checkout. */
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

export const listPlans = endpoint('get /subscriptions/plans', {
  access: 'session',
  summary: 'Available plans; amounts in cents',
  description:
    'Read from the payment provider, in display order. During an outage, returns the last known plans, or 503 if there are none; the pages then show the built-in fallback plan.',
  data: z.object({ plans: z.array(plan) }),
});

export const checkTrialEligibility = endpoint('get /subscriptions/check-trial-eligibility', {
  access: 'session',
  summary: 'Eligibility for the free trial',
  data: z.object({ eligible: z.boolean() }),
});

const NO_PLAN_SELECTED = 'Please select a plan to continue';

const ownAddress = z.string().min(1).max(2048);

export const createSubscription = endpoint('post /subscriptions/create', {
  access: 'session',
  summary: 'Open a checkout page for a subscription',
  description:
    'A card is always required; with `startTrial` it is charged after 30 days. Only one page is open at a time, so a user cannot subscribe twice. Returning from the page grants nothing: the payment provider reports the outcome.',
  example: {
    priceId: 'price_research_monthly',
    startTrial: true,
    successUrl: '/app?trialStarted=true',
    cancelUrl: '/app/settings?trialCanceled=true',
  },
  body: z.strictObject({
    /** A plan's `id`. */
    priceId: z.string(NO_PLAN_SELECTED).min(1, NO_PLAN_SELECTED).max(255),
    startTrial: z.boolean().default(false),
    /** Path or URL on this site to return to, like `cancelUrl`. */
    successUrl: ownAddress,
    cancelUrl: ownAddress,
  }),
  data: z.object({ url: z.url() }),
  errors: ['CONFLICT', 'BAD_GATEWAY'],
});

export const openBillingPortal = endpoint('get /subscriptions/billing-portal', {
  access: 'session',
  summary: 'URL of the payment provider’s page for cards and invoices; valid for a few minutes',
  data: z.object({ url: z.url() }),
  errors: ['CONFLICT', 'BAD_GATEWAY'],
});

/** The subscription after the change. */
const changed = z.object({ subscription: subscription.nullable(), message: z.string() });

export const cancelSubscription = endpoint('post /subscriptions/cancel', {
  access: 'session',
  summary: 'Cancel: a trial ends at once, a paid plan at the end of its period',
  ...emptyBody,
  data: changed,
  errors: ['CONFLICT', 'BAD_GATEWAY'],
});

export const reactivateSubscription = endpoint('post /subscriptions/reactivate', {
  access: 'session',
  summary: 'Undo a cancellation before the period ends',
  ...emptyBody,
  data: changed,
  errors: ['CONFLICT', 'BAD_GATEWAY'],
});
