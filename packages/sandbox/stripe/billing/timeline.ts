import type { StripeContext } from '#sandbox/stripe/context.ts';
import type { CheckoutSession, Invoice, Subscription, TestClock } from '#sandbox/stripe/objects.ts';
import { all } from '#sandbox/stripe/store.ts';
import { hourSeconds, now } from '#sandbox/stripe/time.ts';
import { emit } from '#sandbox/stripe/webhooks/events.ts';
import { expireCheckout } from './checkout.ts';
import { collect } from './collection.ts';
import { endSubscription } from './subscription-end.ts';
import { announceTrialEnd, endTrial, periodEnd, renew, trialNoticeAt } from './subscriptions.ts';

/** A scheduled action and its time (Unix seconds). */
type Due = { at: number; run(): void };

const incompleteSeconds = 23 * hourSeconds;

/** Runs everything due on the vendor's own timeline, and saves if anything happened. */
export function catchUp(context: StripeContext): void {
  if (live(context, null, now(context, null))) context.save();
}

/**
 * Advances a timeline to `until` (Unix seconds), running what is scheduled in order, each at its own time.
 * @returns whether anything happened
 */
export function live(context: StripeContext, testClock: string | null, until: number): boolean {
  let happened = false;
  for (;;) {
    const due = nextDue(context, testClock);
    if (!due || due.at > until) return happened;
    happened = true;
    context.moment = { testClock, at: due.at };
    try {
      due.run();
    } finally {
      context.moment = null;
    }
  }
}

/** Finishes advancing a test clock, running everything scheduled in between. */
export function arriveTestClock(context: StripeContext, clock: TestClock, target: number): void {
  live(context, clock.id, target);
  delete context.state.advancing[clock.id];
  clock.frozen_time = target;
  clock.status = 'ready';
  clock.status_details = {};
  emit(context, 'test_helpers.test_clock.ready', clock);
}

function nextDue(context: StripeContext, testClock: string | null): Due | undefined {
  const due = [
    ...all(context, 'subscription')
      .filter((subscription) => subscription.test_clock === testClock)
      .flatMap((subscription) => subscriptionDue(context, subscription)),
    ...all(context, 'invoice')
      .filter((invoice) => invoice.test_clock === testClock)
      .flatMap((invoice) => invoiceDue(context, invoice)),
    ...(testClock === null ? all(context, 'checkout.session').flatMap((session) => checkoutDue(context, session)) : []),
  ];
  return due.reduce<Due | undefined>((first, one) => (first && first.at <= one.at ? first : one), undefined);
}

function subscriptionDue(context: StripeContext, subscription: Subscription): Due[] {
  const { status, cancel_at, trial_end, created } = subscription;
  if (status === 'incomplete') {
    const expire = () => endSubscription(context, subscription, { status: 'incomplete_expired' });
    return [{ at: created + incompleteSeconds, run: expire }];
  }
  if (!['trialing', 'active', 'past_due', 'unpaid'].includes(status)) return [];
  // A cancellation due at the end of a period comes first, so that nothing is renewed or charged.
  const end: Due[] =
    cancel_at === null ? [] : [{ at: cancel_at, run: () => endSubscription(context, subscription, {}) }];
  const notice = trialNoticeAt(context, subscription);
  if (notice !== undefined) end.push({ at: notice, run: () => announceTrialEnd(context, subscription) });
  if (status === 'trialing') return [...end, { at: trial_end ?? created, run: () => endTrial(context, subscription) }];
  return [...end, { at: periodEnd(subscription), run: () => renew(context, subscription) }];
}

function invoiceDue(context: StripeContext, invoice: Invoice): Due[] {
  const { status, auto_advance, automatically_finalizes_at: finalizes, next_payment_attempt: attempt } = invoice;
  const collectNow = () => void collect(context, invoice, { planned: true });
  if (!auto_advance) return [];
  if (status === 'draft' && finalizes !== null) return [{ at: finalizes, run: collectNow }];
  if (status === 'open' && attempt !== null) return [{ at: attempt, run: collectNow }];
  return [];
}

function checkoutDue(context: StripeContext, session: CheckoutSession): Due[] {
  return session.status === 'open' ? [{ at: session.expires_at, run: () => expireCheckout(context, session) }] : [];
}
