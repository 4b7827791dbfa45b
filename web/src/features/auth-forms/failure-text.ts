import { ApiError } from '#web/api/api-error.ts';
import { durationText } from '#web/features/errors/failure-notice.ts';

/**
 * What an account form says about a failed call: the server's own words (a wrong password is not "please log in"), the catalogue's for
 * faults that are not the user's, else the fallback.
 */
export function failureText(error: unknown, fallback = 'An unexpected error occurred'): string {
  if (!(error instanceof ApiError)) return fallback;
  if (error.type === 'NETWORK' || error.type === 'SERVER_ERROR') return error.explanation;
  if (error.type === 'RATE_LIMIT' && error.details.retryAfter !== undefined) {
    return `Rate limit exceeded. Please wait ${durationText(error.details.retryAfter)} before trying again.`;
  }
  return error.message || fallback;
}
