import type { QueryClient } from '@tanstack/react-query';
import { abandonCalls } from '#web/api/client.ts';
import { sessionQuery } from '#web/api/session.ts';

/**
 * Drops everything this tab knows of an account: the calls under way, whose answers would reach the next one, and what was read.
 * The session itself is left to the caller; its watchers stay subscribed.
 */
export function forgetAccount(queryClient: QueryClient): void {
  abandonCalls();
  queryClient.cancelQueries().catch(reportError);
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
  queryClient.getMutationCache().clear();
}
