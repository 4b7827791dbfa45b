import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Channel } from '#contract/channels.ts';
import { type ChannelKind, channelsQuery, deleteChannel, postChannelTest, putChannel } from '#web/api/channels.ts';
import { useReportFailure } from '#web/features/errors/use-report-failure.ts';
import { agoText } from '#web/features/time/format-time.ts';
import { useNow } from '#web/features/time/use-now.ts';
import { RemovalDialog } from '#web/features/tools/removal-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { notify } from '#web/ui/notify.ts';
import { SettingRow } from '#web/ui/setting-row.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { ChannelDialog } from './channel-dialog.tsx';
import { channelTexts, lastText } from './channel-text.ts';

type Props = { kind: ChannelKind; channel: Channel | undefined };

/** The setting for Slack or Teams: sets up the channel, or turns it on or off, tests, changes and removes it. */
export function ChannelRow({ kind, channel }: Props) {
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
          <EnabledSwitch kind={kind} channel={channel} onChanged={renew} />
        ) : (
          <Button onClick={() => setOpened('address')}>{`Set up ${name}`}</Button>
        )}
      </SettingRow>
      {channel && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 pb-3.5">
          <ChannelState channel={channel} />
          <div className="flex flex-wrap gap-2">
            <TestButton kind={kind} onSent={renew} />
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
          description="Your briefings will only arrive by email. Unsent messages are dropped."
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
  const told = last && lastText(last, agoText(last.at, nowMs));
  const isStopped = stoppedAt !== null && !enabled;
  return (
    <output
      className={`block min-w-0 flex-1 text-sm max-sm:basis-full ${isStopped || told?.isFault ? 'text-danger' : 'text-ink3'}`}
    >
      {isStopped && 'Turned off after the URL stopped working, or after we restored a backup. Turn it on to continue. '}
      {told?.text ?? 'Nothing sent yet.'}
    </output>
  );
}

type SwitchProps = { kind: ChannelKind; channel: Channel; onChanged: () => unknown };

function EnabledSwitch({ kind, channel, onChanged }: SwitchProps) {
  const reportFailure = useReportFailure();
  const change = useMutation({
    mutationFn: (enabled: boolean) => putChannel(kind, { enabled, insteadOfMail: channel.insteadOfMail }),
    onSuccess: onChanged,
    onError: (error) => reportFailure(error, `Failed to turn ${channelTexts[kind].name} on or off`),
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

function TestButton({ kind, onSent }: { kind: ChannelKind; onSent: () => unknown }) {
  const reportFailure = useReportFailure();
  const { name } = channelTexts[kind];
  const test = useMutation({
    mutationFn: () => postChannelTest(kind),
    onSuccess: () => {
      notify({ tone: 'success', title: 'Test message on its way', durationMs: 3000 });
      return onSent();
    },
    onError: (error) => reportFailure(error, 'Failed to send a test'),
  });
  return (
    <Button size="small" busy={test.isPending} aria-label={`Send a test to ${name}`} onClick={() => test.mutate()}>
      Send a test
    </Button>
  );
}
