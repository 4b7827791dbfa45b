import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { connectCalendar, disconnectCalendar, listCalendarIntegrations, setCalendarSync } from '#contract/calendar.ts';
import { getMeeting } from '#contract/meetings.ts';
import { hashToken } from '#db/link-token.ts';
import { insertChannel, listChannels } from '#db/queries/calendar-channels.ts';
import { sql } from '#db/sql.ts';
import { openTestApi, startApi } from '#tests/support/api.ts';
import { listDisconnected, listOutbox, seedCalendar, seedMeeting } from '#tests/support/builders.ts';
import { consentToCalendar, locationOf } from '#tests/support/google-sign-in.ts';
import type { HttpClient } from '#tests/support/http-client.ts';
import { answerConsent } from '#tests/support/sandbox.ts';

const ACCOUNT = 'mira@eastgate.test';
const provider = 'microsoft' as const;

const api = await openTestApi();

async function connect(client: HttpClient, account = ACCOUNT) {
  const consent = await consentToCalendar(client, account, { provider });
  return await client.data(connectCalendar, { body: { provider, ...consent } });
}

describe('GET /auth/microsoft', () => {
  test('redirects to consent with the specified scopes, PKCE and state [7.11] [7.20]', async () => {
    const { client } = await api.newUser();
    const path = '/api/auth/microsoft?purpose=calendar_connect&isPopup=true&returnUrl=/app/settings';
    const consent = new URL(locationOf(await client.request('GET', path)));
    expect(`${consent.origin}${consent.pathname}`).toBe(`${api.sandbox.microsoft.url}/common/oauth2/v2.0/authorize`);
    const { scope, state, ...query } = Object.fromEntries(consent.searchParams);
    expect(scope?.split(' ').toSorted()).toEqual(
      ['openid', 'profile', 'email', 'Calendars.Read', 'offline_access'].toSorted(),
    );
    expect(query).toMatchObject({
      client_id: 'sandbox-client',
      redirect_uri: `${api.config.publicUrl}/auth/callback`,
      code_challenge_method: 'S256',
    });
    expect(JSON.parse(Buffer.from(state ?? '', 'base64').toString())).toEqual({
      purpose: 'calendar_connect',
      provider,
      isPopup: true,
      returnUrl: '/app/settings',
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  test('refuses sign-in ("coming soon"), missing sessions and foreign returnUrls', async () => {
    for (const path of ['', '?purpose=login', '?purpose=login&ticket=x']) {
      const answer = await api.client().request('GET', `/api/auth/microsoft${path}`);
      expect([answer.status, answer.body.message]).toEqual([400, 'Microsoft authentication is coming soon!']);
    }
    const path = '/api/auth/microsoft?purpose=calendar_connect';
    expect(locationOf(await api.client().request('GET', path))).toBe('/login');
    const { client } = await api.newUser();
    expect((await client.request('GET', `${path}&returnUrl=//evil.test`)).status).toBe(400);
  });
});

describe('GET /auth/microsoft/admin-consent', () => {
  test('redirects anyone to the page where administrators grant the permissions users are asked for', async () => {
    const page = new URL(locationOf(await api.client().request('GET', '/api/auth/microsoft/admin-consent')));
    expect(`${page.origin}${page.pathname}`).toBe(`${api.sandbox.microsoft.url}/organizations/v2.0/adminconsent`);
    expect(Object.fromEntries(page.searchParams)).toEqual({
      client_id: 'sandbox-client',
      scope: 'openid profile email Calendars.Read offline_access',
      redirect_uri: `${api.config.publicUrl}/auth/callback`,
    });
    const landed = await answerConsent(page.href, { account: ACCOUNT });
    expect(`${landed.origin}${landed.pathname}`).toBe(`${api.config.publicUrl}/auth/callback`);
    expect(landed.searchParams.get('admin_consent')).toBe('True');
  });
});

describe('an Outlook calendar', () => {
  test('connects with an encrypted grant and requests its sync [1.2]', async () => {
    const { user, client } = await api.newUser();
    const { integration } = await connect(client);
    expect(integration).toMatchObject({
      provider,
      isActive: true,
      status: 'connected',
      accountEmail: ACCOUNT,
      syncEnabled: true,
      isSyncing: true,
    });
    expect(await listOutbox(api.pool, user.id)).toEqual([
      { workflow: 'calendar-sync', userId: user.id, provider, signal: 'sync' },
    ]);
    const row = await api.pool.one(sql.type(z.object({ token: z.string(), scopes: z.array(z.string()) }))`
      select refresh_token as token, scopes from calendar_integrations where user_id = ${user.id}
    `);
    expect(api.encryption.decrypt(row.token, `${user.id}:microsoft`).length).toBeGreaterThan(10);
    expect(row.scopes).toContain('Calendars.Read');
  });

  test('coexists with a Google calendar of the same user', async () => {
    const { client } = await api.newUser();
    await connect(client);
    const consent = await consentToCalendar(client, 'sam@harborline.test');
    await client.data(connectCalendar, { body: { provider: 'google', ...consent } });
    const { integrations } = await client.data(listCalendarIntegrations);
    expect(integrations.map((one) => [one.provider, one.accountEmail])).toEqual([
      ['microsoft', ACCOUNT],
      ['google', 'sam@harborline.test'],
    ]);
  });

  test("case 33: adds its address to the user's, reclassifying other calendars' meetings", async () => {
    const { user, client } = await api.newUser();
    const { calendarId } = await seedCalendar(api.pool, { userId: user.id, encryption: api.encryption });
    const attendees = [{ email: ACCOUNT }];
    const meetingId = await seedMeeting(api.pool, { userId: user.id, calendarId, attendees, researchState: 'pending' });
    await connect(client);
    const { meeting } = await client.data(getMeeting, { params: { id: meetingId } });
    expect(meeting).toMatchObject({ meetingType: 'internal', externalDomains: [], researchState: 'none' });
    const syncs = ['google', 'microsoft'].map((name) => ({
      workflow: 'calendar-sync',
      userId: user.id,
      provider: name,
      signal: 'sync',
    }));
    expect(await listOutbox(api.pool, user.id)).toEqual(expect.arrayContaining(syncs));
  });

  test('attack 47: closes the channels of the account it replaces and journals its disconnection', async () => {
    const { user, client } = await api.newUser();
    const email = `${randomUUID()}@eastgate.test`;
    await api.sandbox.control(api.sandbox.microsoft, '/accounts', { email, name: 'Oskar Tamm' });
    const { integration } = await connect(client, email);
    const calendarId = await api.pool.oneFirst(sql.typeAlias('id')`
      insert into calendars (integration_id, provider_calendar_id, name) values (${integration.id}, 'primary', 'Work')
      returning id
    `);
    const channel = { channelId: randomUUID(), calendarId, resourceId: null, tokenHash: hashToken(randomUUID()) };
    const expiresAt = new Date(Date.now() + 86_400_000);
    await insertChannel(api.pool, { ...channel, provider, expiresAt });
    expect((await connect(client)).integration).toMatchObject({ status: 'connected', accountEmail: ACCOUNT });
    expect(await listChannels(api.pool, integration.id)).toEqual([]);
    const requests = await (await fetch(`${api.sandbox.microsoft.url}/_control/journal`)).text();
    expect(requests).toContain(`/subscriptions/${channel.channelId}`);
    expect(await listDisconnected(api.pool, user.id)).toEqual([provider]);
  });

  test('cannot be connected with a code and state from Google', async () => {
    const { user, client } = await api.newUser();
    const consent = await consentToCalendar(client, 'sam@harborline.test');
    expect((await client.call(connectCalendar, { body: { provider, ...consent } })).status).toBe(400);
    expect(await listOutbox(api.pool, user.id)).toEqual([]);
  });

  test('is connected once per code, even concurrently', async () => {
    const { client } = await api.newUser();
    const body = { provider, ...(await consentToCalendar(client, ACCOUNT, { provider })) };
    const answers = await Promise.all([1, 2].map(() => client.call(connectCalendar, { body })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  });

  test('is refused for an account without a mailbox, with the reason', async () => {
    const { client } = await api.newUser();
    const consent = await consentToCalendar(client, ACCOUNT, { provider });
    const body = { error: { code: 'MailboxNotEnabledForRESTAPI', message: 'No mailbox.' } };
    await api.sandbox.control(api.sandbox.microsoft, '/faults', { path: '/v1.0/me/calendar', status: 404, body });
    const answer = await client.call(connectCalendar, { body: { provider, ...consent } });
    expect([answer.status, answer.body.message]).toEqual([400, 'This Microsoft account has no calendar.']);
  });

  test('cannot be connected during an outage (503) or if Microsoft rejects our client credentials (502)', async () => {
    const { client } = await api.newUser();
    const attempt = async (fault: Record<string, unknown>) => {
      const consent = await consentToCalendar(client, ACCOUNT, { provider });
      await api.sandbox.control(api.sandbox.microsoft, '/faults', { path: '/common/oauth2/v2.0/token', ...fault });
      return await client.call(connectCalendar, { body: { provider, ...consent } });
    };
    expect((await attempt({ status: 503 })).status).toBe(503);
    const refused = await attempt({
      status: 401,
      body: { error: 'invalid_client', error_description: 'AADSTS7000215' },
    });
    expect(refused.status).toBe(502);
    expect(refused.body.message).toContain('Microsoft rejected this installation’s request');
  });

  test('case 46: pauses, resumes and disconnects without revocation, which Microsoft lacks [7.17] [7.18]', async () => {
    const { user, client } = await api.newUser();
    await connect(client);
    await client.data(setCalendarSync, { body: { provider, enabled: false } });
    await client.data(setCalendarSync, { body: { provider, enabled: true } });
    const journal = async () => (await fetch(`${api.sandbox.microsoft.url}/_control/journal`)).text();
    const before = await journal();
    await client.data(disconnectCalendar, { body: { provider } });
    expect(await journal()).toBe(before);
    expect(await listOutbox(api.pool, user.id)).toMatchObject([
      { provider, signal: 'sync' },
      { provider, signal: 'pause' },
      { provider, signal: 'resume' },
      { provider, signal: 'stop' },
    ]);
    const row = await api.pool.one(sql.type(z.object({ token: z.null(), status: z.string() }))`
      select refresh_token as token, status from calendar_integrations where user_id = ${user.id}
    `);
    expect(row).toEqual({ token: null, status: 'disconnected' });
  });
});

describe('an installation without Microsoft keys', () => {
  test('starts, and gives the reason for refusing to connect Outlook', async () => {
    const bare = await startApi({ MICROSOFT_CLIENT_ID: '', MICROSOFT_CLIENT_SECRET: '' });
    onTestFinished(bare.close);
    const { client } = await bare.newUser();
    const path = '/api/auth/microsoft?purpose=calendar_connect&isPopup=true';
    const landed = new URL(locationOf(await client.request('GET', path)), bare.config.publicUrl);
    expect(landed.pathname).toBe('/auth/callback');
    expect(landed.searchParams.get('error_description')).toContain('not set up for Microsoft');
    const state: unknown = JSON.parse(Buffer.from(landed.searchParams.get('state') ?? '', 'base64').toString());
    expect(state).toMatchObject({ provider, isPopup: true, purpose: 'calendar_connect' });

    const page = locationOf(await client.request('GET', '/api/auth/microsoft/admin-consent'));
    expect(new URL(page, bare.config.publicUrl).searchParams.get('error_description')).toContain('not set up');

    const answer = await client.call(connectCalendar, { body: { provider, authCode: 'x' } });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain('not set up for Microsoft');
  });
});
