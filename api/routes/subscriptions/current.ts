import { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { getCurrentSubscription, type Subscription } from '#api/contract/subscriptions.ts';
import { answer } from '#api/http.ts';
import { currentUser, requireUser } from '#api/middleware/require-user.ts';
import type { AccessRow } from '#db/queries/access.ts';
import { isValidStatus, isWhitelisted, NO_PLAN, WHITELISTED_PLAN } from '#domain/access.ts';

const DAY_MS = 86_400_000;

export function currentSubscriptionRoute(context: ApiContext): Router {
  return Router().get(getCurrentSubscription.path, requireUser(context), (request, response) => {
    const subscription = describe(currentUser(request), new Date());
    answer(response, getCurrentSubscription, { subscription, status: subscription?.status ?? NO_PLAN });
  });
}

/** What gives access: a valid subscription, else the whitelist; else the subscription that once was. */
function describe({ subscription, whitelist }: AccessRow, now: Date): Subscription | null {
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
