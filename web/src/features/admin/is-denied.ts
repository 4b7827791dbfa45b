import { ApiError } from '#web/api/api-error.ts';

/** Whether the server refused the account itself, and not the one call. */
export function isDenied(error: unknown): boolean {
  return error instanceof ApiError && error.type === 'AUTHORIZATION';
}
