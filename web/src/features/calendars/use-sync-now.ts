import { useMutation, useQueryClient } from '@tanstack/react-query';
import { integrationsQuery, postSyncNow } from '#web/api/calendar.ts';
import { useIntegrations } from './use-integrations.ts';

/** Has the connected calendars read now, and follows that to its end: what was found is read by itself then. */
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
    /** A sync that fails is tried again for long; that is said beside the account, and nobody waits for it. */
    isSyncing: ask.isPending || connected.some(({ isSyncing, syncProblem }) => isSyncing && !syncProblem),
  };
}
