import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const MINUTE_MS = 60_000;

/**
 * The cache of specification section 9: stale after 5 minutes, kept 10, no refetch on focus. A lost call is tried once more. Without a connection
 * a call is made all the same and fails: held back, a screen would wait for ever, and what was asked for would happen at some later time by itself.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
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
