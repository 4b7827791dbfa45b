import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { OutgoingWebhook, WebhookDelivery } from '#contract/outgoing-webhooks.ts';
import { deliveriesQuery, postWebhookTest } from '#web/api/tools.ts';
import { failureDetail } from '#web/features/errors/failure-notice.ts';
import { useReportFailure } from '#web/features/errors/use-report-failure.ts';
import { momentText } from '#web/features/time/format-time.ts';
import { useTimeZone } from '#web/features/time/use-time-zone.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { notify } from '#web/ui/notify.ts';
import { Bone, Loading } from '#web/ui/skeleton.tsx';
import { Status } from '#web/ui/status.tsx';
import { deliveryStates, eventName } from './webhook-text.ts';

/** What became of what a webhook was told, and a way to try it. */
export function DeliveriesDialog({ webhook: { id, url }, onClose }: { webhook: OutgoingWebhook; onClose: () => void }) {
  const query = useQuery(deliveriesQuery(id));
  const queryClient = useQueryClient();
  const reportFailure = useReportFailure();
  const test = useMutation({
    mutationFn: () => postWebhookTest(id),
    onSuccess: () => {
      notify({ tone: 'success', title: 'Test event on its way', durationMs: 3000 });
      return queryClient.invalidateQueries({ queryKey: deliveriesQuery(id).queryKey });
    },
    onError: (error) => reportFailure(error, 'Failed to send a test'),
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Deliveries"
      description={`The last 50 events sent to ${new URL(url).host}. Refused ones are sent again for a day.`}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" busy={test.isPending} onClick={() => test.mutate()}>
            Send a test
          </Button>
        </>
      }
    >
      {query.isError && !query.data ? (
        <FailedPanel
          title="Failed to load the deliveries"
          detail={failureDetail(query.error)}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <Loading waiting={query.isPending} skeleton={<Bone className="h-[58px]" />}>
          {() =>
            query.data?.deliveries.length === 0 ? (
              <p className="text-ink2">Nothing has been sent yet.</p>
            ) : (
              <ul aria-label="Deliveries" className="divide-y divide-line rounded-md border border-line">
                {query.data?.deliveries.map((delivery) => (
                  <DeliveryItem key={delivery.id} delivery={delivery} />
                ))}
              </ul>
            )
          }
        </Loading>
      )}
    </Dialog>
  );
}

function DeliveryItem({ delivery: { event, state, attempts, reason, createdAt } }: { delivery: WebhookDelivery }) {
  const timeZone = useTimeZone();
  const { text, tone } = deliveryStates[state];
  return (
    <li className="px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="font-medium">{eventName(event)}</p>
        <Status tone={tone} active={state === 'sending'}>
          {text}
        </Status>
      </div>
      <p className="text-sm text-ink3">
        {momentText(createdAt, timeZone)}
        {attempts > 1 && `, ${attempts} attempts`}
        {reason !== null && `. ${reason}`}
      </p>
    </li>
  );
}
