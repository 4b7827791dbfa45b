import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { calendarsQuery, integrationsQuery, postSyncIntegrations } from '#web/api/calendar.ts';
import { invalidate } from '#web/api/invalidate.ts';
import { meetingsKey } from '#web/api/meetings.ts';
import { notifyConnected } from '#web/auth/notify-connected.ts';
import { providerName } from '#web/auth/provider-name.ts';
import { useIntegrations } from '#web/features/calendars/use-integrations.ts';
import { useSyncNow } from '#web/features/calendars/use-sync-now.ts';
import { FailedQuery } from '#web/features/errors/query-panel.tsx';
import { useAction } from '#web/features/errors/use-action.ts';
import { useReportFailure } from '#web/features/errors/use-report-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { notify } from '#web/ui/notify.ts';
import { SettingRow } from '#web/ui/setting-row.tsx';
import { Bone, Loading } from '#web/ui/skeleton.tsx';
import { CalendarCard } from './calendar-card.tsx';
import { useConnectCalendar } from './use-connect-calendar.ts';

const PROVIDERS = ['google', 'microsoft'] as const;

export function CalendarServices(): ReactNode {
  const integrations = useIntegrations();
  const calendars = useQuery(calendarsQuery);
  const connection = useConnectCalendar();
  if (integrations.isError && !integrations.data) {
    return <FailedQuery title="Failed to load calendar integrations" query={integrations} />;
  }
  // Includes accounts whose grant is no longer valid: they can be reconnected.
  const kept = integrations.data?.filter(({ status }) => status !== 'disconnected') ?? [];
  return (
    <Loading
      waiting={integrations.isPending || (kept.length > 0 && !calendars.isFetched)}
      skeleton={<CalendarsSkeleton />}
    >
      {() => (
        <div className="flex flex-col gap-3">
          {PROVIDERS.map((name) => (
            <CalendarCard
              key={name}
              provider={name}
              connection={connection}
              integration={kept.find(({ provider }) => provider === name) ?? null}
            />
          ))}
          <SyncNowRow />
          {!kept.some(({ provider }) => provider === 'google') && <SignInCalendars />}
        </div>
      )}
    </Loading>
  );
}

/** Sized for the usual case: one account with two calendars, the other provider not connected. */
function CalendarsSkeleton() {
  return (
    <div className="flex flex-col gap-3">
      {PROVIDERS.map((card) => (
        <Card key={card} className={card === 'google' ? 'h-[390px] sm:h-[282px]' : 'h-[120px] sm:h-[82px]'}>
          <div className="flex items-center gap-4 p-5">
            <Bone className="size-8" />
            <div className="flex-1">
              <Bone className="h-5 w-40" />
              <Bone className="mt-2 h-4 w-64 max-w-full" />
            </div>
          </div>
        </Card>
      ))}
    </div>
  );
}

function SyncNowRow() {
  const reportFailure = useReportFailure();
  const { ask, isPossible, isSyncing } = useSyncNow();
  if (!isPossible) return null;
  const sync = () =>
    ask.mutate(undefined, {
      onSuccess: ({ message }) => notify({ tone: 'success', title: message, durationMs: 3000 }),
      onError: (error) => reportFailure(error, 'Failed to sync your calendars'),
    });
  return (
    <Card>
      <SettingRow
        id="sync-now"
        title="Missing a meeting?"
        hint="Syncs your calendars right away, at most once a minute."
        className="flex-wrap"
      >
        <Button busy={isSyncing} aria-describedby="sync-now-hint" onClick={sync}>
          Sync now
        </Button>
      </SettingRow>
    </Card>
  );
}

/** Connects calendars that a social sign-in granted access to, and shows why others were skipped. */
function SignInCalendars() {
  const queryClient = useQueryClient();
  const look = useAction({
    run: () => postSyncIntegrations(),
    failure: 'Failed to load calendar integrations',
    onDone: async ({ created }) => {
      for (const { provider } of created) notifyConnected(provider);
      if (created.length === 0) return;
      await invalidate(queryClient, [integrationsQuery.queryKey, calendarsQuery.queryKey, meetingsKey]);
    },
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
  if (created.length + skipped.length === 0)
    return 'We have no calendar access from a sign-in with Google. Use Connect above instead.';
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
