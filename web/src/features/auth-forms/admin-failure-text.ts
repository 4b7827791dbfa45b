import { ApiError } from '#web/api/api-error.ts';
import { failureText } from './failure-text.ts';

/** The admin login's error text: like `failureText`, but with one message for every address without admin access. */
export function adminFailureText(error: unknown): string {
  const isDenied = error instanceof ApiError && /whitelist|not authorized/i.test(error.message);
  return isDenied ? 'Access denied: Email not authorized for admin access' : failureText(error, 'Admin login failed');
}
