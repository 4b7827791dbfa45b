import type { QueryClient } from '@tanstack/react-query';
import { abandonCalls } from '#web/api/client.ts';
import { sessionQuery } from '#web/api/session.ts';

/**
 * Aborts an account's pending calls, whose responses would reach the next account, and clears its cache. The caller
 * handles the session query, whose observers stay subscribed.
 */
export function forgetAccount(queryClient: QueryClient): void {
  abandonCalls();
  queryClient.cancelQueries().catch(reportError);
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
  queryClient.getMutationCache().clear();
}
