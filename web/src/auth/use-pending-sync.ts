import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { POST_LOGIN_SYNC_DELAY_MS } from '#contract/limits.ts';
import { integrationsQuery, postSyncIntegrations } from '#web/api/calendar.ts';
import { invalidate } from '#web/api/invalidate.ts';
import { meetingsKey } from '#web/api/meetings.ts';
import { notify } from '#web/ui/notify.ts';
import { notifyConnected } from './notify-connected.ts';
import { clearPendingSync, pendingSync } from './pending-sync.ts';

/**
 * Connects the calendar that a social sign-in granted access to, after 2 s. Shows the result; a failure is only logged.
 * @param mayStart false without access: the server would refuse, and the pending sync must survive the checkout
 */
export function usePendingSync(mayStart: boolean): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!mayStart || !pendingSync()) return undefined;
    const timer = setTimeout(() => {
      clearPendingSync();
      connectCalendars(queryClient).catch(reportError);
    }, POST_LOGIN_SYNC_DELAY_MS);
    return () => clearTimeout(timer);
  }, [mayStart, queryClient]);
}

async function connectCalendars(queryClient: QueryClient): Promise<void> {
  const { created, skipped } = await postSyncIntegrations();
  for (const { provider } of created) notifyConnected(provider);
  if (skipped.some(({ reason }) => reason.includes('Integration already exists'))) {
    notify({ tone: 'success', title: 'Calendar already connected!', durationMs: 3000 });
  }
  await invalidate(queryClient, [integrationsQuery.queryKey, meetingsKey]);
}
