import type { ApiContext } from '#api/context.ts';
import { conflict } from '#api/errors.ts';
import { insertOutboxMessages } from '#db/queries/outbox.ts';
import { refreshSubscription } from '#db/refresh-subscription.ts';
import { isValidStatus } from '#domain/access.ts';
import { type BilledSubscription, isLive } from '#domain/billing.ts';

type Context = Pick<ApiContext, 'pool' | 'payments'>;

/** The subscription as the provider has it at this moment, which is written down as well. */
export async function readSubscription(
  { pool, payments }: Context,
  userId: string,
): Promise<BilledSubscription | null> {
  return await refreshSubscription(pool, userId, (customerId) => payments.listSubscriptions(customerId));
}

/**
 * Ends a trial, and what gives no access any more, at once; lets a paid plan end with its period. What is cancelled already stays so.
 *
 * @throws 409 when there is nothing to cancel
 */
export async function cancelSubscription(context: Context, userId: string): Promise<BilledSubscription | null> {
  const subscription = await readSubscription(context, userId);
  if (!subscription || !isLive(subscription)) throw conflict('There is no active subscription to cancel.');
  const { subscriptionId, status, cancelAtPeriodEnd } = subscription;
  if (status === 'trialing' || !isValidStatus(status)) await context.payments.cancelNow(subscriptionId);
  else if (!cancelAtPeriodEnd) await context.payments.setCancelAtPeriodEnd(subscriptionId, true);
  return await finish(context, userId);
}

/**
 * Takes a cancellation back. One that was not cancelled stays as it is.
 *
 * @throws 409 when it has ended already, or never was
 */
export async function reactivateSubscription(context: Context, userId: string): Promise<BilledSubscription | null> {
  const subscription = await readSubscription(context, userId);
  if (!subscription || !isLive(subscription)) throw conflict('There is no subscription to reactivate.');
  if (subscription.cancelAtPeriodEnd) await context.payments.setCancelAtPeriodEnd(subscription.subscriptionId, false);
  return await finish(context, userId);
}

/** Access follows with the next request; mails and clocks are the workflow's. */
async function finish(context: Context, userId: string): Promise<BilledSubscription | null> {
  const changed = await readSubscription(context, userId);
  await context.pool.transaction((transaction) =>
    insertOutboxMessages(transaction, [{ workflow: 'subscription', userId }]),
  );
  return changed;
}
