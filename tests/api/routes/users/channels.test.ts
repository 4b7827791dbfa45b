import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { exportAccount } from '#contract/account.ts';
import { deleteChannel, listChannels, putChannel, testChannel } from '#contract/channels.ts';
import { channelOwner } from '#db/queries/channels.ts';
import { endEverySession, endWaysIn } from '#db/queries/ways-in.ts';
import { sql } from '#db/sql.ts';
import { openTestApi } from '#tests/support/api.ts';
import { ageSessions, listOutbox, PASSWORD, seedChannel } from '#tests/support/builders.ts';

const api = await openTestApi({ MESSAGES_BASE_URL: 'http://127.0.0.1:4008' });

const SECRET = 'T000/B000/a-secret-path';
const slack = {
  params: { kind: 'slack' as const },
  body: { url: `https://hooks.slack.com/services/${SECRET}`, enabled: true },
};

describe('a channel', () => {
  test('attack 64: stores its URL encrypted, never shows it in full and notifies the owner', async () => {
    const { user, client } = await api.newUser();
    await client.data(putChannel, slack);
    const { channels } = await client.data(listChannels);
    expect(channels).toMatchObject([
      {
        kind: 'slack',
        hint: 'hooks.slack.com/…path',
        enabled: true,
        insteadOfMail: false,
        stoppedAt: null,
        last: null,
      },
    ]);
    const held = await api.pool.one(sql.type(z.object({ id: z.uuid(), address: z.string(), row: z.string() }))`
      select id, address, channels::text as row from channels where user_id = ${user.id}
    `);
    expect(held.row).not.toContain('a-secret');
    expect(api.encryption.decrypt(held.address, channelOwner(held.id))).toBe(slack.body.url);
    const rows = await api.pool.anyFirst(sql.type(z.object({ text: z.string() }))`
      select data::text as text from emails where user_id = ${user.id}
      union all select details::text from audit_log where actor_user_id = ${user.id}
      union all select message::text from outbox
    `);
    expect(rows.some((text) => text.includes('channel-set'))).toBe(true);
    const exported = await client.data(exportAccount);
    expect(exported.channels).toMatchObject([{ kind: 'slack', hint: 'hooks.slack.com/…path' }]);
    for (const text of [held.row, ...rows, JSON.stringify(channels), JSON.stringify(exported)]) {
      expect(text).not.toContain('a-secret');
    }
  });

  test('attack 63: accepts only URLs of its vendor', async () => {
    const { client } = await api.newUser();
    for (const url of ['https://example.com/x', 'http://hooks.slack.com/x', 'http://127.0.0.1:9/slack/x', 'hooks']) {
      const answer = await client.call(putChannel, { ...slack, body: { ...slack.body, url } });
      expect([url, answer.status, answer.body.code]).toEqual([url, 400, 'VALIDATION']);
    }
    expect((await client.data(listChannels)).channels).toEqual([]);
    await client.data(putChannel, { ...slack, body: { ...slack.body, url: 'http://127.0.0.1:4008/slack/mine' } });
  });

  test('attack 64: requires the password 15 minutes after sign-in, except to turn it off', async () => {
    const { user, client } = await api.newUser();
    await client.data(putChannel, slack);
    await ageSessions(api.pool, user.id);
    expect((await client.call(putChannel, slack)).body.code).toBe('PASSWORD_REQUIRED');
    await client.data(putChannel, { ...slack, body: { ...slack.body, currentPassword: PASSWORD } });
    await client.data(putChannel, { params: slack.params, body: { enabled: false } });
  });

  test('can be turned off, changed and deleted without its URL', async () => {
    const { client } = await api.newUser();
    const without = await client.call(putChannel, { params: { kind: 'teams' }, body: { enabled: true } });
    expect([without.status, without.body.message]).toEqual([400, 'Validation failed: Please enter a URL']);
    await client.data(putChannel, slack);
    await client.data(putChannel, { params: slack.params, body: { enabled: false, insteadOfMail: true } });
    const hint = 'hooks.slack.com/…path';
    expect((await client.data(listChannels)).channels).toMatchObject([{ hint, enabled: false, insteadOfMail: true }]);
    await client.data(deleteChannel, { params: slack.params });
    expect((await client.data(listChannels)).channels).toEqual([]);
    expect((await client.call(deleteChannel, { params: slack.params })).status).toBe(404);
    expect((await client.call(testChannel, { params: slack.params, body: {} })).status).toBe(404);
  });

  test('reports the result of a test message', async () => {
    const { user, client } = await api.newUser();
    await client.data(putChannel, slack);
    const { messageId } = await client.data(testChannel, { params: slack.params, body: {} });
    expect(await listOutbox(api.pool)).toContainEqual({ workflow: 'channel-message', messageId, userId: user.id });
    await api.pool.query(sql.typeAlias('void')`
      update channel_messages set state = 'failed', status = 404, error = 'gone', finished_at = now() where id = ${messageId}
    `);
    expect((await client.data(listChannels)).channels).toMatchObject([
      { last: { state: 'failed', reason: 'The URL no longer works (404).' } },
    ]);
  });

  test('attack 64: is deleted with its session or by a password reset; restoring a backup turns it off', async () => {
    const { user, client } = await api.newUser();
    await client.data(putChannel, slack);
    const { encryption } = api;
    await seedChannel(api.pool, { userId: user.id, encryption, kind: 'teams', sessionId: crypto.randomUUID() });
    const { sessionId } = await api.pool.one(sql.type(z.object({ sessionId: z.uuid() }))`
      select session_id as "sessionId" from channels where user_id = ${user.id} and kind = 'slack'
    `);
    await api.pool.transaction((each) => endWaysIn(each, 'other_sessions_revoked', { userId: user.id, sessionId }));
    expect((await client.data(listChannels)).channels).toMatchObject([{ kind: 'slack' }]);
    await api.pool.transaction(endEverySession);
    const isOn = sql.typeAlias('id')`select id from channels where user_id = ${user.id} and enabled`;
    expect(await api.pool.exists(isOn)).toBe(false);
    await api.pool.transaction((each) => endWaysIn(each, 'password_reset', { userId: user.id }));
    expect(await api.pool.exists(sql.typeAlias('id')`select id from channels where user_id = ${user.id}`)).toBe(false);
  });
});
