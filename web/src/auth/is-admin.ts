import type { SessionUser } from '#contract/auth.ts';

/** Whether the session says so; what an administrator may do is decided by the server on every call. */
export function isAdmin({ role }: Pick<SessionUser, 'role'>): boolean {
  return role === 'admin' || role === 'superadmin';
}
