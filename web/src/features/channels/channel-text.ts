import type { Channel } from '#contract/channels.ts';
import type { ChannelKind } from '#web/api/channels.ts';

type ChannelTexts = {
  name: string;
  hint: string;
  urlHint: string;
  /** Explains what happens if a message sent instead of an email fails. */
  insteadHint: string;
};

export const channelTexts: Record<ChannelKind, ChannelTexts> = {
  slack: {
    name: 'Slack',
    hint: 'Briefings arrive in a channel of your choice.',
    urlHint: 'From an incoming webhook. Starts with https://hooks.slack.com/',
    insteadHint: 'If a message can’t be delivered, we email the briefing.',
  },
  teams: {
    name: 'Microsoft Teams',
    hint: 'Briefings arrive in a channel or chat of your choice.',
    urlHint: 'From a workflow that starts with “When a Teams webhook request is received”.',
    insteadHint: 'If Teams rejects a message, we email the briefing. We can’t tell if your workflow fails afterwards.',
  },
};

/** Describes the last message's outcome; `at` is a relative time. */
export function lastText(last: NonNullable<Channel['last']>, at: string): { text: string; isFault: boolean } {
  switch (last.state) {
    case 'delivered':
      return { text: `Last message delivered ${at}.`, isFault: false };
    case 'unknown':
      return { text: `The last message may have arrived. ${last.reason ?? ''}`.trim(), isFault: true };
    case 'failed':
      return { text: `The last message did not arrive. ${last.reason ?? ''}`.trim(), isFault: true };
    case 'withdrawn':
      return { text: 'The last message was not sent because the meeting changed.', isFault: false };
    default:
      return { text: 'A message is on its way.', isFault: false };
  }
}
