import { proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { UpkeepActivities } from '#workers/activities/upkeep.ts';
import { continueWhenLong } from './continue-when-long.ts';
import { QUEUES } from './names.ts';

const { renewOldChannels } = proxyActivities<UpkeepActivities>({
  taskQueue: QUEUES.core,
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

/** Progress, carried over when a run continues as new. */
export type RenewalState = { after: string | null; accounts: number };

/** Requests a sync for every account whose own syncs have not renewed its push channels in time. */
export async function renewChannels(
  { after, accounts }: RenewalState = { after: null, accounts: 0 },
): Promise<{ accounts: number }> {
  do {
    const batch: Awaited<ReturnType<typeof renewOldChannels>> = await renewOldChannels.executeWithOptions(
      { summary: `Renew old channels, ${accounts} accounts so far` },
      [{ after }],
    );
    accounts += batch.repaired;
    after = batch.next;
    if (after !== null) await continueWhenLong<typeof renewChannels>({ after, accounts });
  } while (after !== null);
  setCurrentDetails(`**Done.** Accounts asked to renew their channels: ${accounts}.`);
  return { accounts };
}
