import { useMutation, useQueryClient } from '@tanstack/react-query';
import { integrationsQuery, postSyncNow } from '#web/api/calendar.ts';
import { useIntegrations } from './use-integrations.ts';

/** Starts a sync of all calendars and follows its progress. */
export function useSyncNow() {
  const queryClient = useQueryClient();
  const { data: integrations = [] } = useIntegrations();
  const ask = useMutation({
    mutationFn: postSyncNow,
    onSettled: () => queryClient.invalidateQueries({ queryKey: integrationsQuery.queryKey }),
  });
  const connected = integrations.filter(({ isActive }) => isActive);
  return {
    ask,
    isPossible: connected.length > 0,
    /** A failing sync does not count as running: it is retried for a long time and reported next to the account. */
    isSyncing: ask.isPending || connected.some(({ isSyncing, syncProblem }) => isSyncing && !syncProblem),
  };
}
