import { proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { DigestActivities } from '#workers/activities/digest.ts';
import { QUEUES } from './names.ts';

const { claimDigests } = proxyActivities<DigestActivities>({
  taskQueue: QUEUES.core,
  startToCloseTimeout: '2 minutes',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

/** Queues the digest of everybody whose morning it is; each is then sent by a workflow of its own. */
export async function sendDigests(): Promise<{ queued: number }> {
  const total = { queued: 0 };
  let after: string | null = null;
  do {
    const options = { summary: `Digests that are due, ${total.queued} so far` };
    const batch: Awaited<ReturnType<typeof claimDigests>> = await claimDigests.executeWithOptions(options, [{ after }]);
    total.queued += batch.queued;
    after = batch.next;
    setCurrentDetails(`**${after === null ? 'Done' : 'Looking'}.** Queued: ${total.queued}.`);
  } while (after !== null);
  return total;
}
