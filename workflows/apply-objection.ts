import { proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { ObjectionActivities } from '#workers/activities/objection.ts';
import { type ApplyObjectionInput, QUEUES } from './names.ts';

const activities = proxyActivities<ObjectionActivities>({
  taskQueue: QUEUES.core,
  startToCloseTimeout: '10 minutes',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '5 minutes' },
});

/** Somebody is not to be researched any more: what is known of them is erased, and coming meetings with them are researched without them. */
export async function applyObjection({ objectionId }: ApplyObjectionInput): Promise<{ meetings: number }> {
  let [after, meetings]: [string | null, number] = [null, 0];
  do {
    const input = { objectionId, after };
    const batch = await activities.applyObjection.executeWithOptions({ summary: 'Erase, and research anew' }, [input]);
    meetings += batch.meetings;
    after = batch.next;
    setCurrentDetails(`**Erasing.** Meetings to be researched again so far: ${meetings}.`);
  } while (after !== null);
  setCurrentDetails(`**Done.** Meetings to be researched again: ${meetings}.`);
  return { meetings };
}
