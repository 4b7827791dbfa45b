import { queryOptions } from '@tanstack/react-query';
import type { getSession } from '#contract/auth.ts';
import { SESSION_RETRY } from '#contract/limits.ts';
import { call } from './client.ts';
import { storeUser } from './logout-event.ts';

/** Who is signed in: the user, or null. Tried up to 5 times more; after that the user has to refresh by hand. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async () => {
    const { user } = await call<typeof getSession>({ method: 'get', path: '/auth/session' });
    storeUser(user?.id ?? null);
    return user;
  },
  retry: SESSION_RETRY.maxRetries,
  retryDelay: sessionRetryDelayMs,
});

/**
 * How long to wait before the next try: 500 ms once before the first, then 500 ms doubling up to 4 s. The specification ties that first wait to the
 * retries ("retries ... after an initial 500 ms wait"); the first call waits for nothing, or every screen would come half a second later.
 * @param failures how many tries have failed before the last one, from 0
 */
export function sessionRetryDelayMs(failures: number): number {
  const { baseDelayMs, maxDelayMs, initialDelayMs } = SESSION_RETRY;
  const backoffMs = Math.min(baseDelayMs * 2 ** failures, maxDelayMs);
  return failures === 0 ? initialDelayMs + backoffMs : backoffMs;
}
