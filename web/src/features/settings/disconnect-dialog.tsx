import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CalendarIntegration } from '#contract/calendar.ts';
import type { Provider } from '#contract/http.ts';
import { integrationsQuery, postDisconnect } from '#web/api/calendar.ts';
import { meetingsKey } from '#web/api/meetings.ts';
import { providerName } from '#web/auth/provider-name.ts';
import { useReportFailure } from '#web/features/errors/use-report-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { notify } from '#web/ui/notify.ts';

type Props = { integration: CalendarIntegration; open: boolean; onOpenChange: (open: boolean) => void };

/** What becomes of the permission: Microsoft takes none back from an application, so its account's owner sees it there until they remove it. */
const FAREWELLS: Record<Provider, string> = {
  google: 'gives its permission back',
  microsoft: 'deletes its permission',
};

/** The consequence before the action. */
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
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Disconnect ${name}?`}
      description={`Foreword stops reading ${integration.accountEmail}, ${FAREWELLS[integration.provider]}, and sends no more briefings for meetings from it.`}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Keep it</Button>
          <Button variant="danger" busy={disconnect.isPending} onClick={() => disconnect.mutate()}>
            Disconnect
          </Button>
        </>
      }
    />
  );
}
