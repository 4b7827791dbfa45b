import { isDeepStrictEqual } from 'node:util';
import { type Client, ScheduleAlreadyRunning, type ScheduleOptions, ScheduleOverlapPolicy } from '@temporalio/client';
import { msToNumber } from '@temporalio/common/lib/time.js';
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

/** Makes what runs by the clock, once for all workers, and brings what another build made in step with this one. What an operator paused stays so. */
export async function ensureSchedules(client: Client): Promise<void> {
  for (const schedule of SCHEDULES) {
    try {
      await client.schedule.create(schedule);
    } catch (error) {
      if (!(error instanceof ScheduleAlreadyRunning)) throw error;
      await updateSchedule(client, schedule);
    }
  }
}

/** Leaves one alone that is as it should be: an update passes over the runs that were missed before it. */
async function updateSchedule(client: Client, schedule: ScheduleOptions): Promise<void> {
  const handle = client.schedule.getHandle(schedule.scheduleId);
  if (isDeepStrictEqual(essence(await handle.describe()), essence(schedule))) return;
  await handle.update(({ state }) => ({ ...schedule, state }));
}

/** What a build says of a schedule, in the form that the engine gives back. */
function essence({ spec, policies, action }: Pick<ScheduleOptions, 'spec' | 'policies' | 'action'>) {
  const { workflowType, workflowId, taskQueue, staticSummary, staticDetails } = action;
  return {
    intervals: spec.intervals?.map(({ every, offset }) => [msToNumber(every), msToNumber(offset ?? 0)]),
    jitterMs: msToNumber(spec.jitter ?? 0),
    overlap: policies?.overlap,
    catchupWindowMs: msToNumber(policies?.catchupWindow ?? 0),
    action: { workflowType, workflowId, taskQueue, staticSummary, staticDetails },
  };
}

type ScheduledWork = {
  scheduleId: string;
  workflowType: string;
  spec: ScheduleOptions['spec'];
  /** How long after its time a run that was missed is still made. */
  catchupWindow: '1 minute' | '1 hour' | '1 day';
  staticSummary: string;
  staticDetails: string;
};

/** Runs on the queue `core`, under the schedule's own name, and never beside itself. */
function schedule({ scheduleId, workflowType, spec, catchupWindow, ...texts }: ScheduledWork): ScheduleOptions {
  return {
    scheduleId,
    spec,
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow },
    action: {
      type: 'startWorkflow',
      workflowType,
      workflowId: scheduleId,
      taskQueue: QUEUES.core,
      args: [],
      ...texts,
    },
  };
}

const SCHEDULES: ScheduleOptions[] = [
  schedule({
    scheduleId: RECONCILE_SCHEDULE,
    workflowType: RECONCILE_SUBSCRIPTIONS,
    spec: { intervals: [{ every: '1 day', offset: '3 hours' }], jitter: '30 minutes' },
    catchupWindow: '1 day',
    staticSummary: 'Compare every subscription with the payment provider',
    staticDetails:
      'Daily. A copy that differs is repaired and logged; trigger the schedule to compare now. Reads only, but for our own copies.',
  }),
  schedule({
    scheduleId: DIGESTS_SCHEDULE,
    workflowType: SEND_DIGESTS,
    // Seven in the morning comes on a quarter of an hour in every time zone, and so do most ends of quiet hours.
    spec: { intervals: [{ every: '15 minutes' }] },
    catchupWindow: '1 minute',
    staticSummary: 'Queue the daily digests that are due',
    staticDetails:
      'Every quarter of an hour. A digest is made once for a user and a day, up to two hours late; what it misses is briefed one by one.',
  }),
  schedule({
    scheduleId: RECONCILE_CALENDARS_SCHEDULE,
    workflowType: RECONCILE_CALENDARS,
    spec: { intervals: [{ every: '15 minutes' }], jitter: '3 minutes' },
    catchupWindow: '1 minute',
    staticSummary: 'Find calendars and meetings that nobody takes care of',
    staticDetails:
      'Every quarter of an hour. A lost workflow of an overdue account, or of a meeting whose briefing is due within three hours, is started again; a cursor that its vendor refuses is dropped; quota that is reserved for research which nothing will do is given back. Trigger the schedule to look now.',
  }),
  schedule({
    scheduleId: RENEW_CHANNELS_SCHEDULE,
    workflowType: RENEW_CHANNELS,
    spec: { intervals: [{ every: '1 hour', offset: '20 minutes' }], jitter: '10 minutes' },
    catchupWindow: '1 hour',
    staticSummary: 'Renew push channels that grew old',
    staticDetails:
      'Hourly. Every sync renews the channels of its account after half of their life; accounts that did not are asked for a sync.',
  }),
  schedule({
    scheduleId: DELETE_EXPIRED_SCHEDULE,
    workflowType: DELETE_EXPIRED,
    spec: { intervals: [{ every: '1 day', offset: '4 hours' }], jitter: '30 minutes' },
    catchupWindow: '1 day',
    staticSummary: 'Retention: delete what has run out',
    staticDetails:
      'Daily: ended sessions, expired links of mails, newsletter addresses that were never confirmed, closed push channels, traces of syncs that were given up; meetings with their research and briefings, and mails, after 13 months.',
  }),
];
