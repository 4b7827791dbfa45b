import type { ApiContext } from '#api/context.ts';
import { conflict } from '#api/errors.ts';
import { isOutage } from '#api/outage.ts';
import { insertOutboxMessages } from '#db/queries/outbox.ts';
import { refreshSubscription } from '#db/refresh-subscription.ts';
import { type BilledSubscription, isLive } from '#domain/billing.ts';
import { isCancelledAtOnce } from '#domain/cancellation.ts';

type Context = Pick<ApiContext, 'pool' | 'payments'>;

/** Reads the subscription from the provider and updates our copy. */
export async function readSubscription(
  { pool, payments }: Context,
  userId: string,
): Promise<BilledSubscription | null> {
  return await refreshSubscription(pool, userId, (customerId) => payments.listSubscriptions(customerId));
}

/**
 * Updates our copy in case the provider's webhook has not arrived yet. Grants nothing that was not paid for.
 *
 * @param before The copy's previous status; if it changed, the workflow is notified and may send emails.
 */
export async function catchUpSubscription(
  context: Context,
  userId: string,
  before: string | null,
): Promise<BilledSubscription | null> {
  const subscription = await readSubscription(context, userId);
  if ((subscription?.status ?? null) !== before) await notifyWorkflow(context, userId);
  return subscription;
}

/**
 * Cancels a trial, or a subscription without access, immediately; a paid plan at the end of its period. Cancelling a
 * paid plan again does nothing.
 *
 * @throws 409 if there is nothing to cancel
 */
export async function cancelSubscription(context: Context, userId: string): Promise<BilledSubscription | null> {
  const subscription = await readSubscription(context, userId);
  if (!subscription || !isLive(subscription)) throw conflict('There is no active subscription to cancel.');
  const { subscriptionId, status, cancelAtPeriodEnd } = subscription;
  const isEndingNow = isCancelledAtOnce(status);
  return await change(context, userId, {
    send: async (payments) => {
      if (isEndingNow) await payments.cancelNow(subscriptionId);
      else if (!cancelAtPeriodEnd) await payments.setCancelAtPeriodEnd(subscriptionId, true);
    },
    isDone: (changed) => !changed || !isLive(changed) || (!isEndingNow && changed.cancelAtPeriodEnd),
  });
}

/**
 * Undoes a cancellation; does nothing without one.
 *
 * @throws 409 if there is no subscription, or it has ended
 */
export async function reactivateSubscription(context: Context, userId: string): Promise<BilledSubscription | null> {
  const subscription = await readSubscription(context, userId);
  if (!subscription || !isLive(subscription)) throw conflict('There is no subscription to reactivate.');
  const { subscriptionId, cancelAtPeriodEnd } = subscription;
  return await change(context, userId, {
    send: async (payments) => {
      if (cancelAtPeriodEnd) await payments.setCancelAtPeriodEnd(subscriptionId, false);
    },
    isDone: (changed) => changed !== null && isLive(changed) && !changed.cancelAtPeriodEnd,
  });
}

type Change = {
  send: (payments: Context['payments']) => Promise<void>;
  /** Returns whether the provider shows the change. */
  isDone: (subscription: BilledSubscription | null) => boolean;
};

/**
 * Makes a change and returns the resulting subscription. Access changes with the next request; the workflow handles
 * emails and timers. A lost response is not a failure if the provider shows the change afterwards.
 */
async function change(context: Context, userId: string, { send, isDone }: Change): Promise<BilledSubscription | null> {
  const failure = await send(context.payments).then(
    () => null,
    (error: unknown) => ({ error }),
  );
  if (failure && !isOutage(failure.error)) throw failure.error;
  // Notifies the workflow first, so that it reads the subscription later if the read below fails.
  await notifyWorkflow(context, userId);
  const changed = await readSubscription(context, userId);
  if (failure && !isDone(changed)) throw failure.error;
  return changed;
}

async function notifyWorkflow({ pool }: Context, userId: string): Promise<void> {
  await pool.transaction((transaction) => insertOutboxMessages(transaction, [{ workflow: 'subscription', userId }]));
}
