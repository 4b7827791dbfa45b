import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { POST_LOGIN_SYNC_DELAY_MS } from '#contract/limits.ts';
import { integrationsQuery, postSyncIntegrations } from '#web/api/calendar.ts';
import { meetingsKey } from '#web/api/meetings.ts';
import { notify } from '#web/ui/notify.ts';
import { clearPendingSync, pendingSync } from './pending-sync.ts';
import { providerName } from './provider-name.ts';

/**
 * After a social sign-in, 2 s later, the calendar that came with it is taken up and the outcome told. A failure is only logged.
 * @param mayStart false while there is no access: the server would refuse, and the wish has to outlive the way through the checkout.
 */
export function usePendingSync(mayStart: boolean): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!mayStart || !pendingSync()) return undefined;
    const timer = setTimeout(() => {
      clearPendingSync();
      takeUpCalendar(queryClient).catch(reportError);
    }, POST_LOGIN_SYNC_DELAY_MS);
    return () => clearTimeout(timer);
  }, [mayStart, queryClient]);
}

async function takeUpCalendar(queryClient: QueryClient): Promise<void> {
  const { created, skipped } = await postSyncIntegrations();
  for (const { provider } of created) {
    const title = `${providerName(provider)} Calendar connected with auto-sync enabled!`;
    notify({ tone: 'success', title, durationMs: 5000 });
  }
  if (skipped.some(({ reason }) => reason.includes('Integration already exists'))) {
    notify({ tone: 'success', title: 'Calendar already connected!', durationMs: 3000 });
  }
  await queryClient.invalidateQueries({ queryKey: integrationsQuery.queryKey });
  await queryClient.invalidateQueries({ queryKey: meetingsKey });
}
