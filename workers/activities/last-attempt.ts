import type { Info } from '@temporalio/activity';

type AttemptInfo = Pick<Info, 'attempt' | 'retryPolicy' | 'scheduledTimestampMs' | 'scheduleToCloseTimeoutMs'>;

/**
 * Tells, whenever it is asked, whether the running attempt of an activity is the last one: because its policy allows no more, or because the pause before
 * another and as long a run as this one would end after the activity has to.
 *
 * @param startedAt When this attempt began, in milliseconds since the epoch.
 */
export function foreseeLastAttempt(
  { attempt, retryPolicy, scheduledTimestampMs, scheduleToCloseTimeoutMs }: AttemptInfo,
  startedAt: number,
): () => boolean {
  const { maximumAttempts, initialInterval, backoffCoefficient = 2 } = retryPolicy ?? {};
  const firstPauseMs = typeof initialInterval === 'number' ? initialInterval : 0;
  const pauseMs = firstPauseMs * backoffCoefficient ** (attempt - 1);
  const endsAt = scheduleToCloseTimeoutMs > 0 ? scheduledTimestampMs + scheduleToCloseTimeoutMs : Infinity;
  return () => {
    const now = Date.now();
    return attempt >= (maximumAttempts || Infinity) || now + pauseMs + (now - startedAt) > endsAt;
  };
}
