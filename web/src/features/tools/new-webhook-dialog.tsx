import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { WebhookEvent } from '#contract/outgoing-webhooks.ts';
import { postWebhook } from '#web/api/tools.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { NewSecretDialog } from './new-secret-dialog.tsx';
import { eventNames, webhookEvents } from './webhook-text.ts';

type Props = { onClose: () => void; onCreated: () => void };

/** Adds a webhook and shows its signing secret once. */
export function NewWebhookDialog({ onClose, onCreated }: Props) {
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhookEvents);
  const [missing, setMissing] = useState<{ url?: string; events?: string }>({});
  const creation = useMutation({ mutationFn: postWebhook, onSuccess: onCreated });
  const create = (currentPassword?: string) =>
    creation.mutate({ url, events: [...events], ...(currentPassword === undefined ? {} : { currentPassword }) });

  return (
    <NewSecretDialog
      creation={creation}
      secret={creation.data?.secret}
      label="Signing secret"
      asking={{
        title: 'Add a webhook',
        description: 'We send IDs and times only. The receiver reads the rest with an access token.',
        button: ['Add webhook', 'Adding...'],
      }}
      created={{
        title: 'Copy the signing secret now',
        description: 'You won’t be able to see it again. Verify our signatures with it (Standard Webhooks).',
      }}
      onCreate={create}
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
