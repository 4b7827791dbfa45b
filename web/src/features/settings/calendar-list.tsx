import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UserCalendar } from '#contract/calendar.ts';
import type { Provider } from '#contract/http.ts';
import { calendarsQuery, integrationsQuery, putCalendar } from '#web/api/calendar.ts';
import { invalidate } from '#web/api/invalidate.ts';
import { meetingsKey } from '#web/api/meetings.ts';
import { useReportFailure } from '#web/features/errors/use-report-failure.ts';
import { syncedText } from '#web/features/time/format-time.ts';
import { useNow } from '#web/features/time/use-now.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { notify } from '#web/ui/notify.ts';
import { SwitchRow } from '#web/ui/switch-row.tsx';

/** A connected account's calendars. Those turned off are not synced. */
export function CalendarList({ provider }: { provider: Provider }) {
  const calendars = useQuery(calendarsQuery);
  const own = calendars.data?.filter((calendar) => calendar.provider === provider) ?? [];
  if (calendars.isError && !calendars.data) {
    return (
      <div role="alert" className="flex items-center justify-between gap-4 border-t border-line px-5 py-3">
        <p className="text-ink2">We couldn’t load this account’s calendars.</p>
        <Button size="small" busy={calendars.isFetching} onClick={() => void calendars.refetch()}>
          Retry
        </Button>
      </div>
    );
  }
  if (own.length === 0) return null;
  return (
    <ul aria-label="Calendars" className="border-t border-line">
      {own.map((calendar) => (
        <li key={calendar.id}>
          <CalendarRow calendar={calendar} />
        </li>
      ))}
    </ul>
  );
}

function CalendarRow({ calendar }: { calendar: UserCalendar }) {
  const { id, name, isPrimary, enabled, lastSyncAt } = calendar;
  const nowMs = useNow();
  const queryClient = useQueryClient();
  const reportFailure = useReportFailure();
  const toggle = useMutation({
    mutationFn: (isOn: boolean) => putCalendar(id, isOn),
    onSuccess: ({ message }) => notify({ tone: 'success', title: message, durationMs: 3000 }),
    onError: (error) => reportFailure(error, 'Failed to change the calendar'),
    onSettled: () => invalidate(queryClient, [calendarsQuery.queryKey, integrationsQuery.queryKey, meetingsKey]),
  });
  const isOn = toggle.isPending ? toggle.variables : enabled;
  return (
    <SwitchRow
      id={`calendar-switch-${id}`}
      className="py-2.5"
      title={
        <>
          {name} {isPrimary && <Badge>Primary</Badge>}
        </>
      }
      hint={isOn ? syncedText(lastSyncAt, nowMs) : 'Off: its meetings are not synced'}
      checked={isOn}
      onCheckedChange={(next) => toggle.mutate(next)}
    />
  );
}
