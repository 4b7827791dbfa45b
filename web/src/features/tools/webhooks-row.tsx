import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OutgoingWebhook } from '#contract/outgoing-webhooks.ts';
import { deleteWebhook, webhooksQuery } from '#web/api/tools.ts';
import { Listing } from '#web/features/settings/listing.tsx';
import { agoText } from '#web/features/time/format-time.ts';
import { useNow } from '#web/features/time/use-now.ts';
import { Button } from '#web/ui/button.tsx';
import { SettingRow } from '#web/ui/setting-row.tsx';
import { DeliveriesDialog } from './deliveries-dialog.tsx';
import { NewWebhookDialog } from './new-webhook-dialog.tsx';
import { RemovalDialog } from './removal-dialog.tsx';
import { eventNames } from './webhook-text.ts';

type Opened = { kind: 'new' } | { kind: 'delete' | 'deliveries'; webhook: OutgoingWebhook };

/** Lists, adds and deletes the account's webhooks, and opens their deliveries. */
export function WebhooksRow() {
  const query = useQuery(webhooksQuery);
  const queryClient = useQueryClient();
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const renew = () => void queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey });
  return (
    <div>
      <SettingRow
        id="webhooks"
        title="Webhooks"
        hint="Notify another tool when a briefing is ready or sent, or a meeting changes."
        className="max-sm:flex-wrap"
      >
        <Button onClick={() => setOpened({ kind: 'new' })}>Add webhook</Button>
      </SettingRow>
      <Listing
        labelledBy="webhooks"
        query={query}
        rows={query.data?.webhooks}
        failure="Failed to load your webhooks"
        empty="No webhooks yet."
      >
        {(webhook) => (
          <WebhookItem
            key={webhook.id}
            webhook={webhook}
            onDeliveries={() => setOpened({ kind: 'deliveries', webhook })}
            onDelete={() => setOpened({ kind: 'delete', webhook })}
          />
        )}
      </Listing>
      {opened?.kind === 'new' && <NewWebhookDialog onClose={close} onCreated={renew} />}
      {opened?.kind === 'deliveries' && (
        <DeliveriesDialog
          webhook={opened.webhook}
          onClose={() => {
            renew();
            close();
          }}
        />
      )}
      {opened?.kind === 'delete' && (
        <RemovalDialog
          title="Delete this webhook?"
          description={`We stop sending events to ${new URL(opened.webhook.url).host}. Pending events are dropped.`}
          action="Delete"
          failure="Failed to delete the webhook"
          success="Webhook deleted"
          remove={() => deleteWebhook(opened.webhook.id)}
          onClose={close}
          onRemoved={renew}
        />
      )}
    </div>
  );
}

type ItemProps = { webhook: OutgoingWebhook; onDeliveries: () => void; onDelete: () => void };

function WebhookItem({ webhook, onDeliveries, onDelete }: ItemProps) {
  const { url, events, lastDeliveredAt, stoppedAt } = webhook;
  const nowMs = useNow();
  const last = lastDeliveredAt === null ? 'nothing delivered yet' : `last delivered ${agoText(lastDeliveredAt, nowMs)}`;
  return (
    <li className="flex items-center gap-4 px-4 py-3 max-sm:flex-wrap">
      <div className="min-w-0 flex-1 max-sm:basis-full">
        <p className="font-medium text-ink wrap-anywhere">{url}</p>
        <p className="text-sm text-ink3">
          {events.map((event) => eventNames[event]).join(', ')}; {last}
        </p>
        {stoppedAt !== null && <p className="text-sm text-danger">Stopped. Send a test to restart it.</p>}
      </div>
      <div className="flex gap-2">
        <Button size="small" aria-label={`View deliveries to ${url}`} onClick={onDeliveries}>
          View deliveries
        </Button>
        <Button size="small" aria-label={`Delete ${url}`} onClick={onDelete}>
          Delete
        </Button>
      </div>
    </li>
  );
}
