import {
  closeDelivery,
  type DeliveryOutcome,
  type DeliveryTable,
  markDelivered,
  markDeliverySending,
  requeueDelivery,
} from '#db/queries/delivery-states.ts';
import { lockPush, type PushDelivery } from '#db/queries/push-deliveries.ts';
import { deleteGoneSubscription } from '#db/queries/push-subscriptions.ts';
import type { Transaction } from '#db/sql.ts';
import { OutcomeUnknownError } from '#providers/errors.ts';
import { PushRefusedError } from '#providers/push/sender.ts';
import type { WorkerContext } from '#workers/context.ts';
import { settleDelivery } from './settle-delivery.ts';

const TABLE: DeliveryTable = 'push_deliveries';

/** Edge's push service on Windows throttles with 406 (MicrosoftDocs/windows-dev-docs#4166). */
const BUSY = new Set([406, 429]);

type Tools = Pick<WorkerContext, 'pool' | 'push' | 'logger'>;

/**
 * Notifies a browser that a briefing is ready. As with webhooks, the row goes queued -> sending (committed) -> push
 * service -> delivered, so that a crash between any two steps is visible.
 */
export async function sendPush(tools: Tools, deliveryId: string): Promise<{ outcome: DeliveryOutcome }> {
  const start = await tools.pool.transaction(async (transaction) => {
    const delivery = await lockPush(transaction, deliveryId);
    if (!delivery) return 'gone';
    const settled = await settleDelivery(transaction, TABLE, { id: deliveryId, state: delivery.state });
    if (settled !== null) return settled;
    if (!delivery.isWanted || delivery.startTime.getTime() <= Date.now()) {
      await closeDelivery(transaction, TABLE, deliveryId, { as: 'failed', error: 'not_wanted' });
      return 'failed';
    }
    await markDeliverySending(transaction, TABLE, deliveryId);
    return delivery;
  });
  return { outcome: typeof start === 'string' ? start : await deliver(tools, deliveryId, start) };
}

/** Closes a push message that could not be delivered in time. */
export async function giveUpPush(transaction: Transaction, deliveryId: string): Promise<{ outcome: DeliveryOutcome }> {
  const delivery = await lockPush(transaction, deliveryId);
  if (!delivery) return { outcome: 'gone' };
  const settled = await settleDelivery(transaction, TABLE, { id: deliveryId, state: delivery.state });
  if (settled !== null) return { outcome: settled };
  await closeDelivery(transaction, TABLE, deliveryId, { as: 'failed' });
  return { outcome: 'failed' };
}

async function deliver({ pool, push, logger }: Tools, deliveryId: string, to: PushDelivery): Promise<DeliveryOutcome> {
  const { meetingId, title, startTime } = to;
  const payload = JSON.stringify({ meetingId, title });
  const ttlS = Math.floor((startTime.getTime() - Date.now()) / 1000);
  try {
    await markDelivered(pool, TABLE, deliveryId, await push.send({ target: to, payload, ttlS }));
    return 'delivered';
  } catch (error) {
    if (error instanceof OutcomeUnknownError) {
      logger.info({ err: error, deliveryId }, 'a push message may or may not have arrived; not sending it again');
      await closeDelivery(pool, TABLE, deliveryId, { as: 'unknown', error: 'outcome_unknown' });
      return 'unknown';
    }
    // Any other error leaves the delivery `sending`, as a crash would.
    if (!(error instanceof PushRefusedError)) throw error;
    const { status, code } = error;
    await requeueDelivery(pool, TABLE, deliveryId, { status, error: code });
    if (code === 'gone') {
      await deleteGoneSubscription(pool, to.subscriptionId);
      return 'gone';
    }
    // Retried if the vendor is down or overloaded.
    if (code === 'unreachable' || BUSY.has(status ?? 0) || (status ?? 0) >= 500) throw error;
    await closeDelivery(pool, TABLE, deliveryId, { as: 'failed' });
    return 'failed';
  }
}
