import { ApplicationFailure, CancelledFailure } from '@temporalio/activity';
import { RateLimitedError, RequestRejectedError, VendorError, VendorUnavailableError } from '#providers/errors.ts';
import { ModelOutputError } from '#providers/research/provider.ts';
import type { Logger } from '#telemetry/logger.ts';

/**
 * Turns what an activity threw into a failure that may stand in a workflow history: our own words and a stable type, never a message or a cause that could carry
 * an address, a title or a token. What really happened goes to the log.
 *
 * @param attempt Of the activity, where a vendor that names no time to wait is asked again after a growing, spread pause instead of the policy's own.
 */
export function toFailure(error: unknown, logger: Logger, attempt?: number): Error {
  if (error instanceof CancelledFailure || error instanceof ApplicationFailure) return error;
  if (error instanceof VendorError) {
    logger.warn({ err: error, code: error.code }, 'activity failed at a vendor');
    return ApplicationFailure.create({
      message: error.message,
      type: error.code,
      nonRetryable: isFinal(error),
      ...(error instanceof RateLimitedError && pauseOf(error.retryAfterMs, attempt)),
      ...(error instanceof VendorUnavailableError &&
        error.retryAfterMs !== null &&
        pauseOf(error.retryAfterMs, attempt)),
    });
  }
  logger.error({ err: error }, 'activity failed unexpectedly');
  return ApplicationFailure.create({ message: 'An unexpected error; the worker log has it.', type: 'unexpected' });
}

const BACK_OFF = { firstMs: 2_000, longestMs: 300_000 };

/** Spread, so that accounts which were sent away together do not come back together; never before the time that the vendor named. */
function pauseOf(retryAfterMs: number | null, attempt: number | undefined): { nextRetryDelay?: number } {
  if (retryAfterMs !== null)
    return { nextRetryDelay: Math.round(retryAfterMs + Math.random() * (1_000 + retryAfterMs / 10)) };
  if (attempt === undefined) return {};
  const wholeMs = Math.min(BACK_OFF.firstMs * 2 ** (attempt - 1), BACK_OFF.longestMs);
  return { nextRetryDelay: Math.round(wholeMs * (0.5 + Math.random() / 2)) };
}

/** Runs a step of an activity; what it throws may stand in a history. */
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
