/** Subscriptions whose first payment was never completed. */
const NEVER_BEGUN = ['incomplete', 'incomplete_expired'];

/** One trial per account: no one who has or had a subscription, with or without a trial, gets one. */
export function isTrialEligible(subscription: { status: string; trialEndsAt: Date | null } | null): boolean {
  if (!subscription) return true;
  return subscription.trialEndsAt === null && NEVER_BEGUN.includes(subscription.status);
}
