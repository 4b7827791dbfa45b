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

/** Creates the schedules, once for all workers, and updates outdated ones. Paused ones stay paused. */
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

/** Updates a schedule, unless it is unchanged: an update drops the runs missed before it. */
async function updateSchedule(client: Client, schedule: ScheduleOptions): Promise<void> {
  const handle = client.schedule.getHandle(schedule.scheduleId);
  if (isDeepStrictEqual(essence(await handle.describe()), essence(schedule))) return;
  await handle.update(({ state }) => ({ ...schedule, state }));
}

/** Returns the settings to compare, with durations in ms. */
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
  /** Maximum delay for a missed run to still start. */
  catchupWindow: '1 minute' | '1 hour' | '1 day';
  staticSummary: string;
  staticDetails: string;
};

/** Returns a schedule whose workflow runs on the queue `core`, under the schedule's name, never concurrently. */
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
      'Daily. Repairs and logs copies that differ; changes nothing at the provider. Trigger the schedule to compare now.',
  }),
  schedule({
    scheduleId: DIGESTS_SCHEDULE,
    workflowType: SEND_DIGESTS,
    // In every time zone, 7 a.m. falls on a quarter hour of UTC, as do most ends of quiet hours.
    spec: { intervals: [{ every: '15 minutes' }] },
    catchupWindow: '1 minute',
    staticSummary: 'Queue due daily digests',
    staticDetails:
      'Every 15 minutes. A user gets one digest a day, up to two hours late; meetings it misses are briefed individually.',
  }),
  schedule({
    scheduleId: RECONCILE_CALENDARS_SCHEDULE,
    workflowType: RECONCILE_CALENDARS,
    spec: { intervals: [{ every: '15 minutes' }], jitter: '3 minutes' },
    catchupWindow: '1 minute',
    staticSummary: 'Find calendars and meetings without a workflow',
    staticDetails:
      'Every 15 minutes. Restarts lost workflows of overdue accounts and of meetings with a briefing due within three hours, drops cursors their vendor rejects, and refunds quota reserved for abandoned research. Trigger the schedule to check now.',
  }),
  schedule({
    scheduleId: RENEW_CHANNELS_SCHEDULE,
    workflowType: RENEW_CHANNELS,
    spec: { intervals: [{ every: '1 hour', offset: '20 minutes' }], jitter: '10 minutes' },
    catchupWindow: '1 hour',
    staticSummary: 'Renew ageing push channels',
    staticDetails:
      'Hourly. Syncs renew the channels of their account after half their lifetime; accounts that have not done so are asked to sync.',
  }),
  schedule({
    scheduleId: DELETE_EXPIRED_SCHEDULE,
    workflowType: DELETE_EXPIRED,
    spec: { intervals: [{ every: '1 day', offset: '4 hours' }], jitter: '30 minutes' },
    catchupWindow: '1 day',
    staticSummary: 'Retention: delete expired data',
    staticDetails:
      'Daily. Deletes expired sessions, tokens, links and push channels, old deliveries, unconfirmed addresses and accounts, and data of abandoned syncs; after 13 months, meetings with their research and briefings, and emails. Erases old IP addresses from the audit log.',
  }),
];
