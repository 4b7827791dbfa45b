import type { NextFunction, Request, Response } from 'express';
import type { VendorError } from '#sandbox/control/faults.ts';
import { errorXml } from './xml.ts';

/** An error of the Query API; the SDK names the exception after `code`. */
export class SesError extends Error {
  readonly code: string;
  readonly status: number;
  /** Elements of the error other than type, code and message. */
  readonly details: Record<string, string>;

  constructor(
    code: string,
    message: string,
    { status = 400, details = {} }: { status?: number; details?: Record<string, string> } = {},
  ) {
    super(message);
    this.name = 'SesError';
    this.code = code;
    this.status = status;
    this.details = details;
  }
}

export function invalidParameter(message: string): SesError {
  return new SesError('InvalidParameterValue', message);
}

const byStatus: Record<number, [code: string, message: string]> = {
  400: ['InvalidParameterValue', 'Local address contains control or whitespace'],
  403: ['SignatureDoesNotMatch', 'The request signature we calculated does not match the signature you provided.'],
  429: ['Throttling', 'Maximum sending rate exceeded.'],
  500: ['InternalFailure', 'The request processing has failed because of an unknown error.'],
  503: ['ServiceUnavailable', 'The request has failed due to a temporary failure of the server.'],
};

/**
 * Returns the vendor's error for a status; used for planned faults and unparsable bodies. 400 is InvalidParameterValue,
 * 429 is Throttling, which the real vendor sends with status 400.
 */
export function errorBody(status: number): VendorError {
  const [code, message] =
    byStatus[status] ??
    (status >= 500 ? ['InternalFailure', 'Internal failure'] : ['ValidationError', 'Invalid request']);
  return { body: errorXml(code, message, status), headers: { 'content-type': 'text/xml' } };
}

// Express recognizes an error handler by its four parameters.
export function sendError(error: unknown, _req: Request, res: Response, next: NextFunction): void {
  if (!(error instanceof SesError)) return next(error);
  res
    .status(error.status)
    .type('text/xml')
    .send(errorXml(error.code, error.message, error.status, error.details));
}
