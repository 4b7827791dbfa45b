import type { Info } from '@temporalio/activity';

type AttemptInfo = Pick<Info, 'attempt' | 'retryPolicy' | 'scheduledTimestampMs' | 'scheduleToCloseTimeoutMs'>;

/** Factor by which the next attempt may be slower than the current one, since vendors' speed varies. */
const SLOWER = 1.5;

/**
 * Returns a function that checks whether the current attempt is the last: because no more are allowed, or because
 * another might not finish in time. An attempt that is cut off loses its results.
 *
 * @param startedAt When this attempt started, in milliseconds since the epoch.
 * @param maxAttempts Defaults to the retry policy's.
 */
export function foreseeLastAttempt(
  { attempt, retryPolicy, scheduledTimestampMs, scheduleToCloseTimeoutMs }: AttemptInfo,
  startedAt: number,
  maxAttempts = retryPolicy?.maximumAttempts || Infinity,
): () => boolean {
  const pauseMs = policyPauseMs(attempt, retryPolicy);
  const endsAt = scheduleToCloseTimeoutMs > 0 ? scheduledTimestampMs + scheduleToCloseTimeoutMs : Infinity;
  return () => {
    const now = Date.now();
    return attempt >= maxAttempts || now + pauseMs + SLOWER * (now - startedAt) > endsAt;
  };
}

/** Returns the retry policy's pause after this attempt, in ms. */
export function policyPauseMs(attempt: number, policy: Info['retryPolicy']): number {
  const { initialInterval, maximumInterval, backoffCoefficient = 2 } = policy ?? {};
  const firstPauseMs = typeof initialInterval === 'number' ? initialInterval : 0;
  const longestPauseMs = typeof maximumInterval === 'number' ? maximumInterval : Infinity;
  return Math.min(firstPauseMs * backoffCoefficient ** (attempt - 1), longestPauseMs);
}
