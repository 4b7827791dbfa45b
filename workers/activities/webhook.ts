import { activityInfo } from '@temporalio/activity';
import {
  closeDelivery,
  type DeliveryOutcome,
  type DeliveryTable,
  markDelivered,
  markDeliverySending,
  requeueDelivery,
} from '#db/queries/delivery-states.ts';
import { resumeWebhook, stopWebhook, webhookOwner } from '#db/queries/outgoing-webhooks.ts';
import { areDeliveriesOpen, type Delivery, lockDelivery, TEST_EVENT } from '#db/queries/webhook-deliveries.ts';
import type { Transaction } from '#db/sql.ts';
import { RateLimitedError, type VendorError } from '#providers/errors.ts';
import type { OutgoingMessage } from '#providers/webhooks/provider.ts';
import { WebhookRefusedError } from '#providers/webhooks/sender.ts';
import type { WorkerContext } from '#workers/context.ts';
import { guard } from './failure.ts';
import { policyPauseMs } from './last-attempt.ts';
import { giveUpPush, sendPush } from './push.ts';
import { queueStoppedMail } from './queue-stopped-mail.ts';
import { isSettled } from './settle-delivery.ts';

const TABLE: DeliveryTable = 'webhook_deliveries';
/** The address no longer exists (https://www.rfc-editor.org/rfc/rfc9110#name-410-gone). */
const GONE = 410;
const MOST_OPEN = 1_000;

/**
 * Delivers webhooks and push messages. A row goes queued -> sending (committed) -> address -> delivered, so that a
 * crash between any two steps is visible. A webhook left `sending` is sent again: receivers recognize its id.
 */
export function createWebhookActivities(context: WorkerContext) {
  const { pool, webhooks, encryption, logger } = context;

  return {
    async sendWebhook({ deliveryId }: { deliveryId: string }): Promise<{ outcome: DeliveryOutcome }> {
      return await guard(logger, async () => {
        const start = await pool.transaction((transaction) => startSending(transaction, deliveryId));
        // An id without a webhook delivery belongs to a push message, or its row is gone.
        if ('outcome' in start) return start.outcome === 'gone' ? await sendPush(context, deliveryId) : start;
        return await deliver(deliveryId, start);
      });
    },

    /**
     * Closes a delivery whose workflow has run out of time. If it was attempted, the webhook is stopped and its
     * user emailed once, unless another delivery has arrived since. If it was never attempted, the fault is ours, and
     * the webhook is not stopped.
     */
    async giveUpWebhook({ deliveryId }: { deliveryId: string }): Promise<{ outcome: DeliveryOutcome }> {
      return await guard(
        logger,
        async () =>
          await pool.transaction(async (transaction) => {
            const delivery = await lockDelivery(transaction, deliveryId);
            if (!delivery) return await giveUpPush(transaction, deliveryId);
            const { state, attempts, webhookId, createdAt } = delivery;
            if (isSettled(state)) return { outcome: state };
            await closeDelivery(transaction, TABLE, deliveryId, {
              as: 'failed',
              error: attempts === 0 ? 'not_tried' : null,
            });
            if (attempts > 0) await stop(transaction, { webhookId, since: createdAt });
            else logger.error({ deliveryId }, 'a webhook was never attempted; giving up');
            return { outcome: 'failed' };
          }),
      );
    },
  };

  async function startSending(
    transaction: Transaction,
    deliveryId: string,
  ): Promise<{ delivery: Delivery; message: OutgoingMessage } | { outcome: DeliveryOutcome }> {
    const delivery = await lockDelivery(transaction, deliveryId);
    if (!delivery) return { outcome: 'gone' };
    if (isSettled(delivery.state)) return { outcome: delivery.state };
    // Stopped webhooks still get tests: a successful one resumes them.
    if (delivery.isOwnerDisabled || (delivery.isStopped && delivery.event !== TEST_EVENT)) {
      await closeDelivery(transaction, TABLE, deliveryId, { as: 'failed', error: 'stopped' });
      return { outcome: delivery.isOwnerDisabled ? 'gone' : 'failed' };
    }
    const { webhookId, url, event, data, createdAt } = delivery;
    const secret = encryption.decrypt(delivery.secret, webhookOwner(webhookId));
    await markDeliverySending(transaction, TABLE, deliveryId);
    const body = JSON.stringify({ type: event, timestamp: createdAt.toISOString(), data });
    return { delivery, message: { id: deliveryId, url, secret, body } };
  }

  async function deliver(
    deliveryId: string,
    { delivery, message }: { delivery: Delivery; message: OutgoingMessage },
  ): Promise<{ outcome: DeliveryOutcome }> {
    const isTest = delivery.event === TEST_EVENT;
    try {
      const status = await webhooks.send(message);
      await pool.transaction(async (transaction) => {
        await markDelivered(transaction, TABLE, deliveryId, status);
        if (isTest) await resumeWebhook(transaction, delivery.webhookId);
      });
      return { outcome: 'delivered' };
    } catch (error) {
      // Any other error leaves the delivery `sending`, as a crash would.
      if (!(error instanceof WebhookRefusedError)) throw error;
      const { status, code } = error;
      // A user is waiting for the result of a test and can retry it.
      const isLast = isTest || status === GONE;
      await pool.transaction(async (transaction) => {
        await requeueDelivery(transaction, TABLE, deliveryId, { status, error: code });
        if (isLast) await closeDelivery(transaction, TABLE, deliveryId, { as: 'failed' });
        if (isTest) return;
        if (status === GONE) await stop(transaction, { webhookId: delivery.webhookId, since: new Date() });
        else await stopIfTooMuchWaits(transaction, delivery);
      });
      if (!isLast) throw withPause(error);
      return { outcome: 'failed' };
    }
  }
}

/** A user's server can ask for a longer pause than the retry policy's, but not for a shorter one. */
function withPause(error: WebhookRefusedError): VendorError {
  const { retryAfterMs } = error;
  if (retryAfterMs === null) return error;
  const { attempt, retryPolicy } = activityInfo();
  return new RateLimitedError(Math.max(retryAfterMs, policyPauseMs(attempt, retryPolicy)), error);
}

async function stop(transaction: Transaction, which: { webhookId: string; since: Date }): Promise<void> {
  const stopped = await stopWebhook(transaction, which);
  if (stopped) {
    const { host } = new URL(stopped.url);
    await queueStoppedMail(transaction, stopped, { change: 'webhook-stopped', host });
  }
}

/** Stops a webhook whose backlog is too large. Its open deliveries are closed when their turn comes. */
async function stopIfTooMuchWaits(transaction: Transaction, { webhookId, createdAt }: Delivery): Promise<void> {
  if (await areDeliveriesOpen(transaction, { webhookId, count: MOST_OPEN })) {
    await stop(transaction, { webhookId, since: createdAt });
  }
}
