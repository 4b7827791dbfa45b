import { proxyActivities, sleep } from '@temporalio/workflow';
import type { BareActivities } from './worker.ts';

const { first, second } = proxyActivities<BareActivities>({ startToCloseTimeout: '30 seconds' });

/** The least that could brief a meeting: a timer and two steps, with nothing in them. @param dueAt Epoch milliseconds. */
export async function bareBriefing({ id, dueAt }: { id: string; dueAt: number }): Promise<void> {
  const leftMs = dueAt - Date.now();
  if (leftMs > 0) await sleep(leftMs);
  await first();
  await second({ id });
}
