import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import { ApiError, badRequest, invalid, notFound, unavailable, unsupportedMediaType } from '#api/errors.ts';
import { isOutage } from '#api/outage.ts';
import type { ErrorBody, ErrorDetails } from '#contract/http.ts';
import type { Logger } from '#telemetry/logger.ts';

export const answerNotFound: RequestHandler = () => {
  throw notFound();
};

/** Sends all error responses. Anything not meant for the client becomes a plain 500 with the request's id. */
export function createErrorHandler(logger: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const log = request.log ?? logger;
    if (response.headersSent) {
      // The response has already started (a session failed to save, or the client disconnected).
      log.error({ err: error }, 'request failed after its response had started');
      return;
    }
    const failure = translate(error);
    if (!failure) log.error({ err: error }, 'request failed');
    // No cause means that too many calls are waiting; a line for each would fill the log.
    else if (failure.status >= 500 && failure.cause !== undefined)
      log.warn({ err: error }, 'request could not be served');

    const body: ErrorBody = failure
      ? {
          success: false,
          message: failure.message,
          error: failure.message,
          code: failure.code,
          ...failure.details,
        }
      : {
          success: false,
          message: 'Something went wrong on our side. Please try again.',
          error: 'Something went wrong on our side. Please try again.',
          code: 'INTERNAL',
          requestId: String(response.getHeader('X-Request-Id')),
        };
    // Sent even to callers without a token: a 401 needs a scheme, and there is none for cookies.
    if (failure && (failure.status === 401 || failure.challenge !== null)) {
      const parameters = ['realm="Foreword"', failure.challenge].filter((each) => each !== null);
      response.setHeader('WWW-Authenticate', `Bearer ${parameters.join(', ')}`);
    }
    if (failure?.status === 503) response.setHeader('Retry-After', '5');
    if (failure?.code === 'RATE_LIMIT_EXCEEDED') setLimitHeaders(response, failure.details);
    response.status(failure?.status ?? 500).json(body);
  };
}

/** Sets the headers of the limit that was exceeded, since another limit may have set its own. */
function setLimitHeaders(response: Response, { retryAfter, limit, remaining, reset }: ErrorDetails): void {
  const standing = {
    'Retry-After': retryAfter,
    'X-RateLimit-Limit': limit,
    'X-RateLimit-Remaining': remaining,
    'X-RateLimit-Reset': reset,
  };
  for (const [name, value] of Object.entries(standing)) {
    if (value !== undefined) response.setHeader(name, String(value));
  }
}

/** Returns the error to report to the client; null for an unexpected one. */
function translate(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error;
  if (isOutage(error)) return unavailable(error);
  switch (bodyErrorType(error)) {
    case 'entity.parse.failed':
      return invalid({ body: 'the body is not valid JSON' });
    case 'entity.too.large':
      return new ApiError(413, 'PAYLOAD_TOO_LARGE', 'The request is too large.');
    case 'charset.unsupported':
    case 'encoding.unsupported':
      return unsupportedMediaType();
    case 'request.aborted':
    case 'request.size.invalid':
    case 'stream.encoding.set':
      return badRequest('The request was cut off.');
    default:
      // A path with a broken %-escape.
      return error instanceof URIError ? badRequest('The URL is not valid.') : null;
  }
}

/** Returns the `type` of the body parser's errors; null for others. */
function bodyErrorType(error: unknown): string | null {
  return error instanceof Error && 'type' in error && typeof error.type === 'string' ? error.type : null;
}
