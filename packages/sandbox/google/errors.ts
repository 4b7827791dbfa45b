import type { ErrorRequestHandler, Request, Response } from 'express';
import type { VendorError } from '#sandbox/control/faults.ts';

/** An error in the JSON format of Google's APIs; thrown by handlers, written by `sendError`. */
export class ApiError extends Error {
  readonly status: number;
  readonly reason: string;
  readonly extra: { domain?: string; location?: string; locationType?: string };
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    reason: string,
    message: string,
    extra: { domain?: string; location?: string; locationType?: string } = {},
    headers: Record<string, string> = {},
  ) {
    super(message);
    this.status = status;
    this.reason = reason;
    this.extra = extra;
    this.headers = headers;
  }
}

/** An error of the OAuth endpoints: `{error, error_description}`. */
export class OauthError extends Error {
  readonly status: number;
  readonly error: string;

  constructor(status: number, error: string, description: string) {
    super(description);
    this.status = status;
    this.error = error;
  }
}

const bearer = 'Bearer realm="https://accounts.google.com/"';

export const unauthenticated = (): ApiError =>
  new ApiError(
    401,
    'authError',
    'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.',
    { location: 'Authorization', locationType: 'header' },
    { 'www-authenticate': `${bearer}, error="invalid_token"` },
  );

export const insufficientPermissions = (scopes: readonly string[]): ApiError =>
  new ApiError(
    403,
    'insufficientPermissions',
    'Request had insufficient authentication scopes.',
    {},
    {
      'www-authenticate': `${bearer}, error="insufficient_scope", scope="${scopes.join(' ')}"`,
    },
  );

export const notFound = (): ApiError => new ApiError(404, 'notFound', 'Not Found');
export const deleted = (): ApiError => new ApiError(410, 'deleted', 'Resource has been deleted', { domain: 'global' });
export const invalid = (message: string, parameter?: string): ApiError =>
  new ApiError(400, 'invalid', message, parameter ? { location: parameter, locationType: 'parameter' } : {});
export const required = (message: string): ApiError => new ApiError(400, 'required', message);
export const duplicate = (): ApiError => new ApiError(409, 'duplicate', 'The requested identifier already exists.');
export const conditionNotMet = (): ApiError =>
  new ApiError(412, 'conditionNotMet', 'Precondition Failed', { location: 'If-Match', locationType: 'header' });
export const fullSyncRequired = (): ApiError =>
  new ApiError(410, 'fullSyncRequired', 'Sync token is no longer valid, a full sync is required.', {
    domain: 'calendar',
    location: 'syncToken',
    locationType: 'parameter',
  });
export const invalidFields = (selection: string): ApiError =>
  new ApiError(400, 'invalidParameter', `Invalid field selection ${selection}`, {
    location: 'fields',
    locationType: 'parameter',
  });
export const forbidden = (reason: string, message: string): ApiError =>
  new ApiError(403, reason, message, { domain: 'calendar' });

/** Responds with the thrown error in its format; the app's last handler. */
export const sendError: ErrorRequestHandler = (error: unknown, req, res, next) => {
  if (error instanceof ApiError) send(res, error.status, { body: apiBody(error), headers: error.headers });
  else if (error instanceof OauthError) send(res, error.status, { body: oauthBody(error.error, error.message) });
  else if (error instanceof SyntaxError) send(res, 400, errorBody(400, req));
  else next(error);
};

/** Returns Google's error for a status; used for injected faults. */
export function errorBody(status: number, req: Request): VendorError {
  if (!req.path.startsWith('/calendar/'))
    return { body: oauthBody(...(oauthFaults[status] ?? ['internal_failure', 'Internal error'])) };
  const error = apiFault(status);
  return { body: apiBody(error), headers: error.headers };
}

const oauthFaults: Record<number, [string, string]> = {
  400: ['invalid_grant', 'Token has been expired or revoked.'],
  401: ['invalid_client', 'Unauthorized'],
  403: ['access_denied', 'Forbidden'],
  429: ['rate_limit_exceeded', 'Rate Limit Exceeded'],
  503: ['temporarily_unavailable', 'Service Unavailable'],
};

function apiFault(status: number): ApiError {
  if (status === 400) return invalid('Bad Request');
  if (status === 401) return unauthenticated();
  if (status === 403) return new ApiError(403, 'rateLimitExceeded', 'Rate Limit Exceeded', { domain: 'usageLimits' });
  if (status === 404) return notFound();
  if (status === 409) return duplicate();
  if (status === 410) return fullSyncRequired();
  if (status === 412) return conditionNotMet();
  if (status === 429) return new ApiError(429, 'rateLimitExceeded', 'Rate Limit Exceeded', { domain: 'usageLimits' });
  if (status === 503) return new ApiError(503, 'backendError', 'The service is currently unavailable.');
  return new ApiError(status, 'backendError', 'Backend Error');
}

function apiBody(error: ApiError): unknown {
  const { message, reason, status, extra } = error;
  const errors = [{ domain: 'global', reason, message, ...extra }];
  return { error: { errors, code: status, message, ...(statusNames[status] && { status: statusNames[status] }) } };
}

const statusNames: Record<number, string> = { 401: 'UNAUTHENTICATED', 403: 'PERMISSION_DENIED' };

function oauthBody(error: string, description: string): unknown {
  return { error, error_description: description };
}

function send(res: Response, status: number, { body, headers }: VendorError): void {
  res
    .status(status)
    .set(headers ?? {})
    .json(body);
}
