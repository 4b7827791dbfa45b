import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Marks several queries stale at once. Resolves when those on screen have been refetched. */
export async function invalidate(queryClient: QueryClient, keys: readonly QueryKey[]): Promise<void> {
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
