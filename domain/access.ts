import { FALLBACK_PLAN, VALID_SUBSCRIPTION_STATUSES } from './limits.ts';

/** The plan of a whitelist entry; shown as Beta Access. */
export const WHITELISTED_PLAN = 'whitelisted';
/** What a refusal calls the plan of somebody who has none. */
export const NO_PLAN = 'none';

export type AccessFacts = {
  emailVerified: boolean;
  /** Null when the address has no entry. */
  whitelist: { expiresAt: Date | null } | null;
  subscription: { status: string; plan: string } | null;
};

export type AccessDecision =
  | { allowed: true; plan: string }
  | { allowed: false; reason: 'email_not_verified' }
  | { allowed: false; reason: 'subscription_required'; requiredPlan: string; currentPlan: string };

/**
 * The one rule of who may use the product: a verified address with a valid subscription or a whitelist entry that has not expired (to the second).
 * A subscription comes before the whitelist, so that who pays can manage what is paid for.
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
