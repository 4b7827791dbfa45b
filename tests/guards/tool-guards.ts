import { type Guard, guardsOf } from './guard.ts';

const CHAT = 'tests/workflows/send-channel-message.test.ts';
const CHANNELS = 'tests/api/routes/users/channels.test.ts';
const SENDER = 'tests/providers/webhooks/sender.test.ts';
const DELIVERY = 'tests/workflows/deliver-webhook.test.ts';
const TOKENS = 'tests/api/routes/users/tokens.test.ts';

/** Access by the user's tools: tokens, MCP, webhooks and channels. */
export const toolGuards: Guard[] = [
  ...guardsOf(57, TOKENS, {
    'a read token cannot write': {
      file: 'api/middleware/access-token.ts',
      text: "if (needed.includes('write') && !caller.scopes.includes('write')) throw insufficientScope();",
      test: 'attack 57: cannot write with read access, and the error says why',
    },
    'a call without a scope is closed to tokens': {
      file: 'api/middleware/access-token.ts',
      text: 'if (needed.includes(undefined)) throw forbidden(',
      without: 'if (needed.length === 0) throw forbidden(',
      test: "attack 57: cannot reach the account, even alongside its owner's cookie",
    },
    'a token in a URL is refused': {
      file: 'api/middleware/access-token.ts',
      text: 'if (calls.some(({ scope }) => scope) && TOKEN.test(request.originalUrl)) {',
      without: 'if (calls.length > 9) {',
      test: 'attack 57: is refused in a query string, and the error says which header to use',
    },
    'a cookie beside a token is ignored': {
      file: 'api/middleware/access-token.ts',
      text: "if (!caller || !('scopes' in caller)) throw invalidToken(",
      without: "if (!caller || !('scopes' in caller)) return; if (!caller) throw invalidToken(",
      test: 'attack 57: returns 401 if ',
    },
    'tokens end when they expire, and with their account': {
      file: 'db/queries/access-tokens.ts',
      text: ' and access_tokens.expires_at > now() and users.disabled_at is null',
      test: 'attack 57: stops working when it expires, is revoked, or its account closes',
    },
    'tokens end when access is revoked': {
      file: 'db/queries/ways-in.ts',
      text: "for (const table of ['access_tokens', 'briefing_shares']) {",
      without: "for (const table of ['briefing_shares']) {",
      test: 'attack 57: revokes every token on password_reset',
    },
    'a session alone cannot create a token': {
      file: 'api/commands/create-access-token.ts',
      text: "await requireFactorOrOwner(context, request, access, { purpose: 'token', currentPassword });",
      without: 'void currentPassword;',
      test: 'attack 57: requires the password 15 minutes after sign-in',
    },
    'the owner is notified of a new token': {
      file: 'api/commands/create-access-token.ts',
      text: "await queueNotice(transaction, user, { kind: 'tool-access', occasion: id, data });",
      without: 'void user; void data;',
      test: 'attack 57: notifies the owner, is logged, and keeps the token out of exports',
    },
    "token calls count against the user's tools": {
      file: 'api/middleware/rate-limit.ts',
      text: "if ('scopes' in access) return `tool:${access.userId}`;",
      without: "if ('scopes' in access) return crypto.randomUUID();",
      test: "attack 57: a user's tokens share one rate limit; forged tokens count by IP address",
    },
    'forged tokens are counted before the lookup': {
      file: 'api/middleware/access-token.ts',
      text: "if ('refusal' in guess) throw guess.refusal;",
      without: "if ('refusal' in guess) return await findTokenAccess(context.pool, hashToken(token));",
      test: "attack 57: a user's tokens share one rate limit; forged tokens count by IP address",
    },
  }),
  ...guardsOf(57, 'tests/api/routes/mcp.test.ts', {
    'a read token cannot request research through MCP': {
      file: 'api/mcp-server.ts',
      text: "if ('scopes' in caller && !caller.scopes.includes('write')) throw insufficientScope();",
      test: "attack 57: refuses research with a read token and hides other users' meetings",
    },
    'MCP batches are refused': {
      file: 'api/routes/mcp.ts',
      text: 'if (Array.isArray(request.body))',
      without: 'if (request.body === null)',
      test: 'attack 57: refuses batches, which would count as one call',
    },
    'MCP does not accept cookies': {
      file: 'api/routes/mcp.ts',
      text: "if (!caller || !('scopes' in caller)) throw unauthorized(",
      without: 'if (!caller) throw unauthorized(',
      test: 'attack 57: refuses a session cookie and asks for a bearer token',
    },
  }),
  ...guardsOf(58, SENDER, {
    'webhooks go to public addresses only': {
      file: 'providers/webhooks/public-address.ts',
      text: "return isPublicName ? null : 'The URL must be reachable from the public internet';",
      without: 'return isPublicName ? null : null;',
      test: 'attack 58: https://10.0.0.8/x is refused in production',
    },
    'the resolved address is checked on connecting': {
      file: 'providers/webhooks/public-address.ts',
      text: 'if (first === undefined || !all.every(isAllowed)) throw new NotPublicError();',
      without: 'if (first === undefined) throw new NotPublicError();',
      test: 'attack 58: a name that resolves to',
    },
    'a webhook that never responds times out': {
      file: 'providers/webhooks/public-post.ts',
      text: 'signal: AbortSignal.timeout(timeoutMs),',
      without: 'signal: AbortSignal.timeout(timeoutMs * 6),',
      test: 'attack 58: counts as undelivered if no response comes in time',
    },
  }),
  ...guardsOf(58, DELIVERY, {
    'our own outages do not stop a webhook': {
      file: 'workers/activities/webhook.ts',
      text: 'if (attempts > 0) await stop(',
      without: 'if (attempts >= 0) await stop(',
      test: 'attack 58: never attempted because of our own outage',
    },
    'an undeliverable webhook is stopped, and its user emailed': {
      file: 'workers/activities/webhook.ts',
      text: 'if (attempts > 0) await stop(transaction, { webhookId, since: createdAt });',
      without: 'if (attempts > 0) void createdAt;',
      test: 'attack 58: undeliverable for three days',
    },
    'pending deliveries of a stopped webhook are closed unsent': {
      file: 'workers/activities/webhook.ts',
      text: 'if (delivery.isOwnerDisabled || (delivery.isStopped && delivery.event !== TEST_EVENT)) {',
      without: 'if (delivery.isOwnerDisabled) {',
      test: 'attack 58: refused with 410',
    },
  }),
  ...guardsOf(58, 'tests/api/routes/users/webhooks.test.ts', {
    'a webhook being deleted is locked before events are queued': {
      file: 'db/queries/webhook-deliveries.ts',
      text: 'order by id for key share',
      without: 'order by id',
      test: "attack 58: does not fail the event's transaction while being deleted",
    },
    'a session alone cannot add a webhook': {
      file: 'api/commands/create-webhook.ts',
      text: "await requireFactorOrOwner(context, request, access, { purpose: 'webhook', currentPassword });",
      without: 'void currentPassword;',
      test: 'attack 58: requires the password 15 minutes after sign-in',
    },
  }),
  ...guardsOf(63, 'tests/domain/channel-address.test.ts', {
    'channel messages go to their vendors only': {
      file: 'domain/channel-address.ts',
      text: "const isVendor = url.protocol === 'https:' && url.port === '' && HOSTS[kind].test(url.hostname);",
      without: "const isVendor = url.protocol === 'https:' && url.port === '';",
      test: 'attack 63: slack rejects',
    },
  }),
  ...guardsOf(63, 'tests/providers/chat/sender.test.ts', {
    'an address is checked again for each message': {
      file: 'providers/chat/sender.ts',
      text: "if (whyNotChannelAddress(kind, address, standInUrl) !== null) throw new ChatRefusedError('not_allowed', null);",
      test: 'attack 63: is sent only to vendor addresses',
    },
    'Slack does not interpret markup written by others': {
      file: 'providers/chat/slack.ts',
      text: "return richText([{ type: 'rich_text_section', elements: block.runs.map(toElement) }]);",
      without:
        "return { type: 'section', text: { type: 'mrkdwn', text: block.runs.map(({ text }) => text).join('') } };",
      test: 'attack 63: shows hostile text without markup',
    },
  }),
  ...guardsOf(63, CHAT, {
    'a message a killed worker was sending is not sent again': {
      file: 'workers/activities/settle-delivery.ts',
      text: "if (state === 'sending') {",
      without: "if (state === 'sending' && id === '') {",
      test: 'attack 63: in flight when the worker died',
    },
    'no mail follows a message that may have arrived': {
      file: 'workers/activities/email.ts',
      text: "return messages.some(({ state }) => state === 'unknown')",
      without: 'return messages.length < 0',
      test: 'attack 63: does not fall back to email if the outcome is unknown',
    },
    'an expired channel is switched off': {
      file: 'workers/activities/channel.ts',
      text: "if (refusal?.code === 'gone' && channelId !== null) await stop(transaction, channelId);",
      test: 'attack 63: to a deleted channel',
    },
  }),
  ...guardsOf(64, CHANNELS, {
    "setting a channel's URL requires proof of identity": {
      file: 'api/commands/set-channel.ts',
      text: "await requireFactorOrOwner(context, request, access, { purpose: 'channel', currentPassword });",
      without: 'void currentPassword;',
      test: 'attack 64: requires the password 15 minutes after sign-in, except to turn it off',
    },
    'the owner is notified of a new channel URL': {
      file: 'api/commands/set-channel.ts',
      text: "await queueNotice(transaction, user, { kind: 'tool-access', occasion: id, data });",
      without: 'void user; void data;',
      test: 'attack 64: stores its URL encrypted, never shows it in full and notifies the owner',
    },
    "a channel's URL is stored encrypted": {
      file: 'api/commands/set-channel.ts',
      text: 'const address = context.encryption.encrypt(href, channelOwner(id));',
      without: 'const address = href;',
      test: 'attack 64: stores its URL encrypted, never shows it in full and notifies the owner',
    },
    'a channel ends with the session that set it': {
      file: 'db/queries/ways-in.ts',
      text: '  await deleteChannels(transaction, userId, isFromEnded);\n',
      without: '  void deleteChannels;\n',
      test: 'attack 64: is deleted with its session or by a password reset; restoring a backup turns it off',
    },
  }),
];
