import { useQuery } from '@tanstack/react-query';
import type { UserCalendar } from '#contract/calendar.ts';
import type { Provider } from '#contract/http.ts';
import { calendarsQuery, integrationsQuery, putCalendar } from '#web/api/calendar.ts';
import { meetingsKey } from '#web/api/meetings.ts';
import { FailedLine } from '#web/features/errors/query-panel.tsx';
import { useAction } from '#web/features/errors/use-action.ts';
import { syncedText } from '#web/features/time/format-time.ts';
import { useNow } from '#web/features/time/use-now.ts';
import { Badge } from '#web/ui/badge.tsx';
import { SwitchRow } from '#web/ui/switch-row.tsx';

/** A connected account's calendars. Those turned off are not synced. */
export function CalendarList({ provider }: { provider: Provider }) {
  const calendars = useQuery(calendarsQuery);
  const own = calendars.data?.filter((calendar) => calendar.provider === provider) ?? [];
  if (calendars.isError && !calendars.data) {
    return (
      <FailedLine
        text="We couldn’t load this account’s calendars."
        query={calendars}
        className="border-t border-line px-5 py-3"
      />
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
  const toggle = useAction({
    run: (isOn: boolean) => putCalendar(id, isOn),
    success: ({ message }) => message,
    failure: 'Failed to change the calendar',
    stale: [calendarsQuery.queryKey, integrationsQuery.queryKey, meetingsKey],
    isStaleAnyway: true,
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
