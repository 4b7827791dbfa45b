import { X509Certificate } from 'node:crypto';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { createGoogle, type GoogleVendor } from '#sandbox/google/google.ts';
import { type Started, startVendor } from '#sandbox/start-vendor.ts';
import {
  calendarScope,
  calendarWith,
  connect,
  consentUrl,
  control,
  oauthClient,
  redirectUri,
  refusal,
  submitConsent,
} from '#sandbox/tests/google/google-client.ts';

let google: Started<GoogleVendor>;
let url: string;

beforeAll(async () => {
  google = await startVendor(createGoogle);
  ({ url } = google);
});
beforeEach(async () => {
  await google.vendor.control.resetAll();
});
afterAll(async () => {
  await google.close();
});

describe('on the consent page', () => {
  test('the accounts, scopes, Allow and Cancel are shown', async () => {
    const page = await (await fetch(consentUrl(url).page)).text();
    for (const text of [
      'Dana Whitfield',
      'Sam Okafor',
      'sam@harborline.test',
      'all the calendars',
      'Allow',
      'Cancel',
    ]) {
      expect(page).toContain(text);
    }
  });

  test('login_hint preselects the account', async () => {
    const page = await (await fetch(`${consentUrl(url).page}&login_hint=sam@harborline.test`)).text();
    expect(page).toMatch(/value="sam@harborline.test" required checked/);
    expect(page).not.toMatch(/value="dana@harborline.test" required checked/);
  });

  test('Cancel redirects with access_denied and the state, but no code', async () => {
    const landed = await submitConsent(url, consentUrl(url).page, { decision: 'cancel' });
    expect(Object.fromEntries(landed.searchParams)).toEqual({ error: 'access_denied', state: 'the-state' });
  });

  test('Allow redirects with state, code and the granted scopes', async () => {
    const { landed } = await connect(url);
    expect(`${landed.origin}${landed.pathname}`).toBe(redirectUri);
    expect(landed.searchParams.get('state')).toBe('the-state');
    expect(landed.searchParams.get('scope')?.split(' ')).toContain(calendarScope);
  });

  test('an unticked calendar scope is not granted', async () => {
    const { tokens } = await connect(url, { tick: [] });
    expect(tokens.scope).not.toContain(calendarScope);
    expect(await refusal(calendarWith(url, tokens.access_token ?? '').calendarList.list())).toEqual([
      403,
      'insufficientPermissions',
    ]);
  });

  test.each([
    ['an unknown client', 'client_id', 'someone-else', 401, 'invalid_client'],
    ['a redirect_uri that is not loopback', 'redirect_uri', 'https://evil.test/cb', 400, 'redirect_uri_mismatch'],
    [
      'a redirect_uri that only looks like loopback',
      'redirect_uri',
      'http://localhost.evil.test/',
      400,
      'redirect_uri_mismatch',
    ],
    ['another response type', 'response_type', 'token', 400, 'unsupported_response_type'],
    ['an unknown scope', 'scope', 'openid telepathy', 400, 'invalid_scope'],
    ['no scope', 'scope', '', 400, 'invalid_request'],
  ])('an error without a redirect is shown for %s', async (_what, name, value, status, error) => {
    const page = new URL(consentUrl(url).page);
    page.searchParams.set(name, value);
    const answer = await fetch(page, { redirect: 'manual' });
    expect(answer.status).toBe(status);
    expect(await answer.text()).toContain(error);
  });

  test('prompt=none redirects with interaction_required', async () => {
    const answer = await fetch(consentUrl(url, { prompt: 'none' }).page, { redirect: 'manual' });
    expect(answer.headers.get('location')).toContain('error=interaction_required');
  });
});

describe('at the token endpoint', () => {
  test('a code can be exchanged only once', async () => {
    const { page, verifier } = consentUrl(url);
    const code = (await submitConsent(url, page)).searchParams.get('code') ?? '';
    const exchange = () => oauthClient(url).getToken({ code, codeVerifier: verifier, redirect_uri: redirectUri });
    await exchange();
    await expect(exchange()).rejects.toMatchObject({ response: { status: 400, data: { error: 'invalid_grant' } } });
  });

  test.each([
    ['a wrong verifier', { codeVerifier: 'x'.repeat(43) }, 'invalid_grant'],
    ['a missing verifier', {}, 'invalid_grant'],
    ['another redirect_uri', { redirect_uri: 'http://localhost:3000/other' }, 'redirect_uri_mismatch'],
  ])('a code is rejected with %s', async (_what, wrong, error) => {
    const code = (await submitConsent(url, consentUrl(url).page)).searchParams.get('code') ?? '';
    const exchange = oauthClient(url).getToken({ code, redirect_uri: redirectUri, ...wrong });
    await expect(exchange).rejects.toMatchObject({ response: { status: 400, data: { error } } });
  });

  test('a wrong client secret returns 401 invalid_client', async () => {
    const answer = await tokenCall({ grant_type: 'refresh_token', refresh_token: 'x', client_secret: 'wrong' });
    expect(answer).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
  });
});

describe('after consent', () => {
  test('the id_token verifies and carries the granted claims', async () => {
    const { client, tokens } = await connect(url, { nonce: 'n-123' });
    const ticket = await client.verifyIdToken({ idToken: tokens.id_token ?? '', audience: 'sandbox-client' });
    expect(ticket.getPayload()).toMatchObject({
      iss: 'https://accounts.google.com',
      aud: 'sandbox-client',
      email: 'dana@harborline.test',
      email_verified: true,
      hd: 'harborline.test',
      name: 'Dana Whitfield',
      given_name: 'Dana',
      family_name: 'Whitfield',
      nonce: 'n-123',
      at_hash: expect.any(String),
    });
  });

  test('the id_token marks an unverified email', async () => {
    const account = 'eve@harborline.test';
    await control(url, 'accounts', { email: account, name: 'Eve', emailVerified: false });
    const { client, tokens } = await connect(url, { account });
    const ticket = await client.verifyIdToken({ idToken: tokens.id_token ?? '', audience: 'sandbox-client' });
    expect(ticket.getPayload()).toMatchObject({ email: account, email_verified: false });
  });

  test('a forged id_token fails verification', async () => {
    const { client, tokens } = await connect(url);
    const [header, , signature] = (tokens.id_token ?? '').split('.');
    const claims = { iss: 'https://accounts.google.com', aud: 'sandbox-client', sub: '1', exp: 9e9, iat: 1 };
    const forged = [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
    await expect(client.verifyIdToken({ idToken: forged, audience: 'sandbox-client' })).rejects.toThrow(/signature/);
    await expect(jwtVerify(forged, keySet())).rejects.toThrow(/signature/);
    await expect(jwtVerify(tokens.id_token ?? '', keySet())).resolves.toBeDefined();
  });

  test("the certificates are X.509 and share the key set's ids", async () => {
    const pems = z.record(z.string(), z.string()).parse(await (await fetch(`${url}/oauth2/v1/certs`)).json());
    const [[kid, pem] = ['', '']] = Object.entries(pems);
    const certificate = new X509Certificate(pem);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    const answer = await (await fetch(`${url}/oauth2/v3/certs`)).json();
    expect(answer).toMatchObject({ keys: [{ kid, alg: 'RS256', use: 'sig' }] });
  });

  test('a refresh token needs offline access, and is issued again only with prompt=consent', async () => {
    expect((await connect(url, { access: 'online' })).tokens.refresh_token).toBeUndefined();
    expect((await connect(url)).tokens.refresh_token).toEqual(expect.any(String));
    expect((await connect(url)).tokens.refresh_token).toBeUndefined();
    expect((await connect(url, { prompt: 'consent' })).tokens.refresh_token).toEqual(expect.any(String));
  });

  test('refreshing returns a new access token that keeps the calendar scope', async () => {
    const { client, tokens } = await connect(url);
    const refreshed = await client.refreshAccessToken();
    expect(refreshed.credentials.access_token).not.toBe(tokens.access_token);
    const info = await client.getTokenInfo(refreshed.credentials.access_token ?? '');
    expect(info).toMatchObject({ aud: 'sandbox-client', email: 'dana@harborline.test' });
    expect(info.scopes).toContain(calendarScope);
  });

  test('userinfo returns the profile and rejects unknown tokens', async () => {
    const { tokens } = await connect(url, { account: 'sam@harborline.test' });
    const ask = (token: string) => fetch(`${url}/v1/userinfo`, { headers: { authorization: `Bearer ${token}` } });
    expect(await (await ask(tokens.access_token ?? '')).json()).toMatchObject({
      email: 'sam@harborline.test',
      name: 'Sam Okafor',
    });
    const refused = await ask('unknown');
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toContain('Bearer');
  });

  test('revoking an access token ends the whole grant', async () => {
    const { client, tokens } = await connect(url);
    await client.revokeToken(tokens.access_token ?? '');
    expect(await refusal(calendarWith(url, tokens.access_token ?? '').calendarList.list())).toEqual([401, 'authError']);
    expect(await tokenCall({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' })).toEqual({
      status: 400,
      body: { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' },
    });
    await expect(client.revokeToken(tokens.access_token ?? '')).rejects.toMatchObject({ response: { status: 400 } });
  });

  test('an expired access token returns 401, and the refresh token still works', async () => {
    const { client, tokens } = await connect(url);
    await control(url, 'grants/expire', { email: 'dana@harborline.test' });
    expect(await refusal(calendarWith(url, tokens.access_token ?? '').calendarList.list())).toEqual([401, 'authError']);
    const { credentials } = await client.refreshAccessToken();
    const list = await calendarWith(url, credentials.access_token ?? '').calendarList.list();
    expect(list.data.items?.[0]).toMatchObject({ id: 'dana@harborline.test', primary: true });
  });

  test("advancing the sandbox's clock does not expire an access token", async () => {
    const { tokens } = await connect(url);
    await control(url, 'clock', { advanceMs: 86_400_000 });
    await expect(calendarWith(url, tokens.access_token ?? '').calendarList.list()).resolves.toBeDefined();
  });
});

async function tokenCall(fields: Record<string, string>): Promise<{ status: number; body: unknown }> {
  const form = { client_id: 'sandbox-client', client_secret: 'sandbox-secret', ...fields };
  const answer = await fetch(`${url}/token`, { method: 'POST', body: new URLSearchParams(form) });
  return { status: answer.status, body: await answer.json() };
}

function keySet() {
  return createRemoteJWKSet(new URL(`${url}/oauth2/v3/certs`));
}
