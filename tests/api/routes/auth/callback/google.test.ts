import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { getSession, oauthState } from '#contract/auth.ts';
import { syncCalendarIntegrations } from '#contract/calendar.ts';
import { getProfile } from '#contract/users.ts';
import { markReconnectNeeded } from '#db/queries/sync-accounts.ts';
import { sql } from '#db/sql.ts';
import { createGoogleCalendar } from '#providers/calendar/google.ts';
import { GrantRevokedError } from '#providers/errors.ts';
import { openTestApi } from '#tests/support/api.ts';
import { countRows, listOutbox, seedUser, seedWhitelistEntry } from '#tests/support/builders.ts';
import { grantGoogle } from '#tests/support/google-consent.ts';
import {
  locationOf,
  onServer,
  signInWithGoogle,
  startGoogleSignIn,
  TOKEN_FAULTS,
} from '#tests/support/google-sign-in.ts';
import { answerConsent } from '#tests/support/sandbox.ts';

const api = await openTestApi();

async function newAccount(email: string, name = 'Noa Reyes'): Promise<string> {
  await api.sandbox.control(api.sandbox.google, '/accounts', { email, name });
  return email;
}

const integrationOf = async (email: string) =>
  await api.pool.one(sql.type(integrationRow)`
    select user_id as "userId", refresh_token as token, status, scopes, access_token as "accessToken",
      sync_requested_at as "syncRequestedAt", last_sync_error as error
    from calendar_integrations where account_email = ${email}
  `);
const integrationRow = z.object({
  userId: z.uuid(),
  token: z.string(),
  status: z.string(),
  scopes: z.array(z.string()),
  accessToken: z.string().nullable(),
  syncRequestedAt: z.date().nullable(),
  error: z.string().nullable(),
});

function errorOf(location: string): URLSearchParams {
  const { pathname, searchParams } = new URL(location, 'http://localhost');
  expect(pathname).toBe('/auth/callback');
  return searchParams;
}

describe('signing in with Google', () => {
  test("creates a verified account with Google's name and the address's company domain", async () => {
    const client = api.client();
    expect(await signInWithGoogle(api, client, await newAccount('noa@eastgate.test'))).toBe('/app');
    expect((await client.data(getProfile)).user).toEqual({
      firstName: 'Noa',
      lastName: 'Reyes',
      email: 'noa@eastgate.test',
      emailVerified: true,
      companyDomain: 'eastgate.test',
      jobTitle: null,
      offering: null,
      meetingGoal: null,
      timezone: 'UTC',
      briefingLanguage: 'en',
      locale: 'en-GB',
      hourCycle: null,
      emailNotifications: true,
      mailStopped: null,
    });
  });

  test("takes a new account's time zone and locale from the browser and keeps both at later sign-ins", async () => {
    const email = await newAccount('traveller@eastgate.test');
    await signInWithGoogle(api, api.client(), email, { timezone: 'Asia/Tokyo', locale: 'ja-JP' });
    const client = api.client();
    await signInWithGoogle(api, client, email, { timezone: 'America/New_York', locale: 'en-US' });
    const expected = { timezone: 'Asia/Tokyo', locale: 'ja-JP', briefingLanguage: 'ja' };
    expect((await client.data(getProfile)).user).toMatchObject(expected);
  });

  test('keeps the time zone of a linked account and replaces an unknown one with UTC', async () => {
    const joined = await seedUser(api.pool, { email: await newAccount('settled@harborline.test') });
    const [first, second] = [api.client(), api.client()];
    await signInWithGoogle(api, first, joined.email, { timezone: 'Asia/Tokyo' });
    expect((await first.data(getProfile)).user.timezone).toBe('UTC');
    await signInWithGoogle(api, second, await newAccount('martian@eastgate.test'), { timezone: 'Mars/Olympus' });
    expect((await second.data(getProfile)).user.timezone).toBe('UTC');
  });

  test('does not set a company domain for a free-mail address', async () => {
    const client = api.client();
    await signInWithGoogle(api, client, await newAccount('noa.reyes@gmail.com'));
    expect((await client.data(getProfile)).user.companyDomain).toBeNull();
  });

  test('finds the same account on the second sign-in', async () => {
    const email = await newAccount('twice@eastgate.test');
    const [first, second] = [api.client(), api.client()];
    await signInWithGoogle(api, first, email);
    await signInWithGoogle(api, second, email);
    expect((await second.data(getSession)).user?.id).toBe((await first.data(getSession)).user?.id);
  });

  test('redirects to the callbackURL, or a popup to /auth/callback with the state', async () => {
    const email = await newAccount('back@eastgate.test');
    const callbackURL = `${api.config.publicUrl}/app/settings?startTrial=true`;
    expect(await signInWithGoogle(api, api.client(), email, { callbackURL })).toBe('/app/settings?startTrial=true');
    const popup = new URL(await signInWithGoogle(api, api.client(), email, { isPopup: true }), 'http://localhost');
    expect(popup.pathname).toBe('/auth/callback');
    const state = Buffer.from(popup.searchParams.get('state') ?? '', 'base64').toString();
    expect(oauthState.parse(JSON.parse(state))).toMatchObject({ purpose: 'login', provider: 'google', isPopup: true });
  });

  test('links a local account with the same verified address', async () => {
    const user = await seedUser(api.pool, { email: await newAccount('joined@harborline.test') });
    const client = api.client();
    await signInWithGoogle(api, client, user.email);
    expect((await client.data(getSession)).user?.id).toBe(user.id);
  });

  test('attack 6: refuses to link a local account with an unverified address', async () => {
    const user = await seedUser(api.pool, { email: await newAccount('squat@harborline.test'), isVerified: false });
    const client = api.client();
    const location = await signInWithGoogle(api, client, user.email);
    expect(errorOf(location).get('error')).toBe('account_unverified');
    expect((await client.data(getSession)).user).toBeNull();
    expect(await countRows(api.pool, sql.fragment`identities where user_id = ${user.id}`)).toBe(0);
  });

  test('attack 6: refuses an address that Google has not verified', async () => {
    const user = await seedUser(api.pool, { email: 'claimed@harborline.test' });
    const account = { email: user.email, name: 'Noa Reyes', emailVerified: false };
    await api.sandbox.control(api.sandbox.google, '/accounts', account);
    const client = api.client();
    const location = await signInWithGoogle(api, client, user.email);
    expect(errorOf(location).get('error')).toBe('address_unverified');
    expect((await client.data(getSession)).user).toBeNull();
  });

  test('attack 6: finds the account by issuer and subject, even if its address changed hands', async () => {
    const email = await newAccount('changed-hands@eastgate.test');
    const first = api.client();
    await signInWithGoogle(api, first, email);
    const owner = (await first.data(getSession)).user?.id ?? '';
    await api.pool.query(sql.typeAlias('void')`update users set email = 'moved@eastgate.test' where id = ${owner}`);
    const other = await seedUser(api.pool, { email });
    const again = api.client();
    await signInWithGoogle(api, again, email);
    expect((await again.data(getSession)).user?.id).toBe(owner);
    expect(owner).not.toBe(other.id);
  });

  test('stores the grant encrypted and creates the calendar from it [3.9] [7.19]', async () => {
    const email = await newAccount('grant@eastgate.test');
    await seedWhitelistEntry(api.pool, { email });
    const client = api.client();
    await signInWithGoogle(api, client, email);
    const row = await api.pool.one(sql.type(z.object({ userId: z.uuid(), token: z.string() }))`
      select user_id as "userId", refresh_token as token from identities where email = ${email}
    `);
    expect(row.token).toMatch(/^v1\.test\./);
    expect(api.encryption.decrypt(row.token, `${row.userId}:google`)).not.toBe('');

    const first = await client.data(syncCalendarIntegrations);
    expect(first).toEqual({
      summary: { created: 1, skipped: 0 },
      created: [{ provider: 'google', calendarName: email }],
      skipped: [],
    });
    expect(await listOutbox(api.pool)).toContainEqual({
      workflow: 'calendar-sync',
      userId: row.userId,
      provider: 'google',
      signal: 'sync',
    });
    expect((await client.data(syncCalendarIntegrations)).skipped).toEqual([
      { provider: 'google', reason: 'Integration already exists' },
    ]);
  });

  test('does not create a calendar from a revoked grant until the next sign-in', async () => {
    const email = await newAccount('revoked@eastgate.test');
    await seedWhitelistEntry(api.pool, { email });
    const client = api.client();
    await signInWithGoogle(api, client, email);
    expect((await client.data(syncCalendarIntegrations)).summary.created).toBe(1);
    const integration = await api.pool.one(sql.type(z.object({ id: z.uuid(), token: z.string() }))`
      select id, refresh_token as token from calendar_integrations where account_email = ${email}
    `);
    const marked = await api.pool.transaction(
      async (transaction) =>
        await markReconnectNeeded(transaction, integration.id, {
          refreshToken: integration.token,
          errorCode: 'grant_revoked',
        }),
    );
    expect(marked).toMatchObject({ email });
    for (let call = 0; call < 2; call += 1) {
      expect((await client.data(syncCalendarIntegrations)).skipped).toEqual([
        { provider: 'google', reason: 'Calendar permission not granted' },
      ]);
    }

    const again = api.client();
    await signInWithGoogle(api, again, email);
    expect((await again.data(syncCalendarIntegrations)).summary).toEqual({ created: 1, skipped: 0 });
  });

  test('keeps a connected calendar working when Google drops its first grant after 100 sign-ins', async () => {
    const email = await newAccount('often@eastgate.test');
    await seedWhitelistEntry(api.pool, { email });
    const client = api.client();
    await signInWithGoogle(api, client, email);
    await client.data(syncCalendarIntegrations);
    const before = await integrationOf(email);
    const messages = await listOutbox(api.pool, before.userId);
    await signInWithGoogle(api, api.client(), email);

    const google = createGoogleCalendar({
      clientId: 'sandbox-client',
      clientSecret: 'sandbox-secret',
      baseUrl: api.sandbox.google.url,
    });
    await Promise.all(Array.from({ length: 99 }, () => grantGoogle(google, email)));
    const { token, ...after } = await integrationOf(email);
    const refresh = (envelope: string) => google.refresh(api.encryption.decrypt(envelope, `${after.userId}:google`));
    await expect(refresh(before.token)).rejects.toThrow(GrantRevokedError);
    expect((await refresh(token)).accessToken).toBeTruthy();
    expect({ token: before.token, ...after }).toEqual(before);
    expect(await listOutbox(api.pool, before.userId)).toEqual(messages);
  });

  test.each([
    ['a sign-in without the calendar permission', { tick: [] }, sql.fragment`id = id`],
    ['a disconnected calendar', {}, sql.fragment`status = 'disconnected'`],
    ["another account's calendar", {}, sql.fragment`account_subject = 'another'`],
  ])('leaves the grant unchanged for %s', async (what, options, set) => {
    const email = await newAccount(`${what.replaceAll(/\W/g, '')}@eastgate.test`);
    await seedWhitelistEntry(api.pool, { email });
    const client = api.client();
    await signInWithGoogle(api, client, email);
    await client.data(syncCalendarIntegrations);
    await api.pool.query(sql.typeAlias('void')`
      update calendar_integrations set ${set} where account_email = ${email}
    `);
    const before = await integrationOf(email);
    await signInWithGoogle(api, api.client(), email, options);
    expect(await integrationOf(email)).toEqual(before);
  });

  test('does not create a calendar without the calendar permission', async () => {
    const email = await newAccount('nocal@eastgate.test');
    await seedWhitelistEntry(api.pool, { email });
    const client = api.client();
    await signInWithGoogle(api, client, email, { tick: [] });
    expect((await client.data(syncCalendarIntegrations)).skipped).toEqual([
      { provider: 'google', reason: 'Calendar permission not granted' },
    ]);
  });
});

describe('a failed sign-in redirects to /auth/callback with an error', () => {
  test('if consent is refused', async () => {
    const client = api.client();
    const landed = await answerConsent(await startGoogleSignIn(api, client), 'cancel');
    const location = locationOf(await client.request('GET', onServer(api, landed.href)));
    expect(errorOf(location).get('error')).toBe('access_denied');
    expect(errorOf(location).get('error_description')).toContain('did not allow');
    expect((await client.data(getSession)).user).toBeNull();
  });

  test('if the organization’s administrator blocks it', async () => {
    const client = api.client();
    const landed = await answerConsent(await startGoogleSignIn(api, client), 'cancel');
    landed.searchParams.set('error', 'admin_policy_enforced');
    const location = locationOf(await client.request('GET', onServer(api, landed.href)));
    expect(errorOf(location).get('error')).toBe('admin_policy_enforced');
    expect(errorOf(location).get('error_description')).toContain('administrator does not allow Foreword');
    expect((await client.data(getSession)).user).toBeNull();
  });

  test('attack 16: for a replayed callback', async () => {
    const client = api.client();
    const landed = await answerConsent(await startGoogleSignIn(api, client), { account: 'sam@harborline.test' });
    const address = onServer(api, landed.href);
    const answers = await Promise.all([client.request('GET', address), client.request('GET', address)]);
    const locations = answers.map(locationOf).toSorted();
    expect(locations[0]).toBe('/app');
    expect(errorOf(locations[1] ?? '').get('error')).toBe('invalid_state');
  });

  test("attack 16: for another browser's state", async () => {
    const landed = await answerConsent(await startGoogleSignIn(api, api.client()), { account: 'sam@harborline.test' });
    const victim = api.client();
    const location = locationOf(await victim.request('GET', onServer(api, landed.href)));
    expect(errorOf(location).get('error')).toBe('invalid_state');
    expect((await victim.data(getSession)).user).toBeNull();
  });

  test.each([
    ['a missing state', ''],
    ['a state that is not base64 JSON', '%%%'],
    [
      'a forged state',
      Buffer.from(
        JSON.stringify({ purpose: 'login', provider: 'google', isPopup: false, returnUrl: '/app', nonce: 'guess' }),
      ).toString('base64'),
    ],
  ])('attack 16: for %s', async (_, state) => {
    const query = new URLSearchParams({ code: 'some-code', state }).toString();
    const location = locationOf(await api.client().request('GET', `/api/auth/callback/google?${query}`));
    expect(errorOf(location).get('error')).toBe('invalid_state');
  });

  test("attack 16: for another sign-in's code, with a mismatched verifier", async () => {
    const [attacker, victim] = [api.client(), api.client()];
    const stolen = await answerConsent(await startGoogleSignIn(api, attacker), { account: 'sam@harborline.test' });
    const own = await answerConsent(await startGoogleSignIn(api, victim), 'cancel');
    const injected = new URLSearchParams({
      code: stolen.searchParams.get('code') ?? '',
      state: own.searchParams.get('state') ?? '',
    }).toString();
    const location = locationOf(await victim.request('GET', `/api/auth/callback/google?${injected}`));
    expect(errorOf(location).get('error')).toBe('invalid_state');
    expect((await victim.data(getSession)).user).toBeNull();
  });

  test('if Google is unavailable', async () => {
    const client = api.client();
    const landed = await answerConsent(await startGoogleSignIn(api, client), { account: 'sam@harborline.test' });
    await api.sandbox.control(api.sandbox.google, '/faults', { method: 'POST', path: '/token', status: 503 });
    const location = locationOf(await client.request('GET', onServer(api, landed.href)));
    expect(errorOf(location).get('error')).toBe('unavailable');
  });

  test.each(TOKEN_FAULTS)('if Google %s', async (_, fault) => {
    const client = api.client();
    const landed = await answerConsent(await startGoogleSignIn(api, client), { account: 'sam@harborline.test' });
    await api.sandbox.control(api.sandbox.google, '/faults', { method: 'POST', path: '/token', ...fault });
    const location = locationOf(await client.request('GET', onServer(api, landed.href)));
    expect(errorOf(location).get('error')).toBe('server_error');
    expect(errorOf(location).get('error_description')).toContain('rejected this installation’s request');
    expect((await client.data(getSession)).user).toBeNull();
  });
});
