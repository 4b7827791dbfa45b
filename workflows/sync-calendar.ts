import {
  ActivityFailure,
  ApplicationFailure,
  allHandlersFinished,
  CancellationScope,
  condition,
  continueAsNew,
  isCancellation,
  patched,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import { spreadPollS } from '#domain/poll-spread.ts';
import type { CalendarActivities } from '#workers/activities/calendar.ts';
import {
  type CalendarSyncInput,
  type CalendarSyncStatus,
  calendarSyncId,
  calendarSyncStatusQuery,
  SYNC_QUEUES,
} from './names.ts';
import { describeSync } from './sync-calendar-details.ts';
import { receiveRequests } from './sync-calendar-requests.ts';
import { type CalendarSyncState, initialState } from './sync-calendar-state.ts';

/**
 * A run continues as new after this many syncs. A worker caches only some workflows; before the next sync of any other
 * workflow, it replays all earlier syncs of the run, at about 7 ms each.
 */
const SYNCS_PER_RUN = 4;
/** The same limit for runs that began under an earlier build. */
const SYNCS_PER_LONG_RUN = 500;
/** Requests this close together share one sync: a vendor may report a thousand changes in a second. */
const BURST_MS = 5_000;
/** Requested syncs come first, because someone may be waiting. */
const PRIORITY = { requested: 2, polled: 4 };

const { syncCalendarAccount } = proxyActivities<CalendarActivities>({
  startToCloseTimeout: '2 minutes',
  heartbeatTimeout: '30 seconds',
  scheduleToCloseTimeout: '15 minutes',
  retry: { initialInterval: '2 seconds', backoffCoefficient: 2, maximumInterval: '5 minutes' },
});

type SyncResult = Awaited<ReturnType<CalendarActivities['syncCalendarAccount']>>;

/**
 * Keeps a calendar account in sync while it is connected, on request and by polling. A failed sync never ends the
 * workflow; an ended grant parks it until the user reconnects.
 */
export async function syncCalendar(input: CalendarSyncInput & { state?: CalendarSyncState }): Promise<void> {
  const { userId, provider } = input;
  const isFirstRun = input.state === undefined;
  const state = input.state ?? initialState();
  const hasShortRuns = state.hasShortRuns ?? (isFirstRun && patched('short-runs'));
  const syncsBefore = state.syncs;
  const requests = { isSyncDue: isFirstRun, isUrgent: false, isRescheduled: false, isStopped: false, awaited: 0 };
  /** Start time of the last sync, in epoch ms; 0 before the first. */
  let beganAtMs = state.beganAtMs ?? 0;
  let finished = 0;
  let syncing: CancellationScope | null = null;

  setHandler(calendarSyncStatusQuery, status, { description: 'State of the sync.' });
  const syncs = { finished: () => finished, isRunning: () => syncing !== null, cancel: () => syncing?.cancel() };
  receiveRequests(requests, { state, syncs, onReschedule: describe });

  while (!requests.isStopped) {
    describe();
    if (!requests.isSyncDue) await waitUntilDue();
    if (requests.isSyncDue) await waitForBurstToEnd();
    if (requests.isStopped || !requests.isSyncDue) continue;
    await sync();
    if (hasShortRuns && finished < requests.awaited) {
      // The request only continued an unfinished sync, so the update is still waiting for a sync of its own.
      requests.isSyncDue = true;
      requests.isUrgent = true;
    }
    // The update that requested the sync must return first.
    if (hasShortRuns && isRunLong())
      await condition(() => allHandlersFinished() || requests.isSyncDue || requests.isStopped);
    if (isRunLong() && !requests.isSyncDue && !requests.isStopped && allHandlersFinished()) {
      await continueAsNew<typeof syncCalendar>({
        userId,
        provider,
        state: { ...state, hasShortRuns: true, beganAtMs },
      });
    }
  }
  describe();
  await condition(allHandlersFinished);

  /** Waits until a sync is due. Returns early if stopped or if polling is rescheduled. */
  async function waitUntilDue(): Promise<void> {
    requests.isRescheduled = false;
    const isAwake = () => requests.isSyncDue || requests.isStopped || requests.isRescheduled;
    if (state.isPaused || state.isParked) {
      state.nextSyncAt = null;
      describe();
      await condition(isAwake);
      return;
    }
    state.nextSyncAt ??= instantIn(nextDelayS());
    describe();
    const delayMs = Math.max(1, Date.parse(state.nextSyncAt) - Date.now());
    if (!(await condition(isAwake, delayMs))) requests.isSyncDue = true;
  }

  async function waitForBurstToEnd(): Promise<void> {
    const restMs = beganAtMs + BURST_MS - Date.now();
    if (requests.isUrgent || beganAtMs === 0 || restMs <= 0 || !patched('calm-down')) return;
    await condition(() => requests.isUrgent || requests.isStopped, restMs);
  }

  /**
   * Returns the seconds until the next poll. The first delay is a random part of the interval, so that accounts
   * connected together do not poll together. Later ones are shortened a little, each by a different amount, so that an
   * outage does not align them; an operator's interval is kept exactly. In workflows, `Math.random` is seeded by the
   * run, so a replay repeats it.
   */
  function nextDelayS(): number {
    const wholeS = state.ownIntervalS ?? state.intervalS;
    if (isFirstRun && state.syncs === 1) return Math.ceil(wholeS * Math.random());
    if (state.ownIntervalS !== null) return wholeS;
    return spreadPollS({ account: calendarSyncId({ userId, provider }), number: state.syncs }, wholeS);
  }

  async function sync(): Promise<void> {
    const isPoll = state.nextSyncAt !== null && Date.now() >= Date.parse(state.nextSyncAt);
    requests.isSyncDue = false;
    requests.isUrgent = false;
    beganAtMs = Date.now();
    syncing = new CancellationScope();
    describe();
    try {
      apply(await syncing.run(() => readChanges(isPoll ? PRIORITY.polled : PRIORITY.requested)));
    } catch (error) {
      if (isCancellation(error) && !requests.isStopped) throw error;
      state.lastFailure = failureCode(error);
      finished += 1;
    } finally {
      syncing = null;
      state.nextSyncAt = null;
      state.syncs += 1;
    }
  }

  async function readChanges(priorityKey: number): Promise<SyncResult> {
    return await syncCalendarAccount.executeWithOptions(
      {
        summary: `Read what changed (${provider})`,
        taskQueue: SYNC_QUEUES[provider],
        priority: { priorityKey, fairnessKey: userId },
      },
      [{ userId, provider }],
    );
  }

  function apply(result: SyncResult): void {
    state.isParked = result.outcome === 'reconnect_needed';
    state.lastFailure = null;
    if (result.outcome === 'unfinished') {
      requests.isSyncDue = !requests.isStopped;
      requests.isUrgent = true;
      return;
    }
    finished += 1;
    // A request received during the sync means that the calendar was connected again.
    if (result.outcome === 'disconnected' && !requests.isSyncDue) requests.isStopped = true;
    if (result.outcome !== 'synced') return;
    state.intervalS = result.intervalS;
    // A request received during the sync may have resumed polling after the sync read that it was off.
    if (!requests.isSyncDue) state.isPaused ||= !result.isAutomatic;
    state.lastSyncAt = instantIn(0);
  }

  function isRunLong(): boolean {
    if (workflowInfo().continueAsNewSuggested) return true;
    return hasShortRuns ? state.syncs - syncsBefore >= SYNCS_PER_RUN : state.syncs % SYNCS_PER_LONG_RUN === 0;
  }

  function status(): CalendarSyncStatus {
    const { lastSyncAt, nextSyncAt, syncs } = state;
    return { state: stateName(), lastSyncAt, nextSyncAt, syncs };
  }

  function stateName(): CalendarSyncStatus['state'] {
    if (syncing) return 'syncing';
    if (requests.isStopped) return 'stopped';
    if (state.isParked) return 'reconnect_needed';
    return state.isPaused ? 'paused' : 'waiting';
  }

  function describe(): void {
    setCurrentDetails(describeSync({ provider, ...status(), lastFailure: state.lastFailure }));
  }
}

function instantIn(seconds: number): string {
  return new Date(Date.now() + seconds * 1000).toISOString();
}

function failureCode(error: unknown): string {
  if (!(error instanceof ActivityFailure)) return 'unexpected';
  if (error.cause instanceof ApplicationFailure) return error.cause.type ?? 'unexpected';
  return isCancellation(error) ? 'cancelled' : 'timeout';
}
