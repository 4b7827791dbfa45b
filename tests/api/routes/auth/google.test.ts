import { describe, expect, test } from 'vitest';
import { signInSocial } from '#contract/auth.ts';
import { openTestApi } from '#tests/support/api.ts';
import { getBotToken, locationOf, onServer, startGoogleSignIn } from '#tests/support/google-sign-in.ts';

const api = await openTestApi();

describe('POST /auth/sign-in/social', () => {
  test('redirects to consent with PKCE, nonce, offline access and the calendar scope [7.11]', async () => {
    const consent = new URL(await startGoogleSignIn(api, api.client()));
    const query = Object.fromEntries(consent.searchParams);
    expect(query).toMatchObject({
      client_id: 'sandbox-client',
      redirect_uri: `${api.config.publicUrl}/api/auth/callback/google`,
      access_type: 'offline',
      prompt: 'consent',
      code_challenge_method: 'S256',
    });
    expect(query['scope']?.split(' ')).toEqual(
      expect.arrayContaining(['openid', 'email', 'profile', 'https://www.googleapis.com/auth/calendar.readonly']),
    );
    expect(query['code_challenge']).toHaveLength(43);
    expect(query['nonce']).toHaveLength(43);
  });

  test('sends Google a state with the specified fields only', async () => {
    const consent = new URL(await startGoogleSignIn(api, api.client(), { timezone: 'Europe/Berlin' }));
    const state: unknown = JSON.parse(Buffer.from(consent.searchParams.get('state') ?? '', 'base64').toString());
    expect(state).toEqual({
      purpose: 'login',
      provider: 'google',
      isPopup: false,
      returnUrl: '/app',
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  test('answers "coming soon" for Microsoft, 404 for other providers, and 400 for a foreign callbackURL', async () => {
    const microsoft = await api.client().call(signInSocial, { body: { provider: 'microsoft' } });
    expect(microsoft.body.message).toBe('Microsoft authentication is coming soon!');
    expect((await api.client().call(signInSocial, { body: { provider: 'myspace' } })).status).toBe(404);
    const body = { provider: 'google', callbackURL: 'https://evil.test' };
    const foreign = await api.client().call(signInSocial, {
      body,
      headers: { 'X-Turnstile-Token': await getBotToken(api) },
    });
    expect(foreign.status).toBe(400);
  });
});

describe('GET /auth/google', () => {
  test('redirects to /login without a ticket or session', async () => {
    const visitor = api.client();
    for (const path of ['', '?purpose=login', '?purpose=login&ticket=guess', '?purpose=calendar_connect']) {
      expect(locationOf(await visitor.request('GET', `/api/auth/google${path}`))).toBe('/login');
    }
  });

  test('attack 16: accepts a ticket once, and only in the browser that received it', async () => {
    const client = api.client();
    const begin = async () =>
      await client.data(signInSocial, {
        body: { provider: 'google' },
        headers: { 'X-Turnstile-Token': await getBotToken(api) },
      });
    const stolen = await begin();
    expect(locationOf(await api.client().request('GET', onServer(api, stolen.url)))).toBe('/login');
    const own = await begin();
    expect(locationOf(await client.request('GET', onServer(api, own.url)))).toContain('/o/oauth2/v2/auth');
    expect(locationOf(await client.request('GET', onServer(api, own.url)))).toBe('/login');
  });

  test('starts connecting a calendar with purpose, provider, popup and returnUrl in the state [3.15]', async () => {
    const { client } = await api.newUser();
    const query = 'purpose=calendar_connect&isPopup=true&returnUrl=%2Fapp%2Fsettings';
    const consent = new URL(locationOf(await client.request('GET', `/api/auth/google?${query}`)));
    expect(consent.searchParams.get('redirect_uri')).toBe(`${api.config.publicUrl}/auth/callback`);
    const state = Buffer.from(consent.searchParams.get('state') ?? '', 'base64').toString();
    expect(JSON.parse(state)).toEqual({
      purpose: 'calendar_connect',
      provider: 'google',
      isPopup: true,
      returnUrl: '/app/settings',
      nonce: expect.any(String),
    });
  });

  test('sends users without a subscription to /login and refuses a foreign returnUrl', async () => {
    const { client: unpaid } = await api.newUser({ isWhitelisted: false });
    expect(locationOf(await unpaid.request('GET', '/api/auth/google?purpose=calendar_connect'))).toBe('/login');
    const path = `/api/auth/google?purpose=calendar_connect&returnUrl=${encodeURIComponent('//evil.test')}`;
    expect((await unpaid.request('GET', path)).status).toBe(400);
  });
});
