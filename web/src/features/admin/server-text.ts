import { ApiError } from '#web/api/api-error.ts';

/**
 * What the server said about a call it refused; `fallback` when it said nothing, because it was not reached or did not answer in time.
 * @param fallback what the specification says for this operation, for example 'Failed to add email'
 */
export function serverText(error: unknown, fallback: string): string {
  const isAnswer = error instanceof ApiError && error.status !== undefined && error.code !== 'REQUEST_TIMEOUT';
  return isAnswer ? error.message : fallback;
}
