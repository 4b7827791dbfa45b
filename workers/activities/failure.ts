import { ApplicationFailure, CancelledFailure } from '@temporalio/activity';
import { RateLimitedError, RequestRejectedError, VendorError } from '#providers/errors.ts';
import { ModelOutputError } from '#providers/research/provider.ts';
import type { Logger } from '#telemetry/logger.ts';

/**
 * Converts an activity's error into a failure that is safe to keep in workflow history: our own message and a stable
 * type, never a message or cause that could carry an address, title or token. The original error is logged.
 *
 * @param attempt Number of the activity's attempt. If given, a rate limit without a retry time is retried after a
 *   growing, randomized delay instead of the retry policy's.
 */
export function toFailure(error: unknown, logger: Logger, attempt?: number): Error {
  if (error instanceof CancelledFailure || error instanceof ApplicationFailure) return error;
  if (error instanceof VendorError) {
    logger.warn({ err: error, code: error.code }, 'activity failed at a vendor');
    return ApplicationFailure.create({
      message: error.message,
      type: error.code,
      nonRetryable: isFinal(error),
      ...((error instanceof RateLimitedError || error.retryAfterMs !== null) && pauseOf(error.retryAfterMs, attempt)),
    });
  }
  logger.error({ err: error }, 'activity failed unexpectedly');
  return ApplicationFailure.create({ message: 'Unexpected error; see the worker log.', type: 'unexpected' });
}

const BACK_OFF = { firstMs: 2_000, longestMs: 300_000 };

/**
 * Returns the delay before the next attempt: randomized, so that accounts limited together do not retry together, and
 * never shorter than the vendor asked.
 */
function pauseOf(retryAfterMs: number | null, attempt: number | undefined): { nextRetryDelay?: number } {
  if (retryAfterMs !== null)
    return { nextRetryDelay: Math.round(retryAfterMs + Math.random() * (1_000 + retryAfterMs / 10)) };
  if (attempt === undefined) return {};
  const wholeMs = Math.min(BACK_OFF.firstMs * 2 ** (attempt - 1), BACK_OFF.longestMs);
  return { nextRetryDelay: Math.round(wholeMs * (0.5 + Math.random() / 2)) };
}

/** Runs a step of an activity, converting errors with `toFailure`. */
export async function guard<T>(logger: Logger, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw toFailure(error, logger);
  }
}

function isFinal(error: VendorError): boolean {
  return error instanceof RequestRejectedError || (error instanceof ModelOutputError && !error.isRetryable);
}
