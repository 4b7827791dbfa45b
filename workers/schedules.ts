import { type Client, ScheduleAlreadyRunning, type ScheduleOptions, ScheduleOverlapPolicy } from '@temporalio/client';
import {
  DELETE_EXPIRED,
  DELETE_EXPIRED_SCHEDULE,
  DIGESTS_SCHEDULE,
  QUEUES,
  RECONCILE_CALENDARS,
  RECONCILE_CALENDARS_SCHEDULE,
  RECONCILE_SCHEDULE,
  RECONCILE_SUBSCRIPTIONS,
  RENEW_CHANNELS,
  RENEW_CHANNELS_SCHEDULE,
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
  {
    scheduleId: RECONCILE_CALENDARS_SCHEDULE,
    spec: { intervals: [{ every: '15 minutes' }], jitter: '3 minutes' },
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1 minute' },
    action: {
      type: 'startWorkflow',
      workflowType: RECONCILE_CALENDARS,
      workflowId: RECONCILE_CALENDARS_SCHEDULE,
      taskQueue: QUEUES.core,
      args: [],
      staticSummary: 'Find calendars and meetings that nobody takes care of',
      staticDetails:
        'Every quarter of an hour. A lost workflow of an overdue account, or of a meeting whose briefing is due within three hours, is started again; a cursor that its vendor refuses is dropped. Trigger the schedule to look now.',
    },
  },
  {
    scheduleId: RENEW_CHANNELS_SCHEDULE,
    spec: { intervals: [{ every: '1 hour', offset: '20 minutes' }], jitter: '10 minutes' },
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1 hour' },
    action: {
      type: 'startWorkflow',
      workflowType: RENEW_CHANNELS,
      workflowId: RENEW_CHANNELS_SCHEDULE,
      taskQueue: QUEUES.core,
      args: [],
      staticSummary: 'Renew push channels that grew old',
      staticDetails:
        'Hourly. Every sync renews the channels of its account after half of their life; accounts that did not are asked for a sync.',
    },
  },
  {
    scheduleId: DELETE_EXPIRED_SCHEDULE,
    spec: { intervals: [{ every: '1 day', offset: '4 hours' }], jitter: '30 minutes' },
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1 day' },
    action: {
      type: 'startWorkflow',
      workflowType: DELETE_EXPIRED,
      workflowId: DELETE_EXPIRED_SCHEDULE,
      taskQueue: QUEUES.core,
      args: [],
      staticSummary: 'Delete what has run out',
      staticDetails:
        'Daily: ended sessions, expired links of mails, newsletter addresses that were never confirmed, closed push channels, traces of syncs that were given up.',
    },
  },
];
