import type { Subscription } from '#contract/subscriptions.ts';
import type { UserAccess } from '#db/queries/access.ts';
import { isValidStatus, isWhitelisted, WHITELISTED_PLAN } from '#domain/access.ts';

const DAY_MS = 86_400_000;

type Facts = {
  subscription: Pick<
    NonNullable<UserAccess['subscription']>,
    'status' | 'plan' | 'trialEndsAt' | 'cancelAtPeriodEnd' | 'currentPeriodEnd'
  > | null;
  whitelist: UserAccess['whitelist'];
};

/**
 * Returns what grants access: a valid subscription, or else the whitelist entry. If nothing does, returns the last
 * subscription, or null if there was none.
 */
export function viewSubscription({ subscription, whitelist }: Facts, now: Date): Subscription | null {
  const isBeta = whitelist !== null && isWhitelisted(whitelist, now);
  if (isBeta && !(subscription && isValidStatus(subscription.status))) {
    return {
      status: 'active',
      plan: WHITELISTED_PLAN,
      isTrialing: false,
      trialDaysRemaining: null,
      cancelAtPeriodEnd: false,
      currentPeriodEnd: whitelist.expiresAt?.toISOString() ?? null,
    };
  }
  if (!subscription) return null;
  const { status, plan, trialEndsAt, cancelAtPeriodEnd, currentPeriodEnd } = subscription;
  const isTrialing = status === 'trialing';
  return {
    status,
    plan,
    isTrialing,
    trialDaysRemaining:
      isTrialing && trialEndsAt ? Math.max(0, Math.ceil((trialEndsAt.getTime() - now.getTime()) / DAY_MS)) : null,
    cancelAtPeriodEnd,
    currentPeriodEnd: currentPeriodEnd?.toISOString() ?? null,
  };
}
