import { ApiError } from '#web/api/api-error.ts';
import { durationText } from '#web/features/errors/duration-text.ts';

/**
 * What an account form says about a failed call: the server's own words for a refusal (a wrong password is not "please log in"); for
 * faults that are not the user's the fallback, where the specification has one for the operation, and why.
 */
export function failureText(error: unknown, fallback?: string): string {
  const unexpected = fallback ?? 'An unexpected error occurred';
  if (!(error instanceof ApiError)) return unexpected;
  switch (error.type) {
    case 'RATE_LIMIT':
      return error.details.retryAfter === undefined
        ? 'Rate limit exceeded. Please try again later.'
        : `Rate limit exceeded. Please wait ${durationText(error.details.retryAfter)} before trying again.`;
    case 'NETWORK':
    case 'SERVER_ERROR':
      return fallback === undefined ? error.explanation : `${fallback}. ${error.explanation}`;
    case 'UNKNOWN':
      return `${unexpected}. ${error.message}`;
    default:
      return error.message;
  }
}
