import * as z from 'zod';
import { CHANNEL_KINDS } from '#domain/enumerations.ts';
import { currentPassword } from './auth.ts';
import { emptyBody, endpoint, instant, uuid } from './http.ts';
import { line } from './text.ts';

export const channelKind = z.enum(CHANNEL_KINDS);

const channel = z.object({
  kind: channelKind,
  /** Host and last characters of the URL, which is never returned in full. */
  hint: z.string(),
  enabled: z.boolean(),
  /** The email is sent only if the message fails. */
  insteadOfMail: z.boolean(),
  createdAt: instant,
  /** Set if the URL no longer works, or after a restore: the channel is off until turned on again. */
  stoppedAt: instant.nullable(),
  last: z
    .object({
      state: z.enum(['queued', 'sending', 'delivered', 'unknown', 'failed', 'withdrawn']),
      /** Why the message did not arrive, shown to the user. */
      reason: z.string().nullable(),
      at: instant,
    })
    .nullable(),
});
export type Channel = z.infer<typeof channel>;

const kindInPath = z.object({ kind: channelKind });

export const listChannels = endpoint('get /users/channels', {
  access: 'session',
  summary: 'Channels that receive briefings, with the outcome of their last message',
  data: z.object({ channels: z.array(channel) }),
});

export const exportedChannel = channel.omit({ last: true });

export const putChannel = endpoint('put /users/channels/:kind', {
  access: 'subscriber',
  summary: 'Post briefings to Slack or Teams, alongside or instead of email',
  description:
    '`url` is the address of an incoming webhook: at `hooks.slack.com` for Slack; at `*.webhook.office.com`, `*.logic.azure.com` or `*.api.powerplatform.com` for Teams. Without it, the current one is kept. Setting it requires the same proof as creating an access token, and emails the owner. Each message is delivered at most once; one that may have arrived is not repeated. With `insteadOfMail`, the email is sent only if the message fails. If the webhook responds with 404 or 410, the channel is turned off and the owner is emailed. An account change that ends the session that set the URL deletes the channel.',
  errors: ['PASSWORD_REQUIRED', 'FACTOR_REQUIRED'],
  example: { url: 'https://hooks.slack.com/services/T000/B000/abcdefgh', enabled: true },
  params: kindInPath,
  body: z.strictObject({
    url: line(2000).min(1, 'Please enter a URL').optional(),
    enabled: z.boolean(),
    insteadOfMail: z.boolean().default(false),
    currentPassword: currentPassword.optional(),
  }),
  data: z.object({}),
});

export const deleteChannel = endpoint('delete /users/channels/:kind', {
  access: 'session',
  summary: 'Delete the channel; nothing more will be sent to it',
  errors: ['NOT_FOUND'],
  params: kindInPath,
  data: z.object({}),
});

export const testChannel = endpoint('post /users/channels/:kind/test', {
  access: 'subscriber',
  status: 202,
  summary: 'Send a test message, once',
  errors: ['NOT_FOUND'],
  params: kindInPath,
  ...emptyBody,
  data: z.object({ messageId: uuid }),
});
