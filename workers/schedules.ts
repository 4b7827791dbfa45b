import { type Client, ScheduleAlreadyRunning, type ScheduleOptions, ScheduleOverlapPolicy } from '@temporalio/client';
import {
  DIGESTS_SCHEDULE,
  QUEUES,
  RECONCILE_SCHEDULE,
  RECONCILE_SUBSCRIPTIONS,
  SEND_DIGESTS,
} from '#workflows/names.ts';

/** Makes what runs by the clock, once for all workers. What an operator changed or paused stays so. */
export async function ensureSchedules(client: Client): Promise<void> {
  for (const schedule of SCHEDULES) {
    try {
      await client.schedule.create(schedule);
    } catch (error) {
      if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    }
  }
}

const SCHEDULES: ScheduleOptions[] = [
  {
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
  },
  {
    scheduleId: DIGESTS_SCHEDULE,
    // Seven in the morning comes on a quarter of an hour in every time zone, and so do most ends of quiet hours.
    spec: { intervals: [{ every: '15 minutes' }] },
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1 minute' },
    action: {
      type: 'startWorkflow',
      workflowType: SEND_DIGESTS,
      workflowId: DIGESTS_SCHEDULE,
      taskQueue: QUEUES.core,
      args: [],
      staticSummary: 'Queue the daily digests that are due',
      staticDetails:
        'Every quarter of an hour. A digest is made once for a user and a day, up to two hours late; what it misses is briefed one by one.',
    },
  },
];
