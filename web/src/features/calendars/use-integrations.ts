import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { calendarsQuery, integrationsQuery } from '#web/api/calendar.ts';
import { meetingsKey } from '#web/api/meetings.ts';
import { usageQuery } from '#web/api/subscriptions.ts';

const WHILE_SYNCING_MS = 2000;
const OTHERWISE_MS = 60_000;

/** The user's calendar accounts. Polls more often during a sync, then refreshes meetings, calendars and usage. */
export function useIntegrations() {
  const queryClient = useQueryClient();
  const integrations = useQuery({
    ...integrationsQuery,
    refetchInterval: ({ state }) => (state.data?.some(({ isSyncing }) => isSyncing) ? WHILE_SYNCING_MS : OTHERWISE_MS),
  });
  const syncs = integrations.data?.map(({ id, lastSyncAt }) => `${id} ${lastSyncAt}`).join();
  const seen = useRef(syncs);
  useEffect(() => {
    if (syncs === undefined || syncs === seen.current) return;
    const isFirstLook = seen.current === undefined;
    seen.current = syncs;
    if (isFirstLook) return;
    for (const queryKey of [meetingsKey, calendarsQuery.queryKey, usageQuery.queryKey])
      queryClient.invalidateQueries({ queryKey }).catch(reportError);
  }, [syncs, queryClient]);
  return integrations;
}
