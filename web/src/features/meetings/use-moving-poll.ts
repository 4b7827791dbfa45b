import { useRef } from 'react';
import type { Meeting } from '#contract/meetings.ts';
import { isMoving, pollDelayMs } from './meeting-state.ts';

const RESTING_POLL_MS = 60_000;

/**
 * For a query's `refetchInterval`: looks again after 3 s, then ever more slowly up to 10 s, while one of the meetings is about to change; once a
 * minute otherwise, because a calendar changes without being asked and a briefing becomes due while the page is open.
 * @returns a function of the meetings read so far and how often they were read; it answers milliseconds
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
