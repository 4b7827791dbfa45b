import { queryOptions } from '@tanstack/react-query';
import type { Endpoint } from '#contract/http.ts';
import { read } from './client.ts';

/**
 * Returns a function that takes an emailed link's token and returns a query that describes the link's action. The query
 * is never refetched automatically: a used link may turn invalid, and the error must not replace the page.
 */
export function linkQuery<E extends Endpoint & { method: 'get' }>(path: E['path']) {
  return (token: string) =>
    queryOptions({
      queryKey: [path, token],
      queryFn: () => read<E>(path, { query: { token } }),
      staleTime: Number.POSITIVE_INFINITY,
    });
}
