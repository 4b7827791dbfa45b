import { randomUUID } from 'node:crypto';
import { createClient } from 'redis';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { connectCalendar, disconnectCalendar, listCalendarIntegrations } from '#contract/calendar.ts';
import { hashToken } from '#db/link-token.ts';
import { listGrants } from '#db/queries/account-deletion.ts';
import { insertChannel, listChannels } from '#db/queries/calendar-channels.ts';
import { sql } from '#db/sql.ts';
import { openTestApi } from '#tests/support/api.ts';
import {
  listDisconnected,
  listOutbox,
  seedCalendar,
  seedMeeting,
  seedWhitelistEntry,
} from '#tests/support/builders.ts';
import { consentToCalendar, locationOf, signInWithGoogle, TOKEN_FAULTS } from '#tests/support/google-sign-in.ts';
import type { HttpClient } from '#tests/support/http-client.ts';
import { answerConsent } from '#tests/support/sandbox.ts';

const ACCOUNT = 'sam@harborline.test';

const api = await openTestApi();

describe('POST /users/calendar/connect', () => {
  test('attack 29: stores the grant encrypted and requests a sync [3.8] [7.15] [7.16]', async () => {
    const { user, client } = await api.newUser();
    const consent = await consentToCalendar(client, ACCOUNT);
    const { integration } = await client.data(connectCalendar, { body: { provider: 'google', ...consent } });
    expect(integration).toMatchObject({
      provider: 'google',
      isActive: true,
      status: 'connected',
      accountEmail: ACCOUNT,
      calendarName: ACCOUNT,
      syncEnabled: true,
      isSyncing: true,
      lastSyncAt: null,
    });
    expect(await listOutbox(api.pool)).toContainEqual({
      workflow: 'calendar-sync',
      userId: user.id,
      provider: 'google',
      signal: 'sync',
    });
    const token = await api.pool.oneFirst(sql.type(z.object({ token: z.string() }))`
      select refresh_token as token from calendar_integrations where user_id = ${user.id}
    `);
    expect(token).toMatch(/^v1\.test\./);
    const plain = api.encryption.decrypt(token, `${user.id}:google`);
    expect(plain.length).toBeGreaterThan(10);
    expect(token).not.toContain(plain);
    expect((await client.data(listCalendarIntegrations)).integrations).toMatchObject([integration]);
  });

  test('accepts a missing state while exactly one connection is pending', async () => {
    const { client } = await api.newUser();
    const { authCode } = await consentToCalendar(client, ACCOUNT);
    expect((await client.call(connectCalendar, { body: { provider: 'google', authCode } })).status).toBe(200);
  });

  test('attack 16: refuses a missing state with two pending connections', async () => {
    const { client } = await api.newUser();
    await consentToCalendar(client, ACCOUNT);
    const { authCode } = await consentToCalendar(client, ACCOUNT);
    expect((await client.call(connectCalendar, { body: { provider: 'google', authCode } })).status).toBe(400);
  });

  test('attack 16: accepts a code once, even concurrently', async () => {
    const { user, client } = await api.newUser();
    const body = { provider: 'google', ...(await consentToCalendar(client, ACCOUNT)) };
    const answers = await Promise.all([1, 2].map(() => client.call(connectCalendar, { body })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    expect((await client.call(connectCalendar, { body })).status).toBe(400);
    const asked = await listOutbox(api.pool, user.id);
    expect(asked).toHaveLength(1);
  });

  test('attack 16: completes a flow once, even with a fresh code', async () => {
    const { client } = await api.newUser();
    const start = '/api/auth/google?purpose=calendar_connect&isPopup=true';
    const consent = locationOf(await client.request('GET', start));
    const statuses = [];
    for (let visit = 0; visit < 2; visit += 1) {
      const { searchParams } = await answerConsent(consent, { account: ACCOUNT });
      const [authCode, state] = [searchParams.get('code') ?? '', searchParams.get('state') ?? ''];
      statuses.push((await client.call(connectCalendar, { body: { provider: 'google', authCode, state } })).status);
    }
    expect(statuses).toEqual([200, 400]);
  });

  test('attack 16: refuses missing, forged and foreign states and writes nothing', async () => {
    const [{ client: attacker }, { user, client: victim }] = [await api.newUser(), await api.newUser()];
    const stolen = await consentToCalendar(attacker, ACCOUNT);
    const forged = Buffer.from(
      JSON.stringify({ purpose: 'calendar_connect', provider: 'google', isPopup: true, returnUrl: '/', nonce: 'x' }),
    ).toString('base64');
    for (const body of [
      { authCode: stolen.authCode },
      { authCode: stolen.authCode, state: forged },
      { authCode: stolen.authCode, state: 'not base64 JSON' },
      stolen,
    ]) {
      const answer = await victim.call(connectCalendar, { body: { provider: 'google', ...body } });
      expect([answer.status, answer.body.code]).toEqual([400, 'BAD_REQUEST']);
    }
    const rows = await api.pool.any(
      sql.typeAlias('id')`select id from calendar_integrations where user_id = ${user.id}`,
    );
    expect(rows).toEqual([]);
  });

  test('attack 16: expires a flow after ten minutes', async () => {
    const { client } = await api.newUser();
    const consent = await consentToCalendar(client, ACCOUNT);
    const redis = createClient({ url: api.config.redisUrl });
    await redis.connect();
    for (const key of await redis.keys('oauth-flows:*')) {
      expect(await redis.ttl(key)).toBeLessThanOrEqual(600);
      for (const [nonce, flow] of Object.entries(await redis.hGetAll(key))) {
        await redis.hSet(key, nonce, flow.replace(/"expiresAt":\d+/, `"expiresAt":${Date.now() - 1}`));
      }
    }
    redis.destroy();
    const late = await client.call(connectCalendar, { body: { provider: 'google', ...consent } });
    expect([late.status, late.body.code]).toEqual([400, 'BAD_REQUEST']);
  });

  test("attack 16: refuses another flow's code, which does not match the verifier", async () => {
    const [{ client: attacker }, { client: victim }] = [await api.newUser(), await api.newUser()];
    const stolen = await consentToCalendar(attacker, ACCOUNT);
    const own = await consentToCalendar(victim, ACCOUNT);
    const body = { provider: 'google', authCode: stolen.authCode, state: own.state };
    const answer = await victim.call(connectCalendar, { body });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain('has expired');
  });

  test('refuses a grant without calendar access and explains the fix', async () => {
    const { client } = await api.newUser();
    const consent = await consentToCalendar(client, ACCOUNT, { tick: [] });
    const answer = await client.call(connectCalendar, { body: { provider: 'google', ...consent } });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain('allow access to your calendar');
  });

  test('returns 503 while Google is down', async () => {
    const { client } = await api.newUser();
    const consent = await consentToCalendar(client, ACCOUNT);
    await api.sandbox.control(api.sandbox.google, '/faults', { method: 'POST', path: '/token', status: 503 });
    expect((await client.call(connectCalendar, { body: { provider: 'google', ...consent } })).status).toBe(503);
  });

  test.each(TOKEN_FAULTS)('returns 502 and reports the cause if Google %s', async (_, fault) => {
    const { client } = await api.newUser();
    const consent = await consentToCalendar(client, ACCOUNT);
    await api.sandbox.control(api.sandbox.google, '/faults', { method: 'POST', path: '/token', ...fault });
    const answer = await client.call(connectCalendar, { body: { provider: 'google', ...consent } });
    expect([answer.status, answer.body.code]).toEqual([502, 'BAD_GATEWAY']);
    expect(answer.body.message).toContain('rejected this installation’s request');
  });

  test('reconnects a disconnected account and resumes its upcoming meetings', async () => {
    const { user, client } = await api.newUser();
    await client.data(connectCalendar, {
      body: { provider: 'google', ...(await consentToCalendar(client, ACCOUNT)) },
    });
    const calendarId = await api.pool.oneFirst(sql.typeAlias('id')`
      insert into calendars (integration_id, provider_calendar_id, name, is_primary)
      select id, 'primary', 'Work', true from calendar_integrations where user_id = ${user.id} returning id
    `);
    const meetingId = await seedMeeting(api.pool, { userId: user.id, calendarId });
    await client.data(disconnectCalendar, { body: { provider: 'google' } });
    const { integration } = await client.data(connectCalendar, {
      body: { provider: 'google', ...(await consentToCalendar(client, ACCOUNT)) },
    });
    expect(integration).toMatchObject({ status: 'connected', isActive: true, calendarName: 'Work' });
    expect(await listOutbox(api.pool)).toContainEqual({
      workflow: 'meeting',
      userId: user.id,
      meetingId,
      version: 3,
    });
  });

  test('switches off the calendars of the account it replaces', async () => {
    const { user, client } = await api.newUser();
    const { calendarId } = await seedCalendar(api.pool, {
      userId: user.id,
      encryption: api.encryption,
      accountSubject: 'somebody else',
    });
    const meetingId = await seedMeeting(api.pool, { userId: user.id, calendarId });
    await client.data(connectCalendar, {
      body: { provider: 'google', ...(await consentToCalendar(client, ACCOUNT)) },
    });
    const enabled = await api.pool.oneFirst(sql.type(z.object({ enabled: z.boolean() }))`
      select enabled from calendars where id = ${calendarId}
    `);
    expect(enabled).toBe(false);
    const hash = await api.pool.oneFirst(sql.type(z.object({ hash: z.string() }))`
      select encode(content_hash, 'hex') as hash from meetings where id = ${meetingId}
    `);
    expect(hash).toBe('');
    expect(await listOutbox(api.pool)).toContainEqual({ workflow: 'meeting', userId: user.id, meetingId, version: 2 });
  });

  describe('connecting a different account', () => {
    const connect = async (client: HttpClient, account: string) =>
      await client.data(connectCalendar, {
        body: { provider: 'google', ...(await consentToCalendar(client, account)) },
      });
    const newAccount = async () => {
      const email = `${randomUUID()}@eastgate.test`;
      await api.sandbox.control(api.sandbox.google, '/accounts', { email, name: 'Lea Ver' });
      return email;
    };
    /** Lists the grants that closing the account would revoke. */
    const listHeld = async (userId: string) => {
      const envelopes = await listGrants(api.pool, { userId, provider: 'google' });
      return envelopes.map((envelope) => api.encryption.decrypt(envelope, `${userId}:google`));
    };
    /** Returns the status of Google's response: 400 after a revocation. */
    const refresh = async (token: string | undefined) => {
      const form = { grant_type: 'refresh_token', client_id: 'sandbox-client', client_secret: 'sandbox-secret' };
      const body = new URLSearchParams({ ...form, refresh_token: token ?? '' });
      return (await fetch(`${api.sandbox.google.url}/token`, { method: 'POST', body })).status;
    };

    test('attack 47: revokes the former grant, closes its channels and is journalled', async () => {
      const { user, client } = await api.newUser();
      const { integration } = await connect(client, await newAccount());
      const [former] = await listHeld(user.id);
      expect(await refresh(former)).toBe(200);
      const calendarId = await api.pool.oneFirst(sql.typeAlias('id')`
        insert into calendars (integration_id, provider_calendar_id, name) values (${integration.id}, 'primary', 'Work')
        returning id
      `);
      const channel = { channelId: randomUUID(), calendarId, resourceId: 'r', tokenHash: hashToken(randomUUID()) };
      const expiresAt = new Date(Date.now() + 86_400_000);
      await insertChannel(api.pool, { ...channel, provider: 'google', expiresAt });
      const accountEmail = await newAccount();

      expect((await connect(client, accountEmail)).integration).toMatchObject({ status: 'connected', accountEmail });
      const held = await listHeld(user.id);
      expect([await refresh(former), await Promise.all(held.map(refresh))]).toEqual([400, [200]]);
      expect(await listChannels(api.pool, integration.id)).toEqual([]);
      const requests = await (await fetch(`${api.sandbox.google.url}/_control/journal`)).text();
      expect(requests).toContain(channel.channelId);
      expect(await listDisconnected(api.pool, user.id)).toEqual(['google']);
      const signals = ['sync', 'stop', 'sync'].map((signal) => ({ workflow: 'calendar-sync', signal }));
      expect(await listOutbox(api.pool, user.id)).toMatchObject(signals);
    });

    test("keeps the sign-in account's grant unless that account is replaced", async () => {
      const [own, first] = [await newAccount(), await newAccount()];
      await seedWhitelistEntry(api.pool, { email: own });
      const client = api.client();
      await signInWithGoogle(api, client, own);
      const userId = await api.pool.oneFirst(sql.typeAlias('id')`select id from users where email = ${own}`);
      const [signIn] = await listHeld(userId);
      // Replaces an account other than the sign-in account.
      await connect(client, first);
      await connect(client, await newAccount());
      expect(await listHeld(userId)).toHaveLength(2);
      expect(await refresh(signIn)).toBe(200);
      // Replaces the sign-in account.
      await connect(client, own);
      await connect(client, first);
      const held = await listHeld(userId);
      expect([await refresh(signIn), await Promise.all(held.map(refresh))]).toEqual([400, [200]]);
    });

    test('succeeds even if Google fails to revoke, and a repeat keeps the account connected', async () => {
      const { user, client } = await api.newUser();
      const [first, second] = [await newAccount(), await newAccount()];
      await connect(client, first);
      await api.sandbox.control(api.sandbox.google, '/faults', { method: 'POST', path: '/revoke', status: 503 });
      await connect(client, second);
      await connect(client, second);
      const held = await listHeld(user.id);
      expect(await Promise.all(held.map(refresh))).toEqual([200]);
      expect(await listDisconnected(api.pool, user.id)).toEqual(['google']);
    });
  });
});
