import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Channel } from '#contract/channels.ts';
import { type ChannelKind, channelsQuery, deleteChannel, postChannelTest, putChannel } from '#web/api/channels.ts';
import { QueryPanel } from '#web/features/errors/query-panel.tsx';
import { useAction } from '#web/features/errors/use-action.ts';
import { ProvenForm } from '#web/features/factors/proven-form.tsx';
import { agoText } from '#web/features/time/format-time.ts';
import { useNow } from '#web/features/time/use-now.ts';
import { RemovalDialog } from '#web/features/tools/removal-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { notify } from '#web/ui/notify.ts';
import { SelectField } from '#web/ui/select-field.tsx';
import { SettingRow } from '#web/ui/setting-row.tsx';
import { Bone } from '#web/ui/skeleton.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { channelTexts, lastText } from './channel-text.ts';

const KINDS = ['slack', 'teams'] as const;

/** Settings for briefings as Slack and Teams messages. */
export function ChannelsSection() {
  const query = useQuery(channelsQuery);
  return (
    <QueryPanel
      query={query}
      failure="Failed to load your channels"
      skeleton={
        <Card>
          <Bone className="m-5 h-[102px]" />
        </Card>
      }
    >
      {({ channels }) => (
        <Card className="divide-y divide-line">
          {KINDS.map((kind) => (
            <ChannelRow key={kind} kind={kind} channel={channels.find((each) => each.kind === kind)} />
          ))}
        </Card>
      )}
    </QueryPanel>
  );
}

type Props = { kind: ChannelKind; channel: Channel | undefined };

/** The setting for Slack or Teams. Sets up a channel; turns it on or off, and tests, changes or removes it. */
function ChannelRow({ kind, channel }: Props) {
  const queryClient = useQueryClient();
  const [opened, setOpened] = useState<'address' | 'removal' | null>(null);
  const { name, hint } = channelTexts[kind];
  const close = () => setOpened(null);
  const renew = () => queryClient.invalidateQueries({ queryKey: channelsQuery.queryKey });
  return (
    <div>
      <SettingRow
        id={`channel-${kind}`}
        title={name}
        hint={channel ? `${channel.hint}, ${channel.insteadOfMail ? 'instead of email' : 'alongside email'}` : hint}
        className="max-sm:flex-wrap"
      >
        {channel ? (
          <EnabledSwitch kind={kind} channel={channel} />
        ) : (
          <Button onClick={() => setOpened('address')}>{`Set up ${name}`}</Button>
        )}
      </SettingRow>
      {channel && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 pb-3.5">
          <ChannelState channel={channel} />
          <div className="flex flex-wrap gap-2">
            <TestButton kind={kind} />
            <Button size="small" aria-label={`Change ${name}`} onClick={() => setOpened('address')}>
              Change
            </Button>
            <Button size="small" aria-label={`Remove ${name}`} onClick={() => setOpened('removal')}>
              Remove
            </Button>
          </div>
        </div>
      )}
      {opened === 'address' && <ChannelDialog kind={kind} channel={channel} onClose={close} onSaved={renew} />}
      {opened === 'removal' && (
        <RemovalDialog
          title={`Remove ${name}?`}
          description={`Briefings will no longer be sent to ${name}. Unsent messages will be dropped.`}
          action="Remove"
          failure={`Failed to remove ${name}`}
          success={`${name} removed`}
          remove={() => deleteChannel(kind)}
          onClose={close}
          onRemoved={() => void renew()}
        />
      )}
    </div>
  );
}

function ChannelState({ channel: { last, stoppedAt, enabled } }: { channel: Channel }) {
  const nowMs = useNow();
  const message = last && lastText(last, agoText(last.at, nowMs));
  const isStopped = stoppedAt !== null && !enabled;
  return (
    <output
      className={`block min-w-0 flex-1 text-sm max-sm:basis-full ${isStopped || message?.isFault ? 'text-danger' : 'text-ink3'}`}
    >
      {isStopped && 'Turned off after the URL stopped working, or after we restored a backup. Turn it on to continue. '}
      {message?.text ?? 'Nothing sent yet.'}
    </output>
  );
}

function EnabledSwitch({ kind, channel }: { kind: ChannelKind; channel: Channel }) {
  const change = useAction({
    run: (enabled: boolean) => putChannel(kind, { enabled, insteadOfMail: channel.insteadOfMail }),
    failure: `Failed to turn ${channelTexts[kind].name} on or off`,
    stale: [channelsQuery.queryKey],
  });
  return (
    <Switch
      aria-labelledby={`channel-${kind}`}
      aria-describedby={`channel-${kind}-hint`}
      checked={change.isPending ? change.variables : channel.enabled}
      disabled={change.isPending}
      onCheckedChange={(enabled) => change.mutate(enabled)}
    />
  );
}

function TestButton({ kind }: { kind: ChannelKind }) {
  const { name } = channelTexts[kind];
  const test = useAction({
    run: () => postChannelTest(kind),
    success: 'Test message on its way',
    failure: 'Failed to send a test',
    stale: [channelsQuery.queryKey],
  });
  return (
    <Button size="small" busy={test.isPending} aria-label={`Send a test to ${name}`} onClick={() => test.mutate()}>
      Send a test
    </Button>
  );
}

type ChannelDialogProps = {
  kind: ChannelKind;
  channel: Channel | undefined;
  onClose: () => void;
  onSaved: () => unknown;
};

/** Sets or changes a channel. Its current URL is never shown; an empty field keeps it. */
function ChannelDialog({ kind, channel, onClose, onSaved }: ChannelDialogProps) {
  const { name, urlHint, insteadHint } = channelTexts[kind];
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

  return (
    <Dialog
      onClose={onClose}
      title={channel ? `Change ${name}` : `Set up ${name}`}
      description="Everyone in the channel can read your briefings."
    >
      <ProvenForm
        sending={saving}
        button={['Save', 'Saving...']}
        check={() => {
          const isFaulty = url.trim() === '' && !channel;
          setIsMissing(isFaulty);
          return !isFaulty;
        }}
        onSend={saving.mutate}
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
            { value: 'beside', label: `Email and ${name}` },
            { value: 'instead', label: `${name} only` },
          ]}
          value={isInstead ? 'instead' : 'beside'}
          onChange={({ target }) => setIsInstead(target.value === 'instead')}
        />
        <p className="text-sm text-ink3">{isInstead ? insteadHint : 'Messages may be shorter than the email.'}</p>
      </ProvenForm>
    </Dialog>
  );
}
