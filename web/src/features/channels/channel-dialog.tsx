import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Channel } from '#contract/channels.ts';
import { ApiError } from '#web/api/api-error.ts';
import { type ChannelKind, putChannel } from '#web/api/channels.ts';
import { failureText } from '#web/features/auth-forms/failure-text.ts';
import { FormError } from '#web/features/auth-forms/form-error.tsx';
import { PasswordProof } from '#web/features/factors/password-proof.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { notify } from '#web/ui/notify.ts';
import { SelectField } from '#web/ui/select-field.tsx';
import { channelTexts } from './channel-text.ts';

type Props = { kind: ChannelKind; channel: Channel | undefined; onClose: () => void; onSaved: () => unknown };

/** Sets or changes a channel. Its current URL is never shown; an empty field keeps it. */
export function ChannelDialog({ kind, channel, onClose, onSaved }: Props) {
  const { name, urlHint } = channelTexts[kind];
  const [url, setUrl] = useState('');
  const [isInstead, setIsInstead] = useState(channel?.insteadOfMail ?? false);
  const [isMissing, setIsMissing] = useState(false);
  const saving = useMutation({
    mutationFn: (currentPassword: string | undefined) =>
      putChannel(kind, {
        ...(url.trim() !== '' && { url }),
        enabled: url.trim() !== '' || (channel?.enabled ?? true),
        insteadOfMail: isInstead,
        ...(currentPassword !== undefined && { currentPassword }),
      }),
    onSuccess: async () => {
      notify({ tone: 'success', title: `${name} settings saved`, durationMs: 3000 });
      await onSaved();
      onClose();
    },
  });
  const code = saving.error instanceof ApiError ? saving.error.code : undefined;

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={channel ? `Change ${name}` : `Set up ${name}`}
      description="Everyone in the channel can read your briefings."
    >
      {saving.error && code === 'PASSWORD_REQUIRED' ? (
        <PasswordProof
          message={saving.error.message}
          busy={saving.isPending}
          onGiven={(password) => saving.mutate(password)}
        />
      ) : (
        <form
          noValidate
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            const isFaulty = url.trim() === '' && !channel;
            setIsMissing(isFaulty);
            if (!isFaulty && !saving.isPending) saving.mutate(undefined);
          }}
        >
          <Field
            label="Webhook URL"
            hint={channel ? `Leave empty to keep ${channel.hint}` : urlHint}
            type="url"
            value={url}
            error={isMissing ? 'Please enter a URL' : undefined}
            maxLength={2000}
            autoComplete="off"
            onChange={({ target }) => setUrl(target.value)}
          />
          <SelectField
            label="Deliver briefings"
            options={[
              { value: 'beside', label: `By email and ${name}` },
              { value: 'instead', label: `By ${name} only` },
            ]}
            value={isInstead ? 'instead' : 'beside'}
            onChange={({ target }) => setIsInstead(target.value === 'instead')}
          />
          <p className="text-sm text-ink3">
            {isInstead
              ? 'If a message can’t be delivered, we email the briefing.'
              : 'A message may be shorter than the email.'}
          </p>
          {saving.error && code !== 'ABORTED' && <FormError>{failureText(saving.error)}</FormError>}
          <Button type="submit" variant="primary" busy={saving.isPending}>
            {saving.isPending ? 'Saving...' : 'Save'}
          </Button>
        </form>
      )}
    </Dialog>
  );
}
