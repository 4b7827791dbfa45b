import { Stripe } from 'stripe';
import {
  asError,
  RateLimitedError,
  RequestRejectedError,
  VendorFaultError,
  VendorUnavailableError,
} from '#providers/errors.ts';
import { parseRetryAfter } from '#providers/retry-after.ts';

/** Makes a call and maps its error to those of providers/errors.ts. */
export async function translated<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw toPaymentError(error);
  }
}

/**
 * Maps a failed call. A lost connection counts as unavailable for writes too, since each has an
 * idempotency key or can be repeated.
 */
function toPaymentError(error: unknown): Error {
  const { errors } = Stripe;
  if (!(error instanceof errors.StripeError)) return asError(error);
  const { statusCode: status, code, headers } = error;
  if (error instanceof errors.StripeConnectionError || status === undefined) return new VendorUnavailableError(error);
  if (status === 429) return new RateLimitedError(parseRetryAfter(headers?.['retry-after'] ?? null), error);
  if (status >= 500) return new VendorFaultError(error);
  // A rejected API key is for an operator to correct; 409 means that a request with the same
  // idempotency key is still running.
  if ([401, 403, 408, 409].includes(status)) return new VendorUnavailableError(error);
  if (error instanceof errors.StripeIdempotencyError) return new RequestRejectedError('idempotency_mismatch', error);
  if (code === 'resource_missing' && error.param === 'customer')
    return new RequestRejectedError('customer_missing', error);
  if (isWithoutPortal(error)) return new RequestRejectedError('portal_not_configured', error);
  return new RequestRejectedError(code ?? 'request_rejected', error);
}

/** Stripe describes this case only in words, without a code. */
function isWithoutPortal({ message }: Error): boolean {
  return /no configuration provided|default configuration has not been created/i.test(message);
}
