import { MEETING_WINDOW_DAYS } from '#api/contract/limits.ts';

const DAY_MS = 86_400_000;

export type SyncWindow = { start: Date; end: Date };

/** 30 days back and 30 ahead. */
export function syncWindow(now: Date): SyncWindow {
  return {
    start: new Date(now.getTime() - MEETING_WINDOW_DAYS * DAY_MS),
    end: new Date(now.getTime() + MEETING_WINDOW_DAYS * DAY_MS),
  };
}

/** A window moves on once a day, by a full sync. */
export function isWindowOutdated(windowEnd: Date, now: Date): boolean {
  return windowEnd.getTime() - now.getTime() <= (MEETING_WINDOW_DAYS - 1) * DAY_MS;
}
