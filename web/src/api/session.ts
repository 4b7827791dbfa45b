import { queryOptions } from '@tanstack/react-query';
import type { getSession } from '#contract/auth.ts';
import { SESSION_RETRY } from '#contract/limits.ts';
import { read } from './client.ts';
import { storeUser } from './logout-event.ts';

/** The signed-in user, or null. Retried up to 5 times; after that the user has to refresh. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async () => {
    const { user } = await read<typeof getSession>('/auth/session');
    storeUser(user?.id ?? null);
    return user;
  },
  retry: SESSION_RETRY.maxRetries,
  retryDelay: sessionRetryDelayMs,
});

/**
 * The delay before the next retry: 500 ms, doubling up to 4 s. The specified initial wait of 500 ms is added before the
 * first retry, not before the first attempt, which starts immediately.
 * @param failures number of earlier failures: 0 before the first retry
 */
export function sessionRetryDelayMs(failures: number): number {
  const { baseDelayMs, maxDelayMs, initialDelayMs } = SESSION_RETRY;
  const backoffMs = Math.min(baseDelayMs * 2 ** failures, maxDelayMs);
  return failures === 0 ? initialDelayMs + backoffMs : backoffMs;
}
