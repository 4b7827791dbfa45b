/** A subscription whose first payment step was never finished: nothing of it ever began. */
const NEVER_BEGUN = ['incomplete', 'incomplete_expired'];

/** One trial for each account: whoever has or had a subscription, with or without a trial, gets none. */
export function isTrialEligible(subscription: { status: string; trialEndsAt: Date | null } | null): boolean {
  if (!subscription) return true;
  return subscription.trialEndsAt === null && NEVER_BEGUN.includes(subscription.status);
}
