import type { ErrorCode, ErrorDetails } from '#contract/http.ts';
import { LoggableError } from '#telemetry/loggable-error.ts';

/**
 * An error whose message is shown to the client. Any other becomes a plain 500 (or 503 if a dependency is down). The
 * specification's client classifies a 403 by "quota" and "subscription" in the message, and a 400 by "validation" and
 * "target".
 */
export class ApiError extends LoggableError {
  override name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode;
  readonly details: ErrorDetails;
  /** The access token's problem, as parameters of WWW-Authenticate (RFC 6750, section 3). */
  readonly challenge: string | null;

  constructor(
    status: number,
    code: ErrorCode,
    message: string,
    details: ErrorDetails = {},
    { cause, challenge = null }: { cause?: unknown; challenge?: string | null } = {},
  ) {
    super(message, { cause });
    this.status = status;
    this.code = code;
    this.details = details;
    this.challenge = challenge;
  }
}

export const badRequest = (message: string, options: { cause?: unknown } = {}) =>
  new ApiError(400, 'BAD_REQUEST', message, {}, options);

/** @param errors Messages by dotted field path. One that begins with "is" or "must" is prefixed with the field. */
export function invalid(errors: Record<string, string>) {
  const [[field, message] = ['request', 'is not valid']] = Object.entries(errors);
  const sentence = /^(?:is|must) /.test(message) ? `${field} ${message}` : message;
  return new ApiError(400, 'VALIDATION', `Validation failed: ${sentence}`, { errors });
}

export const invalidTarget = (reason: string, targetDomain: string | null) =>
  new ApiError(400, 'INVALID_TARGET', `Invalid research target. ${reason}`, {
    reason,
    ...(targetDomain === null ? {} : { targetDomain }),
  });

export const unauthorized = (message = 'Authentication required. Please log in.') =>
  new ApiError(401, 'UNAUTHORIZED', message);

export const invalidToken = () =>
  new ApiError(
    401,
    'UNAUTHORIZED',
    'This access token is invalid, expired or revoked.',
    {},
    { challenge: 'error="invalid_token"' },
  );

/** For a sign-in whose first factor no longer counts. */
export const signInAgain = () => unauthorized('This sign-in has expired. Please sign in again.');

export const forbidden = (message: string) => new ApiError(403, 'FORBIDDEN', message);

export const insufficientScope = () =>
  new ApiError(
    403,
    'INSUFFICIENT_SCOPE',
    'This access token is read-only. The call needs one with read and write access.',
    {},
    { challenge: 'error="insufficient_scope", scope="write"' },
  );

export const emailNotVerified = () =>
  new ApiError(403, 'EMAIL_NOT_VERIFIED', 'Please verify your email address before signing in.');

/** The session alone is not enough: it may be stolen. */
export const passwordRequired = (message: string) => new ApiError(403, 'PASSWORD_REQUIRED', message);

/** The session alone is not enough: a second factor must be verified, or verified again. */
export const factorRequired = (
  methods: readonly string[],
  message = 'Please confirm your identity with your second factor.',
) => new ApiError(403, 'FACTOR_REQUIRED', message, { methods: [...methods] });

export const factorSetupRequired = () =>
  new ApiError(403, 'FACTOR_SETUP_REQUIRED', 'Administrators need a second factor. Please set one up to continue.');

export const subscriptionRequired = ({ requiredPlan, currentPlan }: { requiredPlan: string; currentPlan: string }) =>
  new ApiError(403, 'INSUFFICIENT_SUBSCRIPTION', 'A valid subscription is required.', { requiredPlan, currentPlan });

export const quotaExceeded = ({ quota, used, resetDate }: { quota: number; used: number; resetDate: Date }) =>
  new ApiError(403, 'QUOTA_EXCEEDED', `Monthly research quota exceeded (${used}/${quota} used).`, {
    quota,
    used,
    resetDate: resetDate.toISOString(),
  });

export const notFound = () => new ApiError(404, 'NOT_FOUND', 'The requested resource was not found.');

export const unsigned = () => badRequest('The signature is not valid.');

export const conflict = (message: string) => new ApiError(409, 'CONFLICT', message);

export const unsupportedMediaType = (message = 'Only JSON bodies are accepted (Content-Type: application/json).') =>
  new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', message);

/** `retryAfter` in seconds, `reset` in seconds since 1970, like the headers. */
export type LimitStanding = { retryAfter: number; limit: number; remaining: number; reset: number };

export const rateLimited = (standing: LimitStanding) =>
  new ApiError(
    429,
    'RATE_LIMIT_EXCEEDED',
    `Rate limit exceeded. Please try again in ${standing.retryAfter} seconds.`,
    standing,
  );

/** Too many calls are already waiting. The response says when to try again. */
export const busy = () => new ApiError(503, 'UNAVAILABLE', 'The service is busy. Please try again in a few seconds.');

/** The vendor rejected our request: wrong settings here, or a fault there. The log has the details. */
export const vendorRefused = (cause: unknown, message: string) =>
  new ApiError(502, 'BAD_GATEWAY', message, {}, { cause });

export const unavailable = (cause: unknown, message = 'The service is temporarily unavailable. Please try again.') =>
  new ApiError(503, 'UNAVAILABLE', message, {}, { cause });
