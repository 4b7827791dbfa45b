import type { SessionUser } from '#contract/auth.ts';

/** Returns whether the session has an admin role. The server checks permissions on every call. */
export function isAdmin({ role }: Pick<SessionUser, 'role'>): boolean {
  return role === 'admin' || role === 'superadmin';
}
