import { proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { AppliedObjection, ObjectionActivities } from '#workers/activities/objection.ts';
import { continueWhenLong } from './continue-when-long.ts';
import { type ApplyObjectionInput, QUEUES } from './names.ts';

const activities = proxyActivities<ObjectionActivities>({
  taskQueue: QUEUES.core,
  startToCloseTimeout: '10 minutes',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '5 minutes' },
});

/** Progress, carried over when a run continues as new. */
export type ObjectionState = { after: string | null; meetings: number };

/**
 * Applies an objection: erases what is known about a guest or company, and has upcoming meetings researched again
 * without them.
 */
export async function applyObjection(
  { objectionId }: ApplyObjectionInput,
  { after, meetings }: ObjectionState = { after: null, meetings: 0 },
): Promise<{ meetings: number }> {
  do {
    const input = { objectionId, after };
    const batch: AppliedObjection = await activities.applyObjection.executeWithOptions(
      { summary: 'Erase and reopen research' },
      [input],
    );
    meetings += batch.meetings;
    after = batch.next;
    setCurrentDetails(`**Erasing.** Meetings to be researched again so far: ${meetings}.`);
    if (after !== null) await continueWhenLong<typeof applyObjection>({ objectionId }, { after, meetings });
  } while (after !== null);
  setCurrentDetails(`**Done.** Meetings to be researched again: ${meetings}.`);
  return { meetings };
}
