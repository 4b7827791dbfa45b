import { MEETING_WINDOW_DAYS } from './limits.ts';

const DAY_MS = 86_400_000;

export type SyncWindow = { start: Date; end: Date };

/** Returns the window from 30 days back to 30 days ahead. */
export function syncWindow(now: Date): SyncWindow {
  return {
    start: new Date(now.getTime() - MEETING_WINDOW_DAYS * DAY_MS),
    end: new Date(now.getTime() + MEETING_WINDOW_DAYS * DAY_MS),
  };
}

/** Returns whether a start is beyond any sync window, with a day's margin. A later sync finds it once it is closer. */
export function isBeyondWindow(start: Date, now: Date): boolean {
  return start.getTime() - now.getTime() > (MEETING_WINDOW_DAYS + 1) * DAY_MS;
}

/** Returns whether a window is due to move, which happens once a day with a full sync. */
export function isWindowOutdated(windowEnd: Date, now: Date): boolean {
  return windowEnd.getTime() - now.getTime() <= (MEETING_WINDOW_DAYS - 1) * DAY_MS;
}
