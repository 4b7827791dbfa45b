import { randomBytes } from 'node:crypto';
import type { ErrorRequestHandler, Response } from 'express';
import type { VendorError } from '#sandbox/control/faults.ts';

/** An error response in the vendor's envelope. */
export class ApiError extends Error {
  readonly status: number;
  readonly type: string;

  constructor(status: number, message: string, type = errorTypes[status] ?? 'api_error') {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.type = type;
  }
}

const errorTypes: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  500: 'api_error',
  504: 'timeout_error',
  529: 'overloaded_error',
};

const defaultMessages: Record<number, string> = {
  400: 'Invalid request.',
  401: 'invalid x-api-key',
  402: 'Your credit balance is too low to access the Anthropic API.',
  403: 'Your API key does not have permission to use the specified resource.',
  404: 'Not found',
  413: 'Request exceeds the maximum size',
  429: 'This request would exceed the rate limit of your organization.',
  500: 'Internal server error',
  504: 'Request timed out',
  529: 'Overloaded',
};

export function invalidRequest(message: string): ApiError {
  return new ApiError(400, message);
}

/** Returns the vendor's error for a status; used for planned faults and unreadable bodies. */
export function errorBody(status: number): VendorError {
  const requestId = newRequestId();
  const headers: Record<string, string> = { 'request-id': requestId };
  if (status === 429) headers['retry-after'] = '2';
  const type = errorTypes[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error');
  return { body: envelope(type, defaultMessages[status] ?? 'Request failed', requestId), headers };
}

export const sendError: ErrorRequestHandler = (error: unknown, _req, res: Response, next) => {
  if (!(error instanceof ApiError)) return next(error);
  res.status(error.status).json(envelope(error.type, error.message, String(res.getHeader('request-id'))));
};

/** Returns a new request id: `req_011C` and 20 more characters. */
export function newRequestId(): string {
  return `req_011C${randomBytes(15).toString('base64url')}`;
}

function envelope(type: string, message: string, requestId: string) {
  return { type: 'error', error: { type, message }, request_id: requestId };
}
