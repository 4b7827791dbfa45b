/** State that a calendar sync carries over when it continues as new. */
export type CalendarSyncState = {
  isPaused: boolean;
  /** The grant has ended: the vendor is not called until the user reconnects. */
  isParked: boolean;
  /** Seconds between polls, as reported by the last sync. */
  intervalS: number;
  /** Set by an operator, instead of `intervalS`; null otherwise. */
  ownIntervalS: number | null;
  syncs: number;
  lastSyncAt: string | null;
  nextSyncAt: string | null;
  /** Failure code of the last sync; null if it succeeded. */
  lastFailure: string | null;
  /** Whether runs continue as new after a few syncs; missing in first runs and those begun by an earlier build. */
  hasShortRuns?: boolean;
  /** Start time of the last sync, in epoch ms; missing whenever `hasShortRuns` is. */
  beganAtMs?: number;
};

/** Used until the first sync reports the installation's interval. */
const DEFAULT_INTERVAL_S = 900;

export function initialState(): CalendarSyncState {
  return {
    isPaused: false,
    isParked: false,
    intervalS: DEFAULT_INTERVAL_S,
    ownIntervalS: null,
    syncs: 0,
    lastSyncAt: null,
    nextSyncAt: null,
    lastFailure: null,
  };
}
