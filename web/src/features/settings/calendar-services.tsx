import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { calendarsQuery } from '#web/api/calendar.ts';
import { useIntegrations } from '#web/features/calendars/use-integrations.ts';
import { FailedQuery } from '#web/features/errors/failed-query.tsx';
import { Card } from '#web/ui/card.tsx';
import { Bone, Loading } from '#web/ui/skeleton.tsx';
import { CalendarCard } from './calendar-card.tsx';
import { SignInCalendars } from './sign-in-calendars.tsx';
import { SyncNowRow } from './sync-now-row.tsx';
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
