import type { Info } from '@temporalio/activity';

type AttemptInfo = Pick<Info, 'attempt' | 'retryPolicy' | 'scheduledTimestampMs' | 'scheduleToCloseTimeoutMs'>;

/**
 * Returns a function that checks whether the current attempt is the last: because the policy allows no more, or because
 * another as long as this one would not finish in time.
 *
 * @param startedAt When this attempt started, in milliseconds since the epoch.
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
