/** Statuses of subscriptions whose first payment was never completed. */
const NEVER_BEGUN = ['incomplete', 'incomplete_expired'];

/** Returns whether a user may start a trial: only if they have never had a trial or a subscription that started. */
export function isTrialEligible(subscription: { status: string; trialEndsAt: Date | null } | null): boolean {
  if (!subscription) return true;
  return subscription.trialEndsAt === null && NEVER_BEGUN.includes(subscription.status);
}
