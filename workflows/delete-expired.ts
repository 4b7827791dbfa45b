import { proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { UpkeepActivities } from '#workers/activities/upkeep.ts';
import { QUEUES } from './names.ts';

const activities = proxyActivities<UpkeepActivities>({
  taskQueue: QUEUES.core,
  startToCloseTimeout: '5 minutes',
  retry: { initialInterval: '1 minute', backoffCoefficient: 2, maximumInterval: '1 hour' },
});

/** Retention. Deletes what has run out: meetings with their research and mails after 13 months, sessions, links of mails, unconfirmed newsletter addresses, closed push channels, traces of syncs that were given up. */
export async function deleteExpired(): Promise<{ rows: number }> {
  const rows = await activities.deleteExpired.executeWithOptions({ summary: 'Delete what has run out' }, []);
  setCurrentDetails(`**Done.** Rows deleted: ${rows}.`);
  return { rows };
}
