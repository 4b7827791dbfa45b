import { ApiError } from '#web/api/api-error.ts';

/**
 * The server’s message for a failed call, or `fallback` if it sent none.
 * @param fallback the specified message, for example `Failed to add email`
 */
export function serverText(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.serverText) || fallback;
}
