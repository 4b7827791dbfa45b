import type { ApiContext } from '#api/context.ts';
import { conflict } from '#api/errors.ts';
import { isOutage } from '#api/outage.ts';
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
 * Makes the copy what the provider has, where its report has not come yet. Nothing is granted here that was not paid there.
 *
 * @param before the status the copy had; the workflow, which sends mails, is told of another one
 */
export async function catchUpSubscription(
  context: Context,
  userId: string,
  before: string | null,
): Promise<BilledSubscription | null> {
  const subscription = await readSubscription(context, userId);
  if ((subscription?.status ?? null) !== before) await tellWorkflow(context, userId);
  return subscription;
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
  const isEndingNow = status === 'trialing' || !isValidStatus(status);
  return await change(context, userId, {
    send: async (payments) => {
      if (isEndingNow) await payments.cancelNow(subscriptionId);
      else if (!cancelAtPeriodEnd) await payments.setCancelAtPeriodEnd(subscriptionId, true);
    },
    isDone: (changed) => !changed || !isLive(changed) || (!isEndingNow && changed.cancelAtPeriodEnd),
  });
}

/**
 * Takes a cancellation back. One that was not cancelled stays as it is.
 *
 * @throws 409 when it has ended already, or never was
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
  /** Whether the provider shows the change. */
  isDone: (subscription: BilledSubscription | null) => boolean;
};

/**
 * Makes a change and tells what came of it. Access follows with the next request; mails and clocks are the workflow's. An answer that got lost is no
 * failure: what counts is what the provider shows afterwards.
 */
async function change(context: Context, userId: string, { send, isDone }: Change): Promise<BilledSubscription | null> {
  const failure = await send(context.payments).then(
    () => null,
    (error: unknown) => ({ error }),
  );
  if (failure && !isOutage(failure.error)) throw failure.error;
  // Told first: where the provider cannot be read now, the workflow does so once it can be.
  await tellWorkflow(context, userId);
  const changed = await readSubscription(context, userId);
  if (failure && !isDone(changed)) throw failure.error;
  return changed;
}

async function tellWorkflow({ pool }: Context, userId: string): Promise<void> {
  await pool.transaction((transaction) => insertOutboxMessages(transaction, [{ workflow: 'subscription', userId }]));
}
