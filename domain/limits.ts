/** Business constants of specification section 9 that the rules use; the others are in `contract/limits.ts`. */
export const MEETING_WINDOW_DAYS = 30;

/** The pricing page's built-in plan. Its limits also apply to whitelisted users and to plans without limits. */
export const FALLBACK_PLAN = { name: 'Research', amountCents: 1000, meetingLimit: 60, researchLimit: 60 } as const;
export const VALID_SUBSCRIPTION_STATUSES = ['active', 'trialing', 'past_due'] as const;
