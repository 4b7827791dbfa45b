import { ApiError } from '#web/api/api-error.ts';
import { rateLimitText } from '#web/features/errors/duration-text.ts';

/**
 * An account form's error text. Rate limits show when to retry. Other refusals show the server’s message, since the
 * generic text for a 401 asks users to log in. Other failures show `fallback` (or a generic message) and the cause.
 */
export function failureText(error: unknown, fallback?: string): string {
  const unexpected = fallback ?? 'An unexpected error occurred';
  if (!(error instanceof ApiError)) return unexpected;
  switch (error.type) {
    case 'RATE_LIMIT':
      return rateLimitText(error.details.retryAfter);
    case 'NETWORK':
    case 'SERVER_ERROR':
      return fallback === undefined ? error.explanation : `${fallback}. ${error.explanation}`;
    case 'UNKNOWN':
      return `${unexpected}. ${error.message}`;
    default:
      return error.message;
  }
}
