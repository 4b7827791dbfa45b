import { ApiError } from '#web/api/api-error.ts';

/** Whether the server refuses this account access to the admin area. */
export function isDenied(error: unknown): boolean {
  return error instanceof ApiError && error.type === 'AUTHORIZATION' && !needsFactor(error);
}

/** Whether the administrator still has to set up a second factor. */
export function needsFactor(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'FACTOR_SETUP_REQUIRED';
}
