import { proxyActivities, sleep } from '@temporalio/workflow';
import type { BareActivities } from './worker.ts';

const { first, second } = proxyActivities<BareActivities>({ startToCloseTimeout: '30 seconds' });

/**
 * Runs the minimal equivalent of a briefing: a timer and two empty steps.
 * @param dueAt epoch milliseconds
 */
export async function bareBriefing({ id, dueAt }: { id: string; dueAt: number }): Promise<void> {
  const leftMs = dueAt - Date.now();
  if (leftMs > 0) await sleep(leftMs);
  await first();
  await second({ id });
}
