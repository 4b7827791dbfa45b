import { ApplicationFailure, CancelledFailure } from '@temporalio/activity';
import { RateLimitedError, RequestRejectedError, VendorError } from '#providers/errors.ts';
import { ModelOutputError } from '#providers/research/provider.ts';
import type { Logger } from '#telemetry/logger.ts';

/**
 * Turns what an activity threw into a failure that may stand in a workflow history: our own words and a stable type, never a message or a cause that could carry
 * an address, a title or a token. What really happened goes to the log.
 */
export function toFailure(error: unknown, logger: Logger): Error {
  if (error instanceof CancelledFailure || error instanceof ApplicationFailure) return error;
  if (error instanceof VendorError) {
    logger.warn({ err: error, code: error.code }, 'activity failed at a vendor');
    return ApplicationFailure.create({
      message: error.message,
      type: error.code,
      nonRetryable: isFinal(error),
      ...(error instanceof RateLimitedError && error.retryAfterMs !== null && { nextRetryDelay: error.retryAfterMs }),
    });
  }
  logger.error({ err: error }, 'activity failed unexpectedly');
  return ApplicationFailure.create({ message: 'An unexpected error; the worker log has it.', type: 'unexpected' });
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
