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
import type { SyncActivities } from '#workers/activities/sync.ts';
import {
  type CalendarSyncInput,
  type CalendarSyncStatus,
  calendarSyncId,
  calendarSyncStatusQuery,
  pauseSignal,
  resumeSignal,
  SYNC_QUEUES,
  setIntervalSignal,
  stopSignal,
  syncNowUpdate,
  syncSignal,
} from './names.ts';
import { describeSync } from './sync-calendar-details.ts';

/** State of this run only. */
type Run = {
  /** A sync is due. */
  isAsked: boolean;
  /** Someone is waiting for the sync, or it continues an unfinished one, so it is not delayed. */
  isUrgent: boolean;
  /** When the last sync of this run began, epoch ms; 0 before the first. */
  beganAtMs: number;
  isStopped: boolean;
  /** The next sync has to be rescheduled. */
  isRescheduled: boolean;
  /** The sync now running. */
  syncing: CancellationScope | null;
  /** Syncs that ended in this run. */
  finished: number;
};

/** State carried over when a run continues as new. */
export type CalendarSyncState = {
  isPaused: boolean;
  /** The grant has ended: the vendor is not called until the user reconnects. */
  isParked: boolean;
  /** Seconds between two polls: the installation's setting, as of the last sync. */
  intervalS: number;
  /** Set by an operator instead. */
  ownIntervalS: number | null;
  syncs: number;
  lastSyncAt: string | null;
  nextSyncAt: string | null;
  /** Error code of the last sync; null if it succeeded. */
  lastFailure: string | null;
};

/** Continue as new after this many syncs, to keep the history readable. */
const SYNCS_PER_RUN = 500;
/** Requests this close together cause one sync: a vendor may report a thousand changes in a second. */
const CALM_MS = 5_000;
/** Used until the first sync has read the installation's setting. */
const DEFAULT_INTERVAL_S = 900;
/** Someone is waiting for a requested sync; polling can wait. */
const PRIORITY = { asked: 2, polled: 4 };

const { syncCalendarAccount } = proxyActivities<SyncActivities>({
  startToCloseTimeout: '2 minutes',
  heartbeatTimeout: '30 seconds',
  scheduleToCloseTimeout: '15 minutes',
  retry: { initialInterval: '2 seconds', backoffCoefficient: 2, maximumInterval: '5 minutes' },
});

/**
 * Keeps one calendar account in sync while it is connected: on request immediately, and by polling.
 * Failing syncs never end it; a revoked grant parks it until the user reconnects.
 */
export async function syncCalendar(input: CalendarSyncInput & { state?: CalendarSyncState }): Promise<void> {
  const { userId, provider } = input;
  const isFirstRun = input.state === undefined;
  const state: CalendarSyncState = input.state ?? {
    isPaused: false,
    isParked: false,
    intervalS: DEFAULT_INTERVAL_S,
    ownIntervalS: null,
    syncs: 0,
    lastSyncAt: null,
    nextSyncAt: null,
    lastFailure: null,
  };
  const run: Run = {
    isAsked: isFirstRun,
    isUrgent: false,
    beganAtMs: 0,
    isStopped: false,
    isRescheduled: false,
    syncing: null,
    finished: 0,
  };

  const ask = () => {
    run.isAsked = true;
    run.isStopped = false;
  };
  const reschedule = () => {
    run.isRescheduled = true;
    describe();
  };

  setHandler(syncSignal, ask, { description: 'Sync now; also after the calendar was connected again.' });
  setHandler(
    pauseSignal,
    () => {
      state.isPaused = true;
      reschedule();
    },
    { description: 'Stop polling. Asking for a sync still works.' },
  );
  setHandler(
    resumeSignal,
    () => {
      state.isPaused = false;
      ask();
    },
    { description: 'Poll again, beginning now.' },
  );
  setHandler(
    setIntervalSignal,
    ({ seconds }) => {
      state.ownIntervalS = Math.max(10, seconds);
      state.nextSyncAt = null;
      reschedule();
    },
    { description: 'Poll every {seconds} seconds, at least 10.' },
  );
  setHandler(
    stopSignal,
    () => {
      run.isStopped = true;
      run.isAsked = false;
      run.syncing?.cancel();
    },
    { description: 'The calendar was disconnected: end.' },
  );
  setHandler(calendarSyncStatusQuery, status, { description: 'Where the sync stands.' });
  setHandler(
    syncNowUpdate,
    async () => {
      // A sync already running may have missed the latest change.
      const awaited = run.finished + (run.syncing ? 2 : 1);
      ask();
      run.isUrgent = true;
      await condition(() => run.finished >= awaited || run.isStopped);
      if (state.isParked)
        throw ApplicationFailure.nonRetryable('The user has to connect the calendar again.', 'grant_revoked');
      if (state.lastFailure) throw ApplicationFailure.nonRetryable('The sync failed.', state.lastFailure);
    },
    { description: 'Sync now and wait until it is done.' },
  );

  while (!run.isStopped) {
    describe();
    if (!run.isAsked) await waitForNextSync();
    if (run.isAsked) await calmDown();
    if (run.isStopped || !run.isAsked) continue;
    await sync();
    const isLong = workflowInfo().continueAsNewSuggested || state.syncs % SYNCS_PER_RUN === 0;
    if (isLong && !run.isAsked && !run.isStopped && allHandlersFinished()) {
      await continueAsNew<typeof syncCalendar>({ userId, provider, state });
    }
  }
  describe();
  await condition(allHandlersFinished);

  /** Returns when a sync is due or requested, or when it has to be rescheduled. */
  async function waitForNextSync(): Promise<void> {
    run.isRescheduled = false;
    const isAwake = () => run.isAsked || run.isStopped || run.isRescheduled;
    if (state.isPaused || state.isParked) {
      state.nextSyncAt = null;
      describe();
      await condition(isAwake);
      return;
    }
    state.nextSyncAt ??= instantIn(nextDelayS());
    describe();
    const delayMs = Math.max(1, Date.parse(state.nextSyncAt) - Date.now());
    if (!(await condition(isAwake, delayMs))) run.isAsked = true;
  }

  /** Waits for the rest of a burst of notifications. */
  async function calmDown(): Promise<void> {
    const restMs = run.beganAtMs + CALM_MS - Date.now();
    if (run.isUrgent || run.beganAtMs === 0 || restMs <= 0 || !patched('calm-down')) return;
    await condition(() => run.isUrgent || run.isStopped, restMs);
  }

  /**
   * The first wait is a random part of the interval, so that accounts connected together do not keep
   * polling together. Later ones are shortened by varying amounts, so that accounts synchronized by
   * an outage drift apart. An operator's interval is exact. Replays do not compare timer lengths.
   */
  function nextDelayS(): number {
    const wholeS = state.ownIntervalS ?? state.intervalS;
    if (isFirstRun && state.syncs === 1) return Math.ceil(wholeS * Math.random());
    if (state.ownIntervalS !== null) return wholeS;
    return spreadPollS({ account: calendarSyncId({ userId, provider }), number: state.syncs }, wholeS);
  }

  async function sync(): Promise<void> {
    const priorityKey =
      state.nextSyncAt === null || Date.now() < Date.parse(state.nextSyncAt) ? PRIORITY.asked : PRIORITY.polled;
    run.isAsked = false;
    run.isUrgent = false;
    run.beganAtMs = Date.now();
    run.syncing = new CancellationScope();
    describe();
    try {
      await run.syncing.run(() => callActivity(priorityKey));
    } catch (error) {
      if (isCancellation(error) && !run.isStopped) throw error;
      state.lastFailure = failureCode(error);
      run.finished += 1;
    } finally {
      run.syncing = null;
      state.nextSyncAt = null;
      state.syncs += 1;
    }
  }

  async function callActivity(priorityKey: number): Promise<void> {
    const summary = `Read what changed (${provider})`;
    const result = await syncCalendarAccount.executeWithOptions(
      { summary, taskQueue: SYNC_QUEUES[provider], priority: { priorityKey, fairnessKey: userId } },
      [{ userId, provider }],
    );
    state.isParked = result.outcome === 'reconnect_needed';
    state.lastFailure = null;
    if (result.outcome === 'unfinished') {
      run.isAsked = !run.isStopped;
      run.isUrgent = true;
      return;
    }
    run.finished += 1;
    // If a sync was requested meanwhile, the calendar has been reconnected.
    if (result.outcome === 'disconnected' && !run.isAsked) run.isStopped = true;
    if (result.outcome !== 'synced') return;
    state.intervalS = result.intervalS;
    // If polling was switched on meanwhile, what the sync read is outdated.
    if (!run.isAsked) state.isPaused ||= !result.isAutomatic;
    state.lastSyncAt = instantIn(0);
  }

  function status(): CalendarSyncStatus {
    const { lastSyncAt, nextSyncAt, syncs } = state;
    return { state: stateName(), lastSyncAt, nextSyncAt, syncs };
  }

  function stateName(): CalendarSyncStatus['state'] {
    if (run.syncing) return 'syncing';
    if (run.isStopped) return 'stopped';
    if (state.isParked) return 'reconnect_needed';
    return state.isPaused ? 'paused' : 'waiting';
  }

  function describe(): void {
    setCurrentDetails(describeSync({ ...status(), lastFailure: state.lastFailure }));
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
