import { ApiError } from '#web/api/api-error.ts';

/** Whether the server refused the account itself, and not the one call. */
export function isDenied(error: unknown): boolean {
  return error instanceof ApiError && error.type === 'AUTHORIZATION' && !needsFactor(error);
}

/** Whether it is an administrator's, who has to set up a second factor first. */
export function needsFactor(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'FACTOR_SETUP_REQUIRED';
}
