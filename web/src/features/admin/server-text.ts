import { ApiError } from '#web/api/api-error.ts';

/**
 * The server’s message for a failed call, or `fallback` if there was no response.
 * @param fallback the specified message, for example `Failed to add email`
 */
export function serverText(error: unknown, fallback: string): string {
  const isAnswer = error instanceof ApiError && error.status !== undefined && error.code !== 'REQUEST_TIMEOUT';
  return isAnswer ? error.message : fallback;
}
