import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CalendarIntegration } from '#contract/calendar.ts';
import { integrationsQuery, postAutoSync } from '#web/api/calendar.ts';
import { useReportFailure } from '#web/features/errors/use-report-failure.ts';
import { notify } from '#web/ui/notify.ts';
import { SettingRow } from '#web/ui/setting-row.tsx';
import { Switch } from '#web/ui/switch.tsx';

export function AutoSyncSwitch({ integration }: { integration: CalendarIntegration }) {
  const { provider, syncEnabled } = integration;
  const queryClient = useQueryClient();
  const reportFailure = useReportFailure();
  const toggle = useMutation({
    mutationFn: (enabled: boolean) => postAutoSync(provider, enabled),
    onSuccess: ({ message }) => notify({ tone: 'success', title: message, durationMs: 3000 }),
    onError: (error) => reportFailure(error, 'Failed to change auto-sync'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: integrationsQuery.queryKey }),
  });
  const labelId = `auto-sync-${provider}`;
  return (
    <SettingRow
      id={labelId}
      title="Auto-sync"
      hint="New, moved and cancelled events are followed by themselves. Off: nothing new is found."
      className="border-t border-line"
    >
      <Switch
        checked={toggle.isPending ? toggle.variables : syncEnabled}
        onCheckedChange={(enabled) => toggle.mutate(enabled)}
        aria-labelledby={labelId}
        aria-describedby={`${labelId}-hint`}
      />
    </SettingRow>
  );
}
