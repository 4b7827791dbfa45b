import type { Channel } from '#contract/channels.ts';
import type { ChannelKind } from '#web/api/channels.ts';

export const channelTexts: Record<ChannelKind, { name: string; hint: string; urlHint: string }> = {
  slack: {
    name: 'Slack',
    hint: 'Briefings arrive in a channel of your choice.',
    urlHint: 'From an incoming webhook. Starts with https://hooks.slack.com/',
  },
  teams: {
    name: 'Microsoft Teams',
    hint: 'Briefings arrive in a channel or chat of your choice.',
    urlHint: 'From a workflow that starts with “When a Teams webhook request is received”.',
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
