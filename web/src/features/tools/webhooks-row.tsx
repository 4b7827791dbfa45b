import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OutgoingWebhook, WebhookEvent } from '#contract/outgoing-webhooks.ts';
import { deleteWebhook, postWebhook, webhooksQuery } from '#web/api/tools.ts';
import { Listing } from '#web/features/settings/listing.tsx';
import { agoText } from '#web/features/time/format-time.ts';
import { useNow } from '#web/features/time/use-now.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { DeliveriesDialog } from './deliveries-dialog.tsx';
import { NewSecretDialog } from './new-secret-dialog.tsx';
import { RemovalDialog } from './removal-dialog.tsx';
import { eventNames, webhookEvents } from './webhook-text.ts';

type Opened = { kind: 'new' } | { kind: 'delete' | 'deliveries'; webhook: OutgoingWebhook };

/** Lists, adds and deletes the account's webhooks, and opens their deliveries. */
export function WebhooksRow() {
  const query = useQuery(webhooksQuery);
  const queryClient = useQueryClient();
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const renew = () => void queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey });
  return (
    <>
      <Listing
        id="webhooks"
        title="Webhooks"
        hint="Notify another tool when a briefing is ready or sent, or a meeting changes."
        button={<Button onClick={() => setOpened({ kind: 'new' })}>Add webhook</Button>}
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
          description={`We’ll stop sending events to ${new URL(opened.webhook.url).host}. Pending events will be dropped.`}
          action="Delete"
          failure="Failed to delete the webhook"
          success="Webhook deleted"
          remove={() => deleteWebhook(opened.webhook.id)}
          onClose={close}
          onRemoved={renew}
        />
      )}
    </>
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

type Props = { onClose: () => void; onCreated: () => void };

/** Adds a webhook and shows its signing secret once. */
function NewWebhookDialog({ onClose, onCreated }: Props) {
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhookEvents);
  const [missing, setMissing] = useState<{ url?: string; events?: string }>({});
  const creation = useMutation({ mutationFn: postWebhook, onSuccess: onCreated });
  const create = (currentPassword?: string) =>
    creation.mutate({ url, events: [...events], ...(currentPassword === undefined ? {} : { currentPassword }) });

  return (
    <NewSecretDialog
      sending={creation}
      secret={creation.data?.secret}
      label="Signing secret"
      asking={{
        title: 'Add a webhook',
        description: 'We send IDs and times only. The receiver reads the rest with an access token.',
      }}
      created={{
        title: 'Copy the signing secret now',
        description: 'You won’t be able to see it again. Verify our signatures with it (Standard Webhooks).',
      }}
      button={['Add webhook', 'Adding...']}
      onSend={create}
      check={() => {
        const faults = {
          ...(url.trim() === '' && { url: 'Please enter a URL' }),
          ...(events.length === 0 && { events: 'Please choose at least one event' }),
        };
        setMissing(faults);
        return Object.keys(faults).length === 0;
      }}
      onClose={onClose}
    >
      <Field
        label="URL"
        hint="Must start with https:// and be reachable from the internet."
        type="url"
        value={url}
        error={missing.url}
        maxLength={2000}
        autoComplete="off"
        onChange={({ target }) => setUrl(target.value)}
      />
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium">Events</legend>
        <div className="flex flex-col gap-2">
          {webhookEvents.map((event, index) => (
            <Checkbox
              key={event}
              label={eventNames[event]}
              checked={events.includes(event)}
              error={index === webhookEvents.length - 1 ? missing.events : undefined}
              onChange={({ target }) =>
                setEvents(webhookEvents.filter((each) => (each === event ? target.checked : events.includes(each))))
              }
            />
          ))}
        </div>
      </fieldset>
    </NewSecretDialog>
  );
}
