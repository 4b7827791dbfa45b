import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CalendarIntegration } from '#contract/calendar.ts';
import { integrationsQuery, postAutoSync } from '#web/api/calendar.ts';
import { useReportFailure } from '#web/features/errors/use-report-failure.ts';
import { notify } from '#web/ui/notify.ts';
import { SwitchRow } from '#web/ui/switch-row.tsx';

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
  return (
    <SwitchRow
      id={`auto-sync-${provider}`}
      title="Auto-sync"
      hint="New, moved and cancelled events sync automatically. When off, nothing new is picked up."
      className="border-t border-line"
      checked={toggle.isPending ? toggle.variables : syncEnabled}
      onCheckedChange={(enabled) => toggle.mutate(enabled)}
    />
  );
}
