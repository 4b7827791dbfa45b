import { patched, proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { UpkeepActivities } from '#workers/activities/upkeep.ts';
import { continueWhenLong } from './continue-when-long.ts';
import { QUEUES } from './names.ts';

const activities = proxyActivities<UpkeepActivities>({
  taskQueue: QUEUES.core,
  startToCloseTimeout: '5 minutes',
  retry: { initialInterval: '1 minute', backoffCoefficient: 2, maximumInterval: '1 hour' },
});

/**
 * Deletes data past its retention: meetings with their research, emails, and answers about guests no longer met, after
 * 13 months; sooner, expired sessions and links, old deliveries, unconfirmed addresses, expired push channels and data
 * of abandoned syncs.
 *
 * @param state progress, carried over when a run continues as new
 */
export async function deleteExpired(state: { rows: number } | null = null): Promise<{ rows: number }> {
  const summary = 'Delete expired data';
  let rows = state?.rows ?? (await activities.deleteExpired.executeWithOptions({ summary }, []));
  // An activity for each batch: a day's worth at a million users takes longer than one activity may.
  for (let isDone = !patched('delete-in-batches'); !isDone; ) {
    const options = { summary: `Delete old data, ${rows} rows so far` };
    const batch = await activities.deleteOld.executeWithOptions(options, []);
    rows += batch.rows;
    isDone = batch.rows === 0;
    if (!isDone) await continueWhenLong<typeof deleteExpired>({ rows });
  }
  setCurrentDetails(`**Done.** Rows deleted: ${rows}.`);
  return { rows };
}
