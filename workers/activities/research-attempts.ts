import { ApplicationFailure } from '@temporalio/activity';
import type { IsLastAttempt } from '#workers/research/research-meeting.ts';
import { foreseeLastAttempt } from './last-attempt.ts';

/** Attempts after which only an outage is worth another: other failures would recur, and may cost as much again. */
const MAX_ATTEMPTS = 4;
const OUTAGES: ReadonlySet<string | null | undefined> = new Set(['unavailable', 'rate_limited', 'interrupted']);
/** Parked research is not retried if the briefing is due sooner than this (workflows/prepare-meeting.ts). */
const LEAST_BEFORE_RETRY_MS = 10_000;

/**
 * Returns a function that checks whether the current attempt at research is the last. In an outage, another follows
 * as long as there is time before the briefing, in this run or, once parked, in a later one.
 *
 * @param startedAt When this attempt started, in milliseconds since the epoch.
 * @param sendAt When the briefing is due.
 */
export function foreseeLastResearch(
  info: Parameters<typeof foreseeLastAttempt>[0],
  startedAt: number,
  sendAt: Date,
): IsLastAttempt {
  const isLast = foreseeLastAttempt(info, startedAt, MAX_ATTEMPTS);
  const isLastInTime = foreseeLastAttempt(info, startedAt);
  const endsAt = info.scheduledTimestampMs + info.scheduleToCloseTimeoutMs;
  const isRetriedLater = sendAt.getTime() - endsAt > LEAST_BEFORE_RETRY_MS;
  return (code) => (OUTAGES.has(code) ? isLastInTime() && !isRetriedLater : isLast());
}

/** Returns the failure, which is final after the last attempt unless it is due to an outage. */
export function endAfterAttempts(failure: Error, attempt: number): Error {
  if (!(failure instanceof ApplicationFailure) || attempt < MAX_ATTEMPTS || OUTAGES.has(failure.type)) return failure;
  return ApplicationFailure.nonRetryable(failure.message, failure.type);
}
