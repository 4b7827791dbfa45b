import type { Request } from 'express';
import type { VendorError } from '#sandbox/control/faults.ts';
import type { PaymentError } from '#sandbox/stripe/objects.ts';
import { requestId } from '#sandbox/stripe/request-ids.ts';

type Detail = {
  type: 'invalid_request_error' | 'api_error' | 'card_error' | 'idempotency_error';
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
} & Record<string, unknown>;

/** An error in Stripe's envelope; thrown by handlers, written by the API's last handler. */
export class StripeError extends Error {
  readonly status: number;
  readonly detail: Detail;
  /** False if the request was rejected before it ran; its response is not stored under an idempotency key. */
  readonly executed: boolean;

  constructor(status: number, detail: Detail, { executed = true }: { executed?: boolean } = {}) {
    super(detail.message);
    this.status = status;
    this.detail = detail;
    this.executed = executed;
  }
}

/** Returns a 400 for an invalid parameter. */
export const invalidParameter = (message: string, param: string, code?: string): StripeError =>
  new StripeError(
    400,
    { type: 'invalid_request_error', message, param, ...(code !== undefined && { code }) },
    { executed: false },
  );

/** Returns a 400 for an operation that the object's state does not allow. */
export const invalidRequest = (message: string, detail: { code?: string; param?: string } = {}): StripeError =>
  new StripeError(400, { type: 'invalid_request_error', message, ...detail });

/** Returns the error for an unknown id, in the path (404) or in a parameter (400). */
export const missing = (status: 400 | 404, name: string, id: string, param: string): StripeError =>
  new StripeError(status, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${name}: '${id}'`,
    param,
  });

/** Returns a 402 for a declined card. */
export const cardError = (error: PaymentError, extra: Record<string, unknown> = {}): StripeError =>
  new StripeError(402, { ...error, ...extra });

export const unrecognizedUrl = ({ method, path }: { method: string; path: string }): StripeError => {
  const hint = path.endsWith('/')
    ? ' If you are trying to list objects, remove the trailing slash. If you are trying to retrieve an object, make sure you passed a valid (non-empty) identifier in your code.'
    : '';
  const message = `Unrecognized request URL (${method}: ${path}).${hint} Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`;
  return new StripeError(404, { type: 'invalid_request_error', message }, { executed: false });
};

/** Returns the envelope that every error is sent in. */
export function envelope({ detail }: StripeError, requestId: string): { error: unknown } {
  return {
    error: {
      ...detail,
      ...(detail.code !== undefined && { doc_url: docUrl(detail.code) }),
      request_log_url: `https://dashboard.stripe.com/acct_sandbox/test/workbench/logs?object=${requestId}`,
    },
  };
}

export function docUrl(code: string): string {
  return `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`;
}

/** Returns Stripe's error for a status; used for injected faults and unreadable bodies. */
export function errorBody(status: number, req: Request): VendorError {
  const error = new StripeError(status, faultDetail(status));
  const headers = status === 429 ? { 'stripe-rate-limited-reason': 'global-rate' } : undefined;
  return { body: envelope(error, requestId(req)), ...(headers && { headers }) };
}

function faultDetail(status: number): Detail {
  switch (status) {
    case 400:
      return { type: 'invalid_request_error', message: 'Invalid request.' };
    case 401:
      return { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_test_***' };
    case 402:
      return {
        type: 'card_error',
        code: 'card_declined',
        decline_code: 'generic_decline',
        message: 'Your card was declined.',
      };
    case 403:
      return {
        type: 'invalid_request_error',
        message: 'The provided key does not have access to this account (or that account does not exist).',
      };
    case 404:
      return { type: 'invalid_request_error', code: 'resource_missing', message: 'No such resource.', param: 'id' };
    case 409:
      return {
        type: 'invalid_request_error',
        code: 'lock_timeout',
        message:
          'This object cannot be accessed right now because another API request or Stripe process is currently accessing it. If you see this error intermittently, retry the request.',
      };
    case 429:
      return {
        type: 'invalid_request_error',
        code: 'rate_limit',
        message: 'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.',
      };
    default:
      return {
        type: 'api_error',
        message:
          'Sorry! There was an error while talking to one of our backends. Support has been notified, but if you have any questions or concerns you may contact support@stripe.com.',
      };
  }
}
