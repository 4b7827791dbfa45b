import { FALLBACK_PLAN, VALID_SUBSCRIPTION_STATUSES } from './limits.ts';

/** The plan of whitelisted users, shown as Beta Access. */
export const WHITELISTED_PLAN = 'whitelisted';
/** Reported as plan and status of users without a subscription. */
export const NO_PLAN = 'none';

export type AccessFacts = {
  emailVerified: boolean;
  /** Null if the address has no entry. */
  whitelist: { expiresAt: Date | null } | null;
  subscription: { status: string; plan: string } | null;
};

export type AccessDecision =
  | { allowed: true; plan: string }
  | { allowed: false; reason: 'email_not_verified' }
  | { allowed: false; reason: 'subscription_required'; requiredPlan: string; currentPlan: string };

/**
 * Decides whether a user has access: requires a verified address, and a valid subscription or an unexpired whitelist
 * entry. The subscription takes precedence, so that paying users can manage it.
 */
export function decideAccess(facts: AccessFacts, now: Date): AccessDecision {
  if (!facts.emailVerified) return { allowed: false, reason: 'email_not_verified' };
  if (facts.subscription && isValidStatus(facts.subscription.status)) {
    return { allowed: true, plan: facts.subscription.plan };
  }
  if (isWhitelisted(facts.whitelist, now)) return { allowed: true, plan: WHITELISTED_PLAN };
  const currentPlan = facts.subscription?.plan ?? NO_PLAN;
  return { allowed: false, reason: 'subscription_required', requiredPlan: FALLBACK_PLAN.name, currentPlan };
}

export function isWhitelisted(entry: AccessFacts['whitelist'], now: Date): boolean {
  return entry !== null && (entry.expiresAt === null || entry.expiresAt > now);
}

export function isValidStatus(status: string): boolean {
  return VALID_SUBSCRIPTION_STATUSES.some((valid) => valid === status);
}
