import { beforeEach, describe, expect, test } from 'vitest';
import type { ChannelKind } from '#domain/enumerations.ts';
import type { ChatMessage } from '#providers/chat/provider.ts';
import { createChatSender, fitsChannel } from '#providers/chat/sender.ts';
import { createMessages } from '#sandbox/messages/messages.ts';
import { startVendor } from '#sandbox/start-vendor.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { refusalOf } from '#tests/support/refusal-of.ts';
import { controlOf } from '#tests/support/vendor-control.ts';
import { startReceiver } from '#tests/support/webhook-receiver.ts';

const standIn = await forThisFile(startVendor(createMessages));
beforeEach(() => controlOf(standIn.url).post('reset'));

const KINDS = ['slack', 'teams'] as const satisfies ChannelKind[];
const HOSTILE = '<!channel> *bold* [click](https://evil.test) <https://evil.test|us> & **x** :tada:';
const message: ChatMessage = {
  summary: `13:30 ${HOSTILE}`,
  blocks: [
    { kind: 'heading', text: HOSTILE },
    { kind: 'paragraph', runs: [{ text: HOSTILE }, { text: '[1]', href: 'https://tradewire.test/2' }], isMinor: true },
    { kind: 'list', items: [[{ text: HOSTILE, isBold: true }], [{ text: 'second' }]] },
    { kind: 'links', links: [{ text: 'Open in Foreword', href: 'https://app.foreword.example/app/meetings' }] },
  ],
};

const longMessage = (lines: number, length = 2_000): ChatMessage => {
  const line = { kind: 'paragraph' as const, runs: [{ text: 'é'.repeat(length) }] };
  return { ...message, blocks: [...message.blocks, ...Array.from({ length: lines }, () => line)] };
};

const send = async (
  kind: ChannelKind,
  change: { address?: string; timeoutMs?: number; message?: ChatMessage } = {},
): Promise<number> => {
  const { timeoutMs = 10_000, ...outgoing } = { address: `${standIn.url}/${kind}/a-channel`, message, ...change };
  return await createChatSender({ standInUrl: standIn.url, timeoutMs }).send({ kind, ...outgoing });
};

describe('a chat message', () => {
  test.each(KINDS)('is delivered to %s once', async (kind) => {
    expect(await send(kind)).toBe(kind === 'slack' ? 200 : 202);
    const taken = standIn.vendor.messages();
    expect(taken).toMatchObject([{ kind, path: `/${kind}/a-channel` }]);
    expect(JSON.stringify(taken)).toContain('https://tradewire.test/2');
  });

  test('attack 63: shows hostile text without markup, mentions or links', async () => {
    await send('slack');
    await send('teams');
    const [teams, slack] = standIn.vendor.messages();
    const text = { type: 'text', text: HOSTILE };
    expect(slack?.payload).toMatchObject({
      text: expect.stringContaining('&lt;!channel&gt;'),
      unfurl_links: false,
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: HOSTILE, emoji: false } },
        { type: 'rich_text', elements: [{ elements: [text, { type: 'link' }] }] },
        { type: 'rich_text', elements: [{ type: 'rich_text_list', elements: [{ elements: [text] }, {}] }] },
        {},
      ],
    });
    expect(JSON.stringify(slack)).not.toContain('"mrkdwn"');
    expect(JSON.stringify(teams)).toContain(JSON.stringify({ type: 'TextRun', text: HOSTILE }).slice(1, -1));
    expect(JSON.stringify(teams)).not.toContain('"TextBlock"');
  });

  test.each([
    [404, { code: 'gone', status: 404 }],
    [410, { code: 'gone', status: 410 }],
    [403, { code: 'refused', status: 403 }],
    [302, { code: 'refused', status: 302 }],
    [429, { code: 'rate_limited', status: null }],
    [503, { code: 'unavailable', status: null }],
    [504, { code: 'outcome_unknown', status: null }],
  ])('that gets a %i fails with %j', async (status, refusal) => {
    for (const kind of KINDS) {
      await controlOf(standIn.url).fault({ method: 'POST', path: `/${kind}`, status });
      expect(await refusalOf(send(kind))).toEqual(refusal);
    }
    expect(standIn.vendor.messages()).toEqual([]);
  });

  test('attack 63: may have arrived if no response comes', async () => {
    await controlOf(standIn.url).fault({ method: 'POST', path: '/slack', dropAfterHandling: true });
    expect(await refusalOf(send('slack'))).toEqual({ code: 'outcome_unknown', status: null });
    await controlOf(standIn.url).fault({ method: 'POST', path: '/slack', hang: true });
    expect(await refusalOf(send('slack', { timeoutMs: 500 }))).toEqual({ code: 'outcome_unknown', status: null });
    expect(standIn.vendor.messages()).toHaveLength(1);
  });

  test('accepted by a Teams connector but rejected by Teams counts as undelivered', async () => {
    const words =
      'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429 with ContextId x';
    const connector = await startReceiver((response) => response.end(words));
    const standInUrl = new URL(connector.url).origin;
    const address = `${standInUrl}/teams/x`;
    const sender = createChatSender({ standInUrl });
    expect(await refusalOf(sender.send({ kind: 'teams', address, message }))).toMatchObject({ code: 'rate_limited' });
    await connector.close();
  });

  test('attack 63: is sent only to vendor addresses', async () => {
    const production = createChatSender({ standInUrl: null });
    for (const address of [
      `${standIn.url}/slack/a`,
      'https://hooks.slack.com.evil.test/x',
      'https://127.0.0.1/slack/x',
    ]) {
      expect(await refusalOf(production.send({ kind: 'slack', address, message }))).toMatchObject({
        code: 'not_allowed',
      });
    }
    expect(await refusalOf(send('slack', { address: `${standIn.url}/teams/a` }))).toMatchObject({
      code: 'not_allowed',
    });
    expect(standIn.vendor.messages()).toEqual([]);
  });

  test('over Slack’s limit is detected as too long, and refused by Slack', async () => {
    const long = longMessage(12);
    expect([fitsChannel('slack', message), fitsChannel('slack', long)]).toEqual([true, false]);
    expect(await refusalOf(send('slack', { message: long }))).toEqual({ code: 'refused', status: 400 });
  });

  test.each([
    ['few long lines', 2_000],
    ['many short lines', 1],
  ])('at our limit for Teams is posted, but one twice as long is silently dropped: %s', async (_, length) => {
    let lines = 1;
    while (fitsChannel('teams', longMessage(lines + 1, length))) lines += 1;
    await send('teams', { message: longMessage(lines, length) });
    expect(standIn.vendor.messages()).toHaveLength(1);
    // Teams drops twice as much, so `fitsChannel` wastes little room.
    await send('teams', { message: longMessage(lines * 2, length) });
    expect(standIn.vendor.messages()).toHaveLength(1);
  });

  test.each(KINDS)('declares its charset to %s', async (kind) => {
    const requests = await controlOf(standIn.url).recordRequests();
    await send(kind);
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    expect(await requests()).toMatchObject([{ headers }]);
  });
});
