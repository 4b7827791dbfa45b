import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CalendarIntegration } from '#contract/calendar.ts';
import type { Provider } from '#contract/http.ts';
import { integrationsQuery, postDisconnect } from '#web/api/calendar.ts';
import { meetingsKey } from '#web/api/meetings.ts';
import { providerName } from '#web/auth/provider-name.ts';
import { useReportFailure } from '#web/features/errors/use-report-failure.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { notify } from '#web/ui/notify.ts';

type Props = { integration: CalendarIntegration; open: boolean; onOpenChange: (open: boolean) => void };

/** Microsoft has no API to revoke a grant: users see it in their Microsoft account until they remove it there. */
const REVOCATIONS: Record<Provider, string> = {
  google: 'We delete our calendar access and ask Google to revoke it.',
  microsoft: 'We delete our calendar access; you can also remove it in your Microsoft account.',
};

export function DisconnectDialog({ integration, open, onOpenChange }: Props) {
  const queryClient = useQueryClient();
  const reportFailure = useReportFailure();
  const name = `${providerName(integration.provider)} Calendar`;
  const disconnect = useMutation({
    mutationFn: () => postDisconnect(integration.provider),
    onSuccess: async () => {
      onOpenChange(false);
      notify({ tone: 'success', title: `${name} disconnected`, durationMs: 3000 });
      await queryClient.invalidateQueries({ queryKey: integrationsQuery.queryKey });
      await queryClient.invalidateQueries({ queryKey: meetingsKey });
    },
    onError: (error) => reportFailure(error, `Failed to disconnect ${providerName(integration.provider)} calendar`),
  });
  return (
    <ConfirmDialog
      open={open}
      onClose={() => onOpenChange(false)}
      title={`Disconnect ${name}?`}
      description={`Foreword stops syncing ${integration.accountEmail} and sends no more briefings for its meetings. ${REVOCATIONS[integration.provider]}`}
      keep="Keep it"
      action="Disconnect"
      busy={disconnect.isPending}
      onConfirm={() => disconnect.mutate()}
    />
  );
}
