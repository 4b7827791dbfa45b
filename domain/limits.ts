/** Business constants of specification section 9 that the rules use; the others are in `contract/limits.ts`. */
export const MEETING_WINDOW_DAYS = 30;

/** For users without their own plan: whitelisted ones, and the built-in plan of the pricing page. */
export const FALLBACK_PLAN = { name: 'Research', amountCents: 1000, meetingLimit: 60, researchLimit: 60 } as const;
export const VALID_SUBSCRIPTION_STATUSES = ['active', 'trialing', 'past_due'] as const;
