import { useMutation, useQueryClient } from '@tanstack/react-query';
import { calendarsQuery, integrationsQuery, postSyncIntegrations } from '#web/api/calendar.ts';
import { invalidate } from '#web/api/invalidate.ts';
import { meetingsKey } from '#web/api/meetings.ts';
import { notifyConnected } from '#web/auth/notify-connected.ts';
import { providerName } from '#web/auth/provider-name.ts';
import { useReportFailure } from '#web/features/errors/use-report-failure.ts';
import { Button } from '#web/ui/button.tsx';

/** Connects calendars that a social sign-in granted access to, and shows why others were skipped. */
export function SignInCalendars() {
  const queryClient = useQueryClient();
  const reportFailure = useReportFailure();
  const look = useMutation({
    mutationFn: postSyncIntegrations,
    onSuccess: async ({ created }) => {
      for (const { provider } of created) notifyConnected(provider);
      if (created.length === 0) return;
      await invalidate(queryClient, [integrationsQuery.queryKey, calendarsQuery.queryKey, meetingsKey]);
    },
    onError: (error) => reportFailure(error, 'Failed to load calendar integrations'),
  });
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-1">
      <output className="min-w-0 flex-1 basis-60 text-sm text-ink2">
        {look.data ? <Outcome {...look.data} /> : 'Signed in with Google? We may already have access to your calendar.'}
      </output>
      <Button size="small" variant="ghost" busy={look.isPending} onClick={() => look.mutate()}>
        {look.isPending ? 'Checking...' : 'Use my Google sign-in'}
      </Button>
    </div>
  );
}

function Outcome({ created, skipped }: Awaited<ReturnType<typeof postSyncIntegrations>>) {
  if (created.length + skipped.length === 0) return 'Your sign-in did not include calendar access.';
  return (
    <ul>
      {created.map(({ provider, calendarName }) => (
        <li key={provider}>
          {providerName(provider)}: {calendarName} was connected.
        </li>
      ))}
      {skipped.map(({ provider, reason }) => (
        <li key={provider}>
          {providerName(provider)} was skipped: {reason}.
        </li>
      ))}
    </ul>
  );
}
