import { proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { UpkeepActivities } from '#workers/activities/upkeep.ts';
import { QUEUES } from './names.ts';

const { renewOldChannels } = proxyActivities<UpkeepActivities>({
  taskQueue: QUEUES.core,
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

/** Asks for a sync, which renews channels, of every account that has let one grow old. */
export async function renewChannels(): Promise<{ accounts: number }> {
  let [after, accounts]: [string | null, number] = [null, 0];
  do {
    const batch: Awaited<ReturnType<typeof renewOldChannels>> = await renewOldChannels.executeWithOptions(
      { summary: `Channels that grew old, after ${accounts} accounts` },
      [{ after }],
    );
    accounts += batch.repaired;
    after = batch.next;
  } while (after !== null);
  setCurrentDetails(`**Done.** Accounts asked to renew their channels: ${accounts}.`);
  return { accounts };
}
