import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const MINUTE_MS = 60_000;

/**
 * The cache from specification section 9: stale after 5 minutes, kept for 10, no refetch on focus. Queries are retried
 * once on network errors, 502 and 503. `networkMode: always` lets calls fail while offline, instead of pausing them.
 * `notifyOnChangeProps: all`, because by default a component only rerenders when a property it has read changes, but a
 * child delayed by a skeleton reads the query's result later.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        notifyOnChangeProps: 'all',
        refetchOnReconnect: true,
        staleTime: 5 * MINUTE_MS,
        gcTime: 10 * MINUTE_MS,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 1 && mayPass(error),
        retryDelay: 1000,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

function mayPass(error: Error): boolean {
  return error instanceof ApiError && (error.type === 'NETWORK' || error.status === 502 || error.status === 503);
}
