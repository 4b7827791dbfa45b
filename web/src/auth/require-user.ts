import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import type { SessionUser } from '#contract/auth.ts';
import { sessionQuery } from '#web/api/session.ts';
import { rememberPostLoginPath } from './post-login-path.ts';

type Guarded = { context: { queryClient: QueryClient }; location: { href: string }; preload: boolean };

/**
 * For `beforeLoad` of a protected route: who is signed in. Whoever is not is sent to the sign-in, which leads back here.
 * @throws the redirect, or what kept the session from being read
 */
export async function requireUser(route: Guarded, signIn: '/login' | '/admin'): Promise<SessionUser> {
  const user = await route.context.queryClient.ensureQueryData(sessionQuery);
  if (user) return user;
  if (!route.preload) rememberPostLoginPath(route.location.href);
  throw redirect({ to: signIn, replace: true });
}
