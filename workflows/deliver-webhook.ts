import { ActivityFailure, isCancellation, proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { createWebhookActivities } from '#workers/activities/webhook.ts';
import { type DeliverWebhookInput, QUEUES } from './names.ts';

type Activities = ReturnType<typeof createWebhookActivities>;
type Outcome = Awaited<ReturnType<Activities['sendWebhook']>>['outcome'];

const { sendWebhook } = proxyActivities<Activities>({
  taskQueue: QUEUES.webhook,
  startToCloseTimeout: '30 seconds',
  scheduleToCloseTimeout: '3 days',
  retry: { initialInterval: '10 seconds', backoffCoefficient: 4, maximumInterval: '3 hours' },
});
const { giveUpWebhook } = proxyActivities<Activities>({
  taskQueue: QUEUES.webhook,
  startToCloseTimeout: '10 seconds',
  retry: { initialInterval: '200 milliseconds', backoffCoefficient: 2, maximumInterval: '30 seconds' },
});

/**
 * Delivers one event to a webhook, retrying for at most three days, or one push message, until its meeting begins. A
 * push that never returned is not repeated: the next attempt finds it `sending` and closes it as `unknown`.
 */
export async function deliverWebhook({ deliveryId }: DeliverWebhookInput): Promise<void> {
  setCurrentDetails('**Delivering.** Retried until the address accepts it, for at most three days.');
  setCurrentDetails(DETAILS[await deliver(deliveryId)]);
}

async function deliver(deliveryId: string): Promise<Outcome> {
  try {
    const { outcome } = await sendWebhook.executeWithOptions({ summary: 'Post the event to the address' }, [
      { deliveryId },
    ]);
    return outcome;
  } catch (error) {
    if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error;
    const { outcome } = await giveUpWebhook.executeWithOptions({ summary: 'Give up on the delivery' }, [
      { deliveryId },
    ]);
    return outcome;
  }
}

const DETAILS: Record<Outcome, string> = {
  delivered: '**Delivered.**',
  unknown:
    '**Unknown.** The event may or may not have arrived; it won’t be sent again. Its row in `webhook_deliveries` (for a push message, `push_deliveries`) is `unknown`.',
  failed:
    '**Failed.** The address did not accept the event. See its row in `webhook_deliveries` (for a push message, `push_deliveries`).',
  gone: '**Not sent.** The webhook, push subscription or account is gone.',
};
