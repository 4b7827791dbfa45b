import * as z from 'zod';
import { channelKind } from '#contract/channels.ts';
import type { Say } from '#workers/words/say.ts';
import { accountMail, addresseeFields } from './account-layout.tsx';
import { inert } from './plain-text.ts';

const toolAccess = z.discriminatedUnion('change', [
  z.object({ ...addresseeFields, change: z.literal('token-created'), toolName: z.string() }),
  z.object({ ...addresseeFields, change: z.literal('webhook-added'), host: z.string() }),
  z.object({ ...addresseeFields, change: z.literal('webhook-stopped'), host: z.string() }),
  z.object({ ...addresseeFields, change: z.literal('channel-set'), channel: channelKind }),
  z.object({ ...addresseeFields, change: z.literal('channel-stopped'), channel: channelKind }),
]);
type ToolAccess = z.infer<typeof toolAccess>;

/** Renders the email sent when another tool gains access to the account or its data, and when we stop sending to it. */
export const renderToolAccess = accountMail(toolAccess, (data, { publicUrl, say }) => {
  /** An id from web/src/features/settings/settings-sections.ts. */
  const section = 'channel' in data ? 'channels' : 'tools';
  return {
    ...wordsOf(data, say, `${publicUrl}/forgot-password`),
    action: { text: say('toolsAction'), href: `${publicUrl}/app/settings#${section}` },
    why: say('whyOwner'),
  };
});

const CHANNEL_NAMES = { slack: 'Slack', teams: 'Microsoft Teams' } as const;

function wordsOf(data: ToolAccess, say: Say, url: string): { subject: string; lines: string[] } {
  switch (data.change) {
    case 'token-created':
      return {
        subject: say('tokenSubject'),
        lines: [say('tokenTold', { name: inert(data.toolName) }), say('tokenIfNot', { url })],
      };
    case 'webhook-added':
      return {
        subject: say('webhookAddedSubject'),
        lines: [say('webhookAddedTold', { host: inert(data.host) }), say('webhookIfNot', { url })],
      };
    case 'channel-set': {
      const channel = CHANNEL_NAMES[data.channel];
      return {
        subject: say('channelSetSubject', { channel }),
        lines: [say('channelSetTold', { channel }), say('channelIfNot', { url })],
      };
    }
    case 'channel-stopped': {
      const channel = CHANNEL_NAMES[data.channel];
      return {
        subject: say('channelStoppedSubject', { channel }),
        lines: [say('channelStoppedTold', { channel }), say('channelStoppedNext', { channel })],
      };
    }
    default:
      return {
        subject: say('webhookStoppedSubject'),
        lines: [say('webhookStoppedTold', { host: inert(data.host) }), say('webhookStoppedNext')],
      };
  }
}
