import { isValidStatus } from './access.ts';

/** What a plan includes in a month; null where the payment provider does not say. */
export type PlanLimits = { researchLimit: number | null; meetingLimit: number | null };

/** A subscription as the payment provider has it. */
export type BilledSubscription = PlanLimits & {
  subscriptionId: string;
  customerId: string;
  /** The provider's own word: trialing, active, past_due, canceled, unpaid, incomplete, incomplete_expired, paused. */
  status: string;
  /** Name of the product that is paid for. */
  plan: string;
  createdAt: Date;
  trialEndsAt: Date | null;
  currentPeriodStart: Date | null;
  currentPeriodEnd: Date | null;
  /** It ends instead of being renewed. */
  cancelAtPeriodEnd: boolean;
  /** When its end was asked for, or came about. */
  canceledAt: Date | null;
  endedAt: Date | null;
  amountCents: number;
  currency: string;
};

/** A bill as the payment provider has it. */
export type Invoice = {
  invoiceId: string;
  /** The provider's own word: draft, open, paid, uncollectible, void. */
  status: string;
  amountDueCents: number;
  amountPaidCents: number;
  currency: string;
  createdAt: Date;
  paidAt: Date | null;
  /** How often the card was asked. */
  attempts: number;
  nextAttemptAt: Date | null;
};

/** Nothing can come of these any more. */
const OVER = ['canceled', 'incomplete_expired'];

export function isOver({ status }: { status: string }): boolean {
  return OVER.includes(status);
}

/** Still there to be paid, ended or brought back: a second one beside it would be charged twice. */
export function isLive({ status }: { status: string }): boolean {
  return !isOver({ status }) && status !== 'incomplete';
}

/** Of all subscriptions a customer has or had, the one that counts: one that gives access, else one that is live, else the newest. */
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
