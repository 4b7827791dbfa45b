import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import type { SessionUser } from '#contract/auth.ts';
import { sessionQuery } from '#web/api/session.ts';
import { rememberPostLoginPath } from './post-login-path.ts';

type Guarded = { context: { queryClient: QueryClient }; location: { href: string }; preload: boolean };

/**
 * Returns the user for a protected route, or redirects to the sign-in screen, which leads back here.
 * @throws the redirect, or the error that kept the session from loading
 */
export async function requireUser(route: Guarded, signIn: '/login' | '/admin'): Promise<SessionUser> {
  const user = await route.context.queryClient.ensureQueryData(sessionQuery);
  if (user) return user;
  if (!route.preload) rememberPostLoginPath(route.location.href);
  throw redirect({ to: signIn, replace: true });
}
