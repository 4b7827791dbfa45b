import { createRemoteJWKSet, jwtVerify } from 'jose';
import * as oauth from 'oauth4webapi';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MicrosoftVendor } from '#sandbox/microsoft/microsoft.ts';
import type { Started } from '#sandbox/start-vendor.ts';
import {
  connect,
  consentUrl,
  control,
  graphWith,
  mira,
  redirectUri,
  refresh,
  refusal,
  startMicrosoft,
  submitConsent,
  tokenCall,
} from '#sandbox/tests/microsoft/graph-client.ts';

let microsoft: Started<MicrosoftVendor>;
let url: string;

beforeAll(async () => {
  microsoft = await startMicrosoft();
  ({ url } = microsoft);
});
beforeEach(async () => {
  await microsoft.vendor.control.resetAll();
});
afterAll(async () => {
  await microsoft.close();
});

describe('the page for administrators', () => {
  const pageAt = (tenant: string, scope = 'openid https://graph.microsoft.com/Calendars.Read') => {
    const query = new URLSearchParams({ client_id: 'sandbox-client', redirect_uri: redirectUri, scope, state: 's' });
    return `${url}/${tenant}/v2.0/adminconsent?${query.toString()}`;
  };

  test('shows the permissions and redirects with the tenant', async () => {
    const page = pageAt('organizations');
    const shown = await (await fetch(page)).text();
    for (const text of ['Mira Kask', 'Read your calendars', 'for all users in your organization']) {
      expect(shown).toContain(text);
    }
    const landed = await submitConsent(page);
    expect(Object.fromEntries(landed.searchParams)).toEqual({
      admin_consent: 'True',
      tenant: expect.stringMatching(/^[\da-f-]{36}$/),
      scope: 'openid https://graph.microsoft.com/Calendars.Read',
      state: 's',
    });
  });

  test('redirects with consent_required on Cancel', async () => {
    const landed = await submitConsent(pageAt('organizations'), { decision: 'cancel' });
    expect(Object.fromEntries(landed.searchParams)).toMatchObject({
      admin_consent: 'True',
      error: 'consent_required',
      error_description: expect.stringMatching(/^AADSTS65004: /),
    });
  });

  test.each([
    ['common', 'openid'],
    ['organizations', 'Mail.Everything'],
    ['organizations', ''],
  ])('is refused for the tenant %s with the scope "%s"', async (tenant, scope) => {
    expect((await fetch(pageAt(tenant, scope))).status).toBe(400);
  });
});

describe('on the consent page', () => {
  test('the accounts, permissions, Allow and Cancel are shown', async () => {
    const page = await (await fetch(consentUrl(url).page)).text();
    for (const text of ['Mira Kask', mira, 'Read your calendars', 'Maintain access', 'Allow', 'Cancel']) {
      expect(page).toContain(text);
    }
  });

  test('login_hint preselects the account', async () => {
    await control(url, 'accounts', { email: 'oskar.tamm@eastgate.test', name: 'Oskar Tamm' });
    const page = await (await fetch(consentUrl(url, { parameters: { login_hint: mira } }).page)).text();
    expect(page).toMatch(/value="mira@eastgate.test" required checked/);
    expect(page).not.toMatch(/value="oskar.tamm@eastgate.test" required checked/);
  });

  test('Cancel redirects with access_denied, a description and the state', async () => {
    const landed = await submitConsent(consentUrl(url).page, { decision: 'cancel' });
    expect(Object.fromEntries(landed.searchParams)).toEqual({
      error: 'access_denied',
      error_description: 'AADSTS65004: User declined to consent to access the app.',
      error_subcode: 'cancel',
      state: 'the-state',
    });
  });

  test('response_mode supports query, fragment and form_post', async () => {
    const inQuery = await submitConsent(consentUrl(url, { parameters: { response_mode: 'query' } }).page);
    expect(inQuery.searchParams.get('code')).toBeTruthy();
    const inFragment = await submitConsent(consentUrl(url, { parameters: { response_mode: 'fragment' } }).page);
    expect(new URLSearchParams(inFragment.hash.slice(1)).get('state')).toBe('the-state');
    const { page } = consentUrl(url, { parameters: { response_mode: 'form_post' } });
    const body = new URLSearchParams({ decision: 'allow', account: mira });
    const posted = await (await fetch(page, { method: 'POST', body })).text();
    expect(posted).toContain(`<form method="post" action="${redirectUri}">`);
    expect(posted).toMatch(/name="code" value="0\.A/);
  });

  test.each([
    ['an unknown client', 'client_id', 'someone-else', 'AADSTS700016'],
    ['a redirect_uri that is not loopback', 'redirect_uri', 'https://evil.test/cb', 'AADSTS50011'],
    ['a redirect_uri that only looks like loopback', 'redirect_uri', 'http://localhost.evil.test/', 'AADSTS50011'],
  ])('an error without a redirect is shown for %s', async (_what, name, value, code) => {
    const answer = await fetch(consentUrl(url, { parameters: { [name]: value } }).page, { redirect: 'manual' });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain(code);
  });

  test.each([
    ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
    ['an unknown scope', { scope: 'openid Telepathy.Read' }, 'invalid_scope'],
    ['no scope', { scope: undefined }, 'invalid_request'],
    ['an unknown prompt', { prompt: 'sometimes' }, 'invalid_request'],
    ['prompt=none without a session', { prompt: 'none' }, 'login_required'],
  ])('the app gets a redirect with an error for %s', async (_what, parameters, error) => {
    const answer = await fetch(consentUrl(url, { parameters }).page, { redirect: 'manual' });
    const landed = new URL(answer.headers.get('location') ?? 'about:blank');
    expect(landed.searchParams.get('error')).toBe(error);
    expect(landed.searchParams.get('error_description')).toMatch(/^AADSTS\d+: /);
    expect(landed.searchParams.get('state')).toBe('the-state');
  });

  test('tenants list only their own kind of account, and an unknown tenant returns 400', async () => {
    await control(url, 'accounts', { email: 'kai@outlook.com', name: 'Kai Personal' });
    const shown = async (tenant: string) => await (await fetch(consentUrl(url, { tenant }).page)).text();
    expect(await shown('consumers')).toContain('kai@outlook.com');
    expect(await shown('consumers')).not.toContain(mira);
    expect(await shown('organizations')).toContain(mira);
    expect(await shown('organizations')).not.toContain('kai@outlook.com');
    expect(await shown('eastgate.test')).toContain(mira);
    expect((await fetch(consentUrl(url, { tenant: 'nobody.test' }).page)).status).toBe(400);
  });
});

describe('at the token endpoint', () => {
  test.each([
    ['a wrong verifier', { code_verifier: 'x'.repeat(43) }, 501481],
    ['a missing verifier', { code_verifier: '' }, 501481],
    ['another redirect_uri', { redirect_uri: 'http://localhost:3000/other' }, 500112],
  ])('a code is rejected as invalid_grant with %s', async (_what, wrong, number) => {
    const { page, verifier } = consentUrl(url);
    const code = (await submitConsent(page)).searchParams.get('code') ?? '';
    const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier };
    const answer = await tokenCall(url, { ...grant, ...wrong });
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_grant', error_codes: [number] } });
  });

  test('a code can be exchanged only once', async () => {
    const { page, verifier } = consentUrl(url);
    const code = (await submitConsent(page)).searchParams.get('code') ?? '';
    const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier };
    expect((await tokenCall(url, grant)).status).toBe(200);
    expect((await tokenCall(url, grant)).body).toMatchObject({ error: 'invalid_grant', error_codes: [54005] });
  });

  test('an error includes its number, time, trace and correlation ids', async () => {
    const { body } = await tokenCall(url, { grant_type: 'authorization_code', code: 'no', redirect_uri: redirectUri });
    expect(body).toEqual({
      error: 'invalid_grant',
      error_description: expect.stringMatching(/^AADSTS9002313: .+ Trace ID: .+ Correlation ID: .+ Timestamp: /),
      error_codes: [9002313],
      timestamp: expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}Z$/),
      trace_id: expect.any(String),
      correlation_id: expect.any(String),
      error_uri: expect.any(String),
    });
  });

  test.each([
    ['a wrong secret', { client_secret: 'wrong' }, 401, 'invalid_client'],
    ['an unknown client', { client_id: 'someone' }, 400, 'unauthorized_client'],
    ['a missing grant type', {}, 400, 'invalid_request'],
    ['an unsupported grant type', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
  ])('%s is rejected', async (_what, fields, status, error) => {
    expect(await tokenCall(url, fields)).toMatchObject({ status, body: { error } });
  });
});

describe('after consent', () => {
  test('the id_token is signed by a published key, and its issuer matches its tid', async () => {
    const { tokens } = await connect(url);
    const keys = createRemoteJWKSet(new URL(`${url}/common/discovery/v2.0/keys`));
    const { payload, protectedHeader } = await jwtVerify(tokens.id_token ?? '', keys, { audience: 'sandbox-client' });
    expect(protectedHeader).toMatchObject({ alg: 'RS256', kid: expect.any(String) });
    expect(payload.iss).toBe(`https://login.microsoftonline.com/${String(payload['tid'])}/v2.0`);
    expect(payload).toMatchObject({
      oid: expect.any(String),
      sub: expect.any(String),
      preferred_username: mira,
      email: mira,
      name: 'Mira Kask',
      nonce: 'the-nonce',
      ver: '2.0',
    });
    expect(payload.sub).not.toBe(payload['oid']);
  });

  test('refresh tokens need offline_access, and id_tokens need openid', async () => {
    const { tokens } = await connect(url, { scope: 'Calendars.Read' });
    expect(tokens).not.toHaveProperty('refresh_token');
    expect(tokens).not.toHaveProperty('id_token');
    expect((await connect(url)).tokens).toMatchObject({ refresh_token: expect.any(String) });
  });

  test('granted scopes are returned as requested, without offline_access', async () => {
    const scope = 'offline_access https://graph.microsoft.com/Calendars.Read User.Read';
    const { tokens } = await connect(url, { scope });
    expect(tokens.scope).toBe('https://graph.microsoft.com/Calendars.Read User.Read');
  });

  test('a refresh rotates the token, and the old one works until it expires', async () => {
    const { tokens } = await connect(url);
    const first = tokens.refresh_token ?? '';
    const { body } = await refresh(url, first);
    expect(body['refresh_token']).not.toBe(first);
    expect((await refresh(url, first)).status).toBe(200);
    expect(await control(url, 'grants/expire-replaced', { email: mira })).toEqual({ expired: 1 });
    expect((await refresh(url, first)).body).toMatchObject({ error: 'invalid_grant', error_codes: [700082] });
    expect((await refresh(url, String(body['refresh_token']))).status).toBe(200);
  });

  test('a refresh can narrow scopes but not widen them', async () => {
    const { tokens } = await connect(url);
    const grant = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' };
    const less = await tokenCall(url, { ...grant, scope: 'User.Read' });
    expect(less.body['scope']).toBe('User.Read');
    const call = graphWith(url, String(less.body['access_token'])).api('/me/calendars').get();
    expect(await refusal(call)).toEqual([403, 'ErrorAccessDenied']);
    const more = await tokenCall(url, { ...grant, scope: 'Calendars.ReadWrite' });
    expect(more.body).toMatchObject({ error: 'invalid_grant', suberror: 'consent_required' });
  });

  test('revoking a grant ends its refresh and access tokens', async () => {
    const { tokens } = await connect(url);
    expect(await control(url, 'grants/revoke', { email: mira })).toEqual({ revoked: true });
    expect((await refresh(url, tokens.refresh_token ?? '')).body).toMatchObject({
      error: 'invalid_grant',
      error_codes: [50173],
    });
    expect(await refusal(graphWith(url, tokens.access_token).api('/me').get())).toEqual([
      401,
      'InvalidAuthenticationToken',
    ]);
  });

  test('a reset ends every grant', async () => {
    const { tokens } = await connect(url);
    await control(url, 'reset');
    expect((await refresh(url, tokens.refresh_token ?? '')).body).toMatchObject({ error: 'invalid_grant' });
    expect(await refusal(graphWith(url, tokens.access_token).api('/me').get())).toEqual([
      401,
      'InvalidAuthenticationToken',
    ]);
  });

  test("advancing the sandbox's clock does not expire an access token", async () => {
    const { tokens } = await connect(url);
    await control(url, 'clock', { advanceMs: 86_400_000 });
    await expect(graphWith(url, tokens.access_token).api('/me').get()).resolves.toBeDefined();
  });
});

test('a standard OpenID Connect client signs in with only the discovery document', async () => {
  const insecure = { [oauth.allowInsecureRequests]: true };
  const tenantId = await connect(url).then(({ tokens }) => String(oauthClaims(tokens.id_token ?? '')['tid']));
  const issuer = new URL(`https://login.microsoftonline.com/${tenantId}/v2.0`);
  const found = await oauth.processDiscoveryResponse(
    issuer,
    await fetch(`${url}/${tenantId}/v2.0/.well-known/openid-configuration`),
  );
  const client = { client_id: 'sandbox-client' };
  const verifier = oauth.generateRandomCodeVerifier();
  const page = new URL(found.authorization_endpoint ?? '');
  page.search = new URLSearchParams({
    // A different parameter order, nonce and state from `consentUrl`.
    code_challenge_method: 'S256',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    nonce: 'another-nonce',
    scope: 'openid profile',
    redirect_uri: redirectUri,
    response_type: 'code',
    client_id: client.client_id,
    state: 'another-state',
  }).toString();
  const landed = oauth.validateAuthResponse(found, client, await submitConsent(page.href), 'another-state');
  const answer = await oauth.authorizationCodeGrantRequest(
    found,
    client,
    oauth.ClientSecretBasic('sandbox-secret'),
    landed,
    redirectUri,
    verifier,
    insecure,
  );
  const result = await oauth.processAuthorizationCodeResponse(found, client, answer, {
    expectedNonce: 'another-nonce',
    requireIdToken: true,
  });
  await oauth.validateApplicationLevelSignature(found, answer, insecure);
  expect(oauth.getValidatedIdTokenClaims(result)).toMatchObject({ preferred_username: mira });
  const info = await oauth.userInfoRequest(found, client, result.access_token, insecure);
  const claims = oauth.getValidatedIdTokenClaims(result);
  expect(await oauth.processUserInfoResponse(found, client, claims?.sub ?? '', info)).toMatchObject({
    name: 'Mira Kask',
  });
});

function oauthClaims(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}
