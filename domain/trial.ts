/** Subscriptions whose first payment was never completed. */
const NEVER_BEGUN = ['incomplete', 'incomplete_expired'];

/** One trial per account: only for users who have never had a trial or a subscription that began. */
export function isTrialEligible(subscription: { status: string; trialEndsAt: Date | null } | null): boolean {
  if (!subscription) return true;
  return subscription.trialEndsAt === null && NEVER_BEGUN.includes(subscription.status);
}
