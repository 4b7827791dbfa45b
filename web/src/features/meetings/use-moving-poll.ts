import { useRef } from 'react';
import type { Meeting } from '#contract/meetings.ts';
import { isMoving, pollDelayMs } from './meeting-state.ts';

const RESTING_POLL_MS = 60_000;

/**
 * For `refetchInterval`: polls after 3 s, slowing down to 10 s, while a meeting is about to change; otherwise once a
 * minute, since calendars change and briefings become due at any time.
 * @returns a function that returns the interval in milliseconds, given the loaded meetings and the number of fetches
 */
export function useMovingPoll(): (meetings: Meeting[], reads: number) => number {
  const movingSince = useRef<number | null>(null);
  return (meetings, reads) => {
    const nowMs = Date.now();
    if (!meetings.some((meeting) => isMoving(meeting, nowMs))) {
      movingSince.current = null;
      return RESTING_POLL_MS;
    }
    movingSince.current ??= reads;
    return pollDelayMs(reads - movingSince.current + 1);
  };
}
