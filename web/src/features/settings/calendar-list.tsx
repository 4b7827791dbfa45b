import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UserCalendar } from '#contract/calendar.ts';
import type { Provider } from '#contract/http.ts';
import { calendarsQuery, integrationsQuery, putCalendar } from '#web/api/calendar.ts';
import { meetingsKey } from '#web/api/meetings.ts';
import { useReportFailure } from '#web/features/errors/use-report-failure.ts';
import { syncedText } from '#web/features/time/format-time.ts';
import { useNow } from '#web/features/time/use-now.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { notify } from '#web/ui/notify.ts';
import { SettingRow } from '#web/ui/setting-row.tsx';
import { Switch } from '#web/ui/switch.tsx';

/** The single calendars of a connected account, each with its switch: what is off is skipped by every sync. */
export function CalendarList({ provider }: { provider: Provider }) {
  const calendars = useQuery(calendarsQuery);
  const own = calendars.data?.filter((calendar) => calendar.provider === provider) ?? [];
  if (calendars.isError && !calendars.data) {
    return (
      <div role="alert" className="flex items-center justify-between gap-4 border-t border-line px-5 py-3">
        <p className="text-ink2">The calendars of this account could not be read.</p>
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
    onSettled: () =>
      Promise.all(
        [calendarsQuery.queryKey, integrationsQuery.queryKey, meetingsKey].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  });
  const isOn = toggle.isPending ? toggle.variables : enabled;
  const labelId = `calendar-switch-${id}`;
  return (
    <SettingRow
      id={labelId}
      className="py-2.5"
      title={
        <>
          {name} {isPrimary && <Badge>Primary</Badge>}
        </>
      }
      hint={isOn ? syncedText(lastSyncAt, nowMs) : 'Skipped: its meetings are neither found nor briefed'}
    >
      <Switch
        checked={isOn}
        onCheckedChange={(next) => toggle.mutate(next)}
        aria-labelledby={labelId}
        aria-describedby={`${labelId}-hint`}
      />
    </SettingRow>
  );
}
