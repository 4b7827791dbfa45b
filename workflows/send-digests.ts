import { proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { DigestActivities } from '#workers/activities/digest.ts';
import { continueWhenLong } from './continue-when-long.ts';
import { QUEUES } from './names.ts';

const { claimDigests } = proxyActivities<DigestActivities>({
  taskQueue: QUEUES.core,
  startToCloseTimeout: '2 minutes',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

/** Progress, carried over when a run continues as new. */
export type DigestsState = { after: string | null; queued: number };

/** Queues the digests that are due. Each is then sent by its own workflow. */
export async function sendDigests(
  { after, ...total }: DigestsState = { after: null, queued: 0 },
): Promise<{ queued: number }> {
  do {
    const options = { summary: `Digests that are due, ${total.queued} so far` };
    const batch: Awaited<ReturnType<typeof claimDigests>> = await claimDigests.executeWithOptions(options, [{ after }]);
    total.queued += batch.queued;
    after = batch.next;
    setCurrentDetails(`**${after === null ? 'Done' : 'Looking'}.** Queued: ${total.queued}.`);
    if (after !== null) await continueWhenLong<typeof sendDigests>({ after, ...total });
  } while (after !== null);
  return total;
}
