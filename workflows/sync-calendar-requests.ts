import { ApplicationFailure, condition, setHandler } from '@temporalio/workflow';
import { pauseSignal, resumeSignal, setIntervalSignal, stopSignal, syncNowUpdate, syncSignal } from './names.ts';
import type { CalendarSyncState } from './sync-calendar-state.ts';

/** Requests from signals and updates, which the workflow's loop carries out. */
export type SyncRequests = {
  isSyncDue: boolean;
  /** Skips the wait for a burst to end: someone is waiting, or a sync continues. */
  isUrgent: boolean;
  /** Whether polling was paused or has a new interval. */
  isRescheduled: boolean;
  isStopped: boolean;
  /** Number of this run's syncs that must have finished before the last waiting update returns. */
  awaited: number;
};

/** Lets the handlers observe and cancel this run's syncs. */
type Syncs = { finished: () => number; isRunning: () => boolean; cancel: () => void };

/** Registers the handlers, which write to `requests` and `state`. Buffered signals run immediately. */
export function receiveRequests(
  requests: SyncRequests,
  { state, syncs, onReschedule }: { state: CalendarSyncState; syncs: Syncs; onReschedule: () => void },
): void {
  const ask = () => {
    requests.isSyncDue = true;
    requests.isStopped = false;
  };
  const reschedule = () => {
    requests.isRescheduled = true;
    onReschedule();
  };
  const pause = () => {
    state.isPaused = true;
    reschedule();
  };
  const resume = () => {
    state.isPaused = false;
    ask();
  };
  const setPollInterval = ({ seconds }: { seconds: number }) => {
    state.ownIntervalS = Math.max(10, seconds);
    state.nextSyncAt = null;
    reschedule();
  };
  const stop = () => {
    requests.isStopped = true;
    requests.isSyncDue = false;
    syncs.cancel();
  };
  const syncNow = async () => {
    // A sync that is already running may have missed the latest changes, so the one after it counts.
    const awaited = syncs.finished() + (syncs.isRunning() ? 2 : 1);
    requests.awaited = Math.max(requests.awaited, awaited);
    ask();
    requests.isUrgent = true;
    await condition(() => syncs.finished() >= awaited || requests.isStopped);
    if (state.isParked) {
      throw ApplicationFailure.nonRetryable('The user must reconnect the calendar.', 'grant_revoked');
    }
    if (state.lastFailure) throw ApplicationFailure.nonRetryable('The sync failed.', state.lastFailure);
  };

  setHandler(syncSignal, ask, { description: 'Sync soon. Also sent when the calendar is reconnected.' });
  setHandler(pauseSignal, pause, { description: 'Stop polling. Requested syncs still run.' });
  setHandler(resumeSignal, resume, { description: 'Resume polling now.' });
  setHandler(setIntervalSignal, setPollInterval, { description: 'Poll every {seconds} seconds, at least 10.' });
  setHandler(stopSignal, stop, { description: 'The calendar was disconnected: end.' });
  setHandler(syncNowUpdate, syncNow, { description: 'Sync now and wait until it is done.' });
}
