import { proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { SubscriptionActivities } from '#workers/activities/subscription.ts';
import { continueWhenLong } from './continue-when-long.ts';
import { QUEUES } from './names.ts';

const retry = { initialInterval: '10 seconds', backoffCoefficient: 2, maximumInterval: '10 minutes' } as const;
const { reconcileBatch } = proxyActivities<SubscriptionActivities>({
  taskQueue: QUEUES.billing,
  startToCloseTimeout: '5 minutes',
  retry,
});
const { reconcileUser } = proxyActivities<SubscriptionActivities>({
  taskQueue: QUEUES.billing,
  startToCloseTimeout: '1 minute',
  // After that, the next day's run tries again.
  scheduleToCloseTimeout: '12 hours',
  retry,
});

/** Maximum number of failed users to compare again. Their ids must fit into the state. */
const MAX_AGAIN = 100;

/** Progress, carried over when a run continues as new. An earlier build leaves out `failed` and `again`. */
export type ReconcileState = {
  after: string | null;
  checked: number;
  repaired: number;
  failed?: number;
  /** Users to compare again at the end. */
  again?: string[];
};

/**
 * Compares every copy of a subscription with the provider; repairs and logs those that differ. Failed comparisons are
 * repeated at the end, so that they don't hold up the others.
 */
export async function reconcileSubscriptions(
  { after, checked, repaired, failed = 0, again = [] }: ReconcileState = { after: null, checked: 0, repaired: 0 },
): Promise<{ checked: number; repaired: number; failed: number }> {
  const report = (state: string) =>
    setCurrentDetails(
      `**${state}.** Compared: ${checked}. Repaired: ${repaired}. Failed: ${failed}. The worker log names them.`,
    );
  do {
    const options = { summary: `Compare subscriptions, ${checked} so far`, priority: { priorityKey: 5 } };
    const batch: Awaited<ReturnType<typeof reconcileBatch>> = await reconcileBatch.executeWithOptions(options, [
      { after },
    ]);
    checked += batch.checked;
    repaired += batch.repaired;
    failed += batch.failed?.length ?? 0;
    again.push(...(batch.failed ?? []).slice(0, MAX_AGAIN - again.length));
    after = batch.next;
    report('Comparing');
    if (after !== null)
      await continueWhenLong<typeof reconcileSubscriptions>({ after, checked, repaired, failed, again });
  } while (after !== null);
  const outcomes = await Promise.allSettled(again.map((userId) => reconcileUser({ userId })));
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') continue;
    failed -= 1;
    if (outcome.value.isRepaired) repaired += 1;
  }
  report('Done');
  return { checked, repaired, failed };
}
