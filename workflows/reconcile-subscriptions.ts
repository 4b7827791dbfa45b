import { proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { SubscriptionActivities } from '#workers/activities/subscription.ts';
import { continueWhenLong } from './continue-when-long.ts';
import { QUEUES } from './names.ts';

const { reconcileBatch } = proxyActivities<SubscriptionActivities>({
  taskQueue: QUEUES.billing,
  startToCloseTimeout: '5 minutes',
  retry: { initialInterval: '10 seconds', backoffCoefficient: 2, maximumInterval: '10 minutes' },
});

/** Progress, carried over when a run continues as new. */
export type ReconcileState = { after: string | null; checked: number; repaired: number };

/** Compares every copy of a subscription with the provider; repairs and logs those that differ. */
export async function reconcileSubscriptions(
  { after, ...total }: ReconcileState = { after: null, checked: 0, repaired: 0 },
): Promise<{ checked: number; repaired: number }> {
  do {
    const options = { summary: `Compare subscriptions, ${total.checked} so far`, priority: { priorityKey: 5 } };
    const batch: Awaited<ReturnType<typeof reconcileBatch>> = await reconcileBatch.executeWithOptions(options, [
      { after },
    ]);
    total.checked += batch.checked;
    total.repaired += batch.repaired;
    after = batch.next;
    setCurrentDetails(
      `**${after === null ? 'Done' : 'Comparing'}.** Compared: ${total.checked}. Repaired: ${total.repaired}; the worker log names them.`,
    );
    if (after !== null) await continueWhenLong<typeof reconcileSubscriptions>({ after, ...total });
  } while (after !== null);
  return total;
}
