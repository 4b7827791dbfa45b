import { useMutation, useQueryClient } from '@tanstack/react-query';
import { calendarsQuery, integrationsQuery, postSyncIntegrations } from '#web/api/calendar.ts';
import { meetingsKey } from '#web/api/meetings.ts';
import { providerName } from '#web/auth/provider-name.ts';
import { useReportFailure } from '#web/features/errors/use-report-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { notify } from '#web/ui/notify.ts';

/** Takes up the calendars whose permission came with a social sign-in, and says of each that was skipped why. */
export function SignInCalendars() {
  const queryClient = useQueryClient();
  const reportFailure = useReportFailure();
  const look = useMutation({
    mutationFn: postSyncIntegrations,
    onSuccess: async ({ created }) => {
      for (const { provider } of created) {
        const title = `${providerName(provider)} Calendar connected with auto-sync enabled!`;
        notify({ tone: 'success', title, durationMs: 5000 });
      }
      if (created.length === 0) return;
      await Promise.all(
        [integrationsQuery.queryKey, calendarsQuery.queryKey, meetingsKey].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      );
    },
    onError: (error) => reportFailure(error, 'Failed to load calendar integrations'),
  });
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-1">
      <output className="min-w-0 flex-1 basis-60 text-sm text-ink2">
        {look.data ? (
          <Outcome {...look.data} />
        ) : (
          'Signed in with Google? Its permission may cover your calendar already.'
        )}
      </output>
      <Button size="small" variant="ghost" busy={look.isPending} onClick={() => look.mutate()}>
        {look.isPending ? 'Looking...' : 'Use my sign-in'}
      </Button>
    </div>
  );
}

function Outcome({ created, skipped }: Awaited<ReturnType<typeof postSyncIntegrations>>) {
  if (created.length + skipped.length === 0) return 'No sign-in of yours brought a calendar.';
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
