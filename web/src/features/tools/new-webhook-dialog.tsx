import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { WebhookEvent } from '#contract/outgoing-webhooks.ts';
import { ApiError } from '#web/api/api-error.ts';
import { postWebhook } from '#web/api/tools.ts';
import { failureText } from '#web/features/auth-forms/failure-text.ts';
import { FormError } from '#web/features/auth-forms/form-error.tsx';
import { PasswordProof } from '#web/features/factors/password-proof.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { ShownOnce } from './shown-once.tsx';
import { eventNames, webhookEvents } from './webhook-text.ts';

type Props = { onClose: () => void; onCreated: () => void };

/** Asks where to and of what, then shows the secret of the signatures this once. */
export function NewWebhookDialog({ onClose, onCreated }: Props) {
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhookEvents);
  const [missing, setMissing] = useState<{ url?: string; events?: string }>({});
  const creation = useMutation({ mutationFn: postWebhook, onSuccess: onCreated });
  const code = creation.error instanceof ApiError ? creation.error.code : undefined;
  const create = (currentPassword?: string) =>
    creation.mutate({ url, events: [...events], ...(currentPassword === undefined ? {} : { currentPassword }) });

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={creation.data ? 'Copy the signing secret now' : 'Add a webhook'}
      description={
        creation.data
          ? 'You won’t be able to see it again. The receiver checks our signatures with it (Standard Webhooks).'
          : 'We send ids and times only. The receiver reads the rest with an access token.'
      }
    >
      {creation.data ? (
        <ShownOnce label="Signing secret" secret={creation.data.secret} onDone={onClose} />
      ) : creation.error && code === 'PASSWORD_REQUIRED' ? (
        <PasswordProof message={creation.error.message} busy={creation.isPending} onGiven={create} />
      ) : (
        <form
          noValidate
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            const faults = {
              ...(url.trim() === '' && { url: 'Please enter an address' }),
              ...(events.length === 0 && { events: 'Please choose at least one event' }),
            };
            setMissing(faults);
            if (Object.keys(faults).length === 0 && !creation.isPending) create();
          }}
        >
          <Field
            label="Address"
            hint="Must begin with https:// and be reachable from the internet."
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
          {creation.error && code !== 'ABORTED' && <FormError>{failureText(creation.error)}</FormError>}
          <Button type="submit" variant="primary" busy={creation.isPending}>
            {creation.isPending ? 'Adding...' : 'Add webhook'}
          </Button>
        </form>
      )}
    </Dialog>
  );
}
