import {
  ActivityFailure,
  ApplicationFailure,
  isCancellation,
  patched,
  proxyActivities,
  setCurrentDetails,
} from '@temporalio/workflow';
import type { UpkeepActivities } from '#workers/activities/upkeep.ts';
import { continueWhenLong } from './continue-when-long.ts';
import { QUEUES } from './names.ts';

const activities = proxyActivities<UpkeepActivities>({
  taskQueue: QUEUES.core,
  startToCloseTimeout: '5 minutes',
  // Under three hours: even if every step fails, a run ends before the next day's, which would otherwise be skipped.
  retry: { initialInterval: '1 minute', backoffCoefficient: 2, maximumInterval: '1 hour', maximumAttempts: 8 },
});

type Step = 'expired' | 'unverified' | 'addresses' | 'old';

/** Each deletes or erases a batch and returns its number of rows, 0 when none are left. @param rows handled so far */
const STEPS: Record<Step, (rows: number) => Promise<number>> = {
  expired: async (rows) =>
    await activities.deleteExpired.executeWithOptions({ summary: `Delete expired rows, ${rows} rows so far` }, []),
  unverified: async (rows) => {
    const options = { summary: `Delete accounts never verified, ${rows} rows so far` };
    return (await activities.deleteUnverified.executeWithOptions(options, [])).rows;
  },
  addresses: async (rows) => {
    const options = { summary: `Erase old IP addresses, ${rows} rows so far` };
    return (await activities.forgetAddresses.executeWithOptions(options, [])).rows;
  },
  old: async (rows) => {
    const options = { summary: `Delete old data, ${rows} rows so far` };
    return (await activities.deleteOld.executeWithOptions(options, [])).rows;
  },
};

/** `left` is missing in runs that began before the steps were independent. */
type Progress = { rows: number; left?: Step[]; failed?: Step[] };

/**
 * Deletes data past its retention: after 13 months, meetings with their research, emails, and answers about guests no
 * longer met; sooner, expired sessions and links, old deliveries and IP addresses, unconfirmed addresses and accounts,
 * expired push channels and data from abandoned syncs. A step that keeps failing does not stop the others, but fails
 * the run at the end; the next run tries again.
 *
 * @param state progress, carried over when a run continues as new
 */
export async function deleteExpired(state: Progress | null = null): Promise<{ rows: number }> {
  if (!patched('independent-steps')) return await deleteInOneSequence(state);
  let rows = state?.rows ?? 0;
  let left = state?.left ?? ['expired', 'unverified', 'addresses', 'old'];
  let failed = state?.failed ?? [];
  // One activity per batch: at a million users, a day's worth exceeds an activity's time limit.
  for (let step = left[0]; step !== undefined; step = left[0]) {
    const batch = await deleteBatch(step, rows);
    rows += batch ?? 0;
    if (batch === null) failed = [...failed, step];
    if (!batch) left = left.slice(1);
    if (left.length > 0) await continueWhenLong<typeof deleteExpired>({ rows, left, failed });
  }
  if (failed.length > 0) {
    setCurrentDetails(`**Failed:** ${failed.join(', ')}. Rows deleted: ${rows}. The next run tries again.`);
    throw ApplicationFailure.nonRetryable('Steps failed. The next run tries them again.', 'steps_failed', ...failed);
  }
  setCurrentDetails(`**Done.** Rows deleted: ${rows}.`);
  return { rows };
}

/** Returns the number of deleted rows; null if every attempt failed. */
async function deleteBatch(step: Step, rows: number): Promise<number | null> {
  try {
    return await STEPS[step](rows);
  } catch (error) {
    if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
    return null;
  }
}

/** Finishes runs that began before the steps were independent. What they leave is deleted the next day. */
async function deleteInOneSequence(state: Progress | null): Promise<{ rows: number }> {
  const summary = 'Delete expired data';
  let rows = state?.rows ?? (await activities.deleteExpired.executeWithOptions({ summary }, []));
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
