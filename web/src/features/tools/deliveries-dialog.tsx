import { useQuery } from '@tanstack/react-query';
import type { OutgoingWebhook, WebhookDelivery } from '#contract/outgoing-webhooks.ts';
import { deliveriesQuery, postWebhookTest } from '#web/api/tools.ts';
import { QueryPanel } from '#web/features/errors/query-panel.tsx';
import { useAction } from '#web/features/errors/use-action.ts';
import { momentText } from '#web/features/time/format-time.ts';
import { useTimeZone } from '#web/features/time/use-time-zone.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Bone } from '#web/ui/skeleton.tsx';
import { Status } from '#web/ui/status.tsx';
import { deliveryStates, eventName } from './webhook-text.ts';

/** The latest deliveries of a webhook, and a button that sends a test event. */
export function DeliveriesDialog({ webhook: { id, url }, onClose }: { webhook: OutgoingWebhook; onClose: () => void }) {
  const query = useQuery(deliveriesQuery(id));
  const test = useAction({
    run: () => postWebhookTest(id),
    success: 'Test event on its way',
    failure: 'Failed to send a test event',
    stale: [deliveriesQuery(id).queryKey],
  });
  return (
    <Dialog
      onClose={onClose}
      title="Deliveries"
      description={`The last 50 events sent to ${new URL(url).host}. Failed deliveries are retried for three days.`}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" busy={test.isPending} onClick={() => test.mutate()}>
            Send a test
          </Button>
        </>
      }
    >
      <QueryPanel query={query} failure="Failed to load the deliveries" skeleton={<Bone className="h-[58px]" />}>
        {({ deliveries }) =>
          deliveries.length === 0 ? (
            <p className="text-ink2">Nothing has been sent yet.</p>
          ) : (
            <ul aria-label="Deliveries" className="divide-y divide-line rounded-md border border-line">
              {deliveries.map((delivery) => (
                <DeliveryItem key={delivery.id} delivery={delivery} />
              ))}
            </ul>
          )
        }
      </QueryPanel>
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
