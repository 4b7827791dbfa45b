import { Stripe } from 'stripe';
import { RateLimitedError, RequestRejectedError, VendorFaultError, VendorUnavailableError } from '#providers/errors.ts';
import { parseRetryAfter } from '#providers/retry-after.ts';

/** Makes a call; what it throws is an error of providers/errors.ts. */
export async function translated<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw toPaymentError(error);
  }
}

/**
 * How a call failed. A broken connection counts as "not available" for writes as well: each has a key of ours or the same effect twice, so asking
 * again is right.
 */
function toPaymentError(error: unknown): Error {
  const { errors } = Stripe;
  if (!(error instanceof errors.StripeError)) {
    return error instanceof Error ? error : new Error('a call failed without an error', { cause: error });
  }
  const { statusCode: status, code, headers } = error;
  if (error instanceof errors.StripeConnectionError || status === undefined) return new VendorUnavailableError(error);
  if (status === 429) return new RateLimitedError(parseRetryAfter(headers?.['retry-after'] ?? null), error);
  if (status >= 500) return new VendorFaultError(error);
  // A refused key is set right by an operator, and 409 is another request under the same key that is still under way.
  if ([401, 403, 408, 409].includes(status)) return new VendorUnavailableError(error);
  if (error instanceof errors.StripeIdempotencyError) return new RequestRejectedError('idempotency_mismatch', error);
  if (code === 'resource_missing' && error.param === 'customer')
    return new RequestRejectedError('customer_missing', error);
  if (isWithoutPortal(error)) return new RequestRejectedError('portal_not_configured', error);
  return new RequestRejectedError(code ?? 'request_rejected', error);
}

/** Stripe has a sentence for it, and no code. */
function isWithoutPortal({ message }: Error): boolean {
  return /no configuration provided|default configuration has not been created/i.test(message);
}
