/** What a calendar sync hands on when it continues as new. */
export type CalendarSyncState = {
  isPaused: boolean;
  /** The grant has ended: the vendor is not called until the user connects again. */
  isParked: boolean;
  /** Seconds between polls, as the last sync reported it. */
  intervalS: number;
  /** Replaces `intervalS` when an operator has set it. */
  ownIntervalS: number | null;
  syncs: number;
  lastSyncAt: string | null;
  nextSyncAt: string | null;
  /** Failure code of the last sync; null if it succeeded. */
  lastFailure: string | null;
};

/** Until the first sync reports the installation's interval. */
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
