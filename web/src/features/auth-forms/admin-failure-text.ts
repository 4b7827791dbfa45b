import { ApiError } from '#web/api/api-error.ts';
import { failureText } from './failure-text.ts';

/** What the admin login says about a failed call: as `failureText`, where a refusal of the address has one sentence however the server puts it. */
export function adminFailureText(error: unknown): string {
  const isDenied = error instanceof ApiError && /whitelist|not authorized/i.test(error.message);
  return isDenied ? 'Access denied: Email not authorized for admin access' : failureText(error, 'Admin login failed');
}
