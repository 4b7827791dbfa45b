import type { ErrorCode, ErrorDetails } from '#contract/http.ts';

/**
 * A refusal the client is told about. Everything else that is thrown is answered as a plain 500 (or 503 when a part is out of reach).
 * The specification's client classifies a 403 by "quota" and "subscription" and a 400 by "validation" and "target" in the message.
 */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(
    status: number,
    code: ErrorCode,
    message: string,
    details: ErrorDetails = {},
    options: { cause?: unknown } = {},
  ) {
    super(message, options);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

export const badRequest = (message: string, options: { cause?: unknown } = {}) =>
  new ApiError(400, 'BAD_REQUEST', message, {}, options);

/** @param errors message by field, the field as a dotted path; a message that only says what the field must be is read after its name */
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

export const forbidden = (message: string) => new ApiError(403, 'FORBIDDEN', message);

export const insufficientScope = () =>
  new ApiError(
    403,
    'INSUFFICIENT_SCOPE',
    'This access token is read-only. The call needs one with read and write access.',
  );

export const emailNotVerified = () =>
  new ApiError(403, 'EMAIL_NOT_VERIFIED', 'Please verify your email address before signing in.');

/** The session alone is not enough for this: it may be in the wrong hands. */
export const passwordRequired = (message: string) => new ApiError(403, 'PASSWORD_REQUIRED', message);

/** The session alone is not enough, or not for long enough: its second factor has to be given (again). */
export const factorRequired = (
  methods: readonly string[],
  message = 'Please confirm with your second factor that it is you.',
) => new ApiError(403, 'FACTOR_REQUIRED', message, { methods: [...methods] });

export const factorSetupRequired = () =>
  new ApiError(403, 'FACTOR_SETUP_REQUIRED', 'Administrators need a second factor. Please set one up to go on.');

export const subscriptionRequired = ({ requiredPlan, currentPlan }: { requiredPlan: string; currentPlan: string }) =>
  new ApiError(403, 'INSUFFICIENT_SUBSCRIPTION', 'A valid subscription is required.', { requiredPlan, currentPlan });

export const quotaExceeded = ({ quota, used, resetDate }: { quota: number; used: number; resetDate: Date }) =>
  new ApiError(403, 'QUOTA_EXCEEDED', `Monthly research quota exceeded (${used}/${quota} used).`, {
    quota,
    used,
    resetDate: resetDate.toISOString(),
  });

export const notFound = () => new ApiError(404, 'NOT_FOUND', 'The requested resource was not found.');

export const conflict = (message: string) => new ApiError(409, 'CONFLICT', message);

export const unsupportedMediaType = () =>
  new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', 'Only JSON bodies are accepted (Content-Type: application/json).');

/** `retryAfter` in seconds, `reset` in seconds since 1970: as in the headers of the same names. */
export type LimitStanding = { retryAfter: number; limit: number; remaining: number; reset: number };

export const rateLimited = (standing: LimitStanding) =>
  new ApiError(
    429,
    'RATE_LIMIT_EXCEEDED',
    `Rate limit exceeded. Please try again in ${standing.retryAfter} seconds.`,
    standing,
  );

/** The vendor answered, but not as it should: a fault of this installation's settings or of the vendor, which the log tells apart. */
export const vendorRefused = (cause: unknown, message: string) =>
  new ApiError(502, 'BAD_GATEWAY', message, {}, { cause });

export const unavailable = (
  cause: unknown,
  message = 'The service is not available at the moment. Please try again.',
) => new ApiError(503, 'UNAVAILABLE', message, {}, { cause });
