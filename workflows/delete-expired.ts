import { proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { UpkeepActivities } from '#workers/activities/upkeep.ts';
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
 */
export async function deleteExpired(): Promise<{ rows: number }> {
  const rows = await activities.deleteExpired.executeWithOptions({ summary: 'Delete expired data' }, []);
  setCurrentDetails(`**Done.** Rows deleted: ${rows}.`);
  return { rows };
}
