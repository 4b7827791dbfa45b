import { isValidStatus } from './access.ts';

/** A plan's monthly allowance; null if the payment provider has none. */
export type PlanLimits = { researchLimit: number | null; meetingLimit: number | null };

/** A subscription at the payment provider. */
export type BilledSubscription = PlanLimits & {
  subscriptionId: string;
  customerId: string;
  /** The provider's status: trialing, active, past_due, canceled, unpaid, incomplete, incomplete_expired, paused. */
  status: string;
  /** Name of the paid product. */
  plan: string;
  createdAt: Date;
  trialEndsAt: Date | null;
  currentPeriodStart: Date | null;
  currentPeriodEnd: Date | null;
  /** Ends instead of renewing. */
  cancelAtPeriodEnd: boolean;
  /** When it was cancelled; it may end later. */
  canceledAt: Date | null;
  endedAt: Date | null;
  amountCents: number;
  currency: string;
};

/** An invoice at the payment provider. */
export type Invoice = {
  invoiceId: string;
  /** The provider's status: draft, open, paid, uncollectible, void. */
  status: string;
  amountDueCents: number;
  amountPaidCents: number;
  currency: string;
  createdAt: Date;
  paidAt: Date | null;
  /** Number of charge attempts. */
  attempts: number;
  nextAttemptAt: Date | null;
};

/** Final statuses. */
const OVER = ['canceled', 'incomplete_expired'];

export function isOver({ status }: { status: string }): boolean {
  return OVER.includes(status);
}

/** Returns whether a subscription can be paid, cancelled or resumed. A second one would charge the customer twice. */
export function isLive({ status }: { status: string }): boolean {
  return !isOver({ status }) && status !== 'incomplete';
}

/** Returns the customer's subscription that counts: one that gives access, else a live one, else the newest. */
export function decidingSubscription(subscriptions: readonly BilledSubscription[]): BilledSubscription | null {
  const ranked = subscriptions.toSorted(
    (a, b) =>
      rank(b) - rank(a) ||
      b.createdAt.getTime() - a.createdAt.getTime() ||
      (a.subscriptionId < b.subscriptionId ? -1 : 1),
  );
  return ranked[0] ?? null;
}

function rank(subscription: BilledSubscription): number {
  if (isValidStatus(subscription.status)) return 2;
  return isLive(subscription) ? 1 : 0;
}
