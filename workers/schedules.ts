import { type Client, ScheduleAlreadyRunning, ScheduleOverlapPolicy } from '@temporalio/client';
import { QUEUES, RECONCILE_SCHEDULE, RECONCILE_SUBSCRIPTIONS } from '#workflows/names.ts';

/** Makes what runs by the clock, once for all workers. What an operator changed or paused stays so. */
export async function ensureSchedules(client: Client): Promise<void> {
  try {
    await client.schedule.create({
      scheduleId: RECONCILE_SCHEDULE,
      spec: { intervals: [{ every: '1 day', offset: '3 hours' }], jitter: '30 minutes' },
      policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1 day' },
      action: {
        type: 'startWorkflow',
        workflowType: RECONCILE_SUBSCRIPTIONS,
        workflowId: RECONCILE_SCHEDULE,
        taskQueue: QUEUES.core,
        args: [],
        staticSummary: 'Compare every subscription with the payment provider',
        staticDetails:
          'Daily. A copy that differs is repaired and logged; trigger the schedule to compare now. Reads only, but for our own copies.',
      },
    });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
  }
}
