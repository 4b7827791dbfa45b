import { queryOptions } from '@tanstack/react-query';
import type { Endpoint } from '#contract/http.ts';
import { read } from './client.ts';

/**
 * Returns the query, by token, of what a mailed link would do. Never refetched automatically: a link may turn invalid
 * once used, which must not replace what the page shows.
 */
export function linkQuery<E extends Endpoint & { method: 'get' }>(path: E['path']) {
  return (token: string) =>
    queryOptions({
      queryKey: [path, token],
      queryFn: () => read<E>(path, { query: { token } }),
      staleTime: Number.POSITIVE_INFINITY,
    });
}
