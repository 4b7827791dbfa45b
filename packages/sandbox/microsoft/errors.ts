import { randomUUID } from 'node:crypto';
import type { ErrorRequestHandler, Request, Response } from 'express';
import type { VendorError } from '#sandbox/control/faults.ts';
import { requestIds } from '#sandbox/microsoft/graph/request-ids.ts';

/** An error in Graph's format; thrown by handlers, written by `sendError`. */
export class GraphError extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Record<string, string>;

  constructor(status: number, code: string, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** An error of the identity platform: OAuth 2.0's `error` and the number of its AADSTS description. */
export class IdentityError extends Error {
  readonly status: number;
  readonly error: string;
  readonly aadsts: number;
  readonly suberror: string | undefined;

  constructor(status: number, error: string, aadsts: number, message: string, suberror?: string) {
    super(message);
    this.status = status;
    this.error = error;
    this.aadsts = aadsts;
    this.suberror = suberror;
  }
}

const challenge =
  'Bearer realm="", authorization_uri="https://login.microsoftonline.com/common/oauth2/authorize", client_id="00000003-0000-0000-c000-000000000000"';

export const unauthenticated = (message: string): GraphError =>
  new GraphError(401, 'InvalidAuthenticationToken', message, { 'www-authenticate': challenge });
export const accessDenied = (): GraphError =>
  new GraphError(403, 'ErrorAccessDenied', 'Access is denied. Check credentials and try again.');
export const itemNotFound = (): GraphError =>
  new GraphError(404, 'ErrorItemNotFound', 'The specified object was not found in the store.');
export const malformedId = (): GraphError => new GraphError(400, 'ErrorInvalidIdMalformed', 'Id is malformed.');
export const badRequest = (message: string): GraphError => new GraphError(400, 'BadRequest', message);
export const invalidRequest = (message: string): GraphError => new GraphError(400, 'ErrorInvalidRequest', message);
export const invalidParameter = (message: string): GraphError => new GraphError(400, 'ErrorInvalidParameter', message);
export const unreadableBody = (): GraphError =>
  new GraphError(400, 'UnableToDeserializePostBody', 'were unable to deserialize ');
export const staleChangeKey = (): GraphError =>
  new GraphError(
    412,
    'ErrorIrresolvableConflict',
    'The send or update operation could not be performed because the change key passed in the request does not match the current change key for the item.',
  );

/**
 * An expired delta token: 410 with the address of a new round in `Location`.
 * @param location the initial request with an empty `$deltatoken`
 */
export const syncStateGone = (location: string): GraphError =>
  new GraphError(410, 'syncStateNotFound', 'The sync state generation is not found.', { location });

/** Responds with the thrown error in its format; the app's last handler. */
export const sendError: ErrorRequestHandler = (error: unknown, req, res, next) => {
  if (error instanceof GraphError) send(res, error.status, { body: graphBody(error, req), headers: error.headers });
  else if (error instanceof IdentityError) send(res, error.status, { body: identityBody(error, req) });
  else next(error);
};

/** Returns Microsoft's error for a status; used for injected faults. */
export function errorBody(status: number, req: Request): VendorError {
  if (!/^\/(v1\.0|beta)(\/|$)/i.test(req.path)) {
    const [error, aadsts, message] = identityFaults[status] ?? [
      'temporarily_unavailable',
      90033,
      'A transient error has occurred. Please try again.',
    ];
    return { body: identityBody(new IdentityError(status, error, aadsts, message), req) };
  }
  const error = graphFault(status, req);
  return { body: graphBody(error, req), headers: { ...error.headers, ...requestIds(req) } };
}

const identityFaults: Record<number, [string, number, string]> = {
  400: ['invalid_grant', 70000, 'Provided grant is invalid or malformed.'],
  401: ['invalid_client', 7000215, 'Invalid client secret provided.'],
  429: ['temporarily_unavailable', 90055, 'Tenant is being throttled because there are too many requests.'],
};

function graphFault(status: number, req: Request): GraphError {
  if (status === 400) return badRequest('Bad Request');
  if (status === 401) return unauthenticated('Lifetime validation failed, the token is expired.');
  if (status === 403) return accessDenied();
  if (status === 404) return itemNotFound();
  if (status === 410)
    return new GraphError(410, 'resyncRequired', 'Resync required. Replace any local items with the server version.', {
      location: `${req.protocol}://${req.get('host')}${req.path}?$deltatoken=`,
    });
  if (status === 412) return staleChangeKey();
  if (status === 429)
    return new GraphError(429, 'TooManyRequests', 'Please retry again later.', { 'retry-after': '10' });
  if (status === 503)
    return new GraphError(503, 'serviceNotAvailable', 'The service is temporarily unavailable.', {
      'retry-after': '10',
    });
  if (status === 504) return new GraphError(504, 'GatewayTimeout', 'The server did not receive a timely response.');
  return new GraphError(status, 'InternalServerError', 'An internal server error occurred. The operation failed.');
}

function graphBody({ code, message }: GraphError, req: Request): unknown {
  const innerError = { date: new Date().toISOString().slice(0, 19), ...requestIds(req) };
  return { error: { code, message, innerError } };
}

function identityBody({ error, aadsts, message, suberror }: IdentityError, req: Request): unknown {
  const [trace, correlation] = [randomUUID(), req.get('client-request-id') ?? randomUUID()];
  const timestamp = `${new Date().toISOString().slice(0, 19).replace('T', ' ')}Z`;
  return {
    error,
    error_description: `AADSTS${aadsts}: ${message} Trace ID: ${trace} Correlation ID: ${correlation} Timestamp: ${timestamp}`,
    error_codes: [aadsts],
    timestamp,
    trace_id: trace,
    correlation_id: correlation,
    error_uri: `https://login.microsoftonline.com/error?code=${aadsts}`,
    ...(suberror !== undefined && { suberror }),
  };
}

function send(res: Response, status: number, { body, headers }: VendorError): void {
  res
    .status(status)
    .set(headers ?? {})
    .json(body);
}
