import { proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { BillingActivities } from '#workers/activities/billing.ts';
import { QUEUES } from './names.ts';

const { reconcileBatch } = proxyActivities<BillingActivities>({
  taskQueue: QUEUES.billing,
  startToCloseTimeout: '5 minutes',
  retry: { initialInterval: '10 seconds', backoffCoefficient: 2, maximumInterval: '10 minutes' },
});

/** Holds every copy of a subscription against the provider: what no report told of is found here, repaired and logged. */
export async function reconcileSubscriptions(): Promise<{ checked: number; repaired: number }> {
  const total = { checked: 0, repaired: 0 };
  let after: string | null = null;
  do {
    const options = { summary: `Compare, after ${total.checked} users`, priority: { priorityKey: 5 } };
    const batch: Awaited<ReturnType<typeof reconcileBatch>> = await reconcileBatch.executeWithOptions(options, [
      { after },
    ]);
    total.checked += batch.checked;
    total.repaired += batch.repaired;
    after = batch.next;
    setCurrentDetails(
      `**${after === null ? 'Done' : 'Comparing'}.** Compared: ${total.checked}. Repaired: ${total.repaired}; the worker log names them.`,
    );
  } while (after !== null);
  return total;
}
