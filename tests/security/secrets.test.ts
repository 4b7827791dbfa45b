import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import type { DatabasePool } from 'slonik';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod';
import { exportAccount } from '#contract/account.ts';
import { forgetPassword, getSession, resetPassword, signInEmail, signInSocial, signUpEmail } from '#contract/auth.ts';
import { disconnectCalendar, listCalendarIntegrations, syncCalendarIntegrations } from '#contract/calendar.ts';
import { listChannels, putChannel, testChannel } from '#contract/channels.ts';
import { listMeetings } from '#contract/meetings.ts';
import { createWebhook, listDeliveries, listWebhooks, testWebhook } from '#contract/outgoing-webhooks.ts';
import { createShare, getShare, getSharedBriefing } from '#contract/shares.ts';
import { createToken, listTokens } from '#contract/tokens.ts';
import { createEncryption } from '#db/encryption.ts';
import { openPool } from '#db/pool.ts';
import { sql } from '#db/sql.ts';
import { errorXml } from '#sandbox/ses/xml.ts';
import { startApi } from '#tests/support/api.ts';
import {
  seedCalendar,
  seedMeeting,
  seedResearch,
  seedUser,
  seedWhitelistEntry,
  signIn,
} from '#tests/support/builders.ts';
import { dumpRedis, dumpTables } from '#tests/support/dump.ts';
import { locationOf } from '#tests/support/google-sign-in.ts';
import { createHttpClient, type HttpClient } from '#tests/support/http-client.ts';
import { PATIENCE_MS } from '#tests/support/patience.ts';
import { type RunningProduct, startProduct } from '#tests/support/product.ts';
import { answerConsent } from '#tests/support/sandbox.ts';
import { controlOf } from '#tests/support/vendor-control.ts';
import { startReceiver } from '#tests/support/webhook-receiver.ts';

const botTokenSchema = z.object({ token: z.string() });

describe('secrets used throughout the product', () => {
  const passwords = [randomBytes(12).toString('hex'), randomBytes(12).toString('hex')] as const;
  const email = 'canary@eastgate.test';
  let product: RunningProduct;
  let owner: DatabasePool;
  let userId: string;
  let meetingId: string;
  let client: HttpClient;
  /** Secrets that must not be found, by name. */
  const canaries: Record<string, string> = {};

  beforeAll(async () => {
    product = await startProduct({ LOG_LEVEL: 'trace', RATE_LIMIT_SIGN_IN: 'off', RATE_LIMIT_MAIL: 'off' });
    owner = await openPool(product.env['DATABASE_OWNER_URL'] ?? '');
    client = createHttpClient(product.url);
    await resetForgottenPassword(client);
    userId = await signInAndConnect(client);
    const wish = { name: 'CRM import', scopes: ['read' as const], expiresInDays: 1 };
    const { token } = await client.data(createToken, { body: wish });
    canaries['API token'] = token;
    await client.withToken(token).data(listMeetings);
    // Like a caller who has not read the documentation.
    await client.request('GET', `/api/meetings?access_token=${token}`);
    // Too short for a token, but still private.
    canaries['query'] = randomBytes(6).toString('hex');
    await client.request('GET', `/api/meetings?search=${canaries['query']}`);
    await useWebhook();
    await useChannel();
    await shareBriefing();
    const grant = await owner.one(sql.type(z.object({ refresh: z.string(), access: z.string() }))`
      select refresh_token as refresh, access_token as access from calendar_integrations where user_id = ${userId}
    `);
    const { decrypt } = createEncryption(product.env['ENCRYPTION_KEYS'] ?? '');
    canaries['refresh token'] = decrypt(grant.refresh, `${userId}:google`);
    canaries['access token'] = decrypt(grant.access, `${userId}:google`);
    canaries['first password'] = passwords[0];
    canaries['second password'] = passwords[1];
    const cookieOf = (name: RegExp) => [...client.cookies].find(([key]) => name.test(key))?.[1];
    canaries['session cookie'] = decodeURIComponent(cookieOf(/^foreword-\d+$/) ?? '');
    canaries['cookie of a known browser'] = cookieOf(/-known$/) ?? '';
    canaries['session secret'] = product.env['SESSION_SECRET'] ?? '';
    canaries['encryption key'] = product.env['ENCRYPTION_KEYS']?.split(':')[1] ?? '';
    canaries['database password'] = new URL(product.env['DATABASE_OWNER_URL'] ?? '').password;
    canaries['payment key'] = product.env['STRIPE_SECRET_KEY'] ?? '';
    canaries['webhook secret'] = product.env['STRIPE_WEBHOOK_SECRET'] ?? '';
    canaries['push key'] = product.env['VAPID_PRIVATE_KEY'] ?? '';
    canaries['research key'] = product.env['ANTHROPIC_API_KEY'] ?? '';
    // Starts the product and waits for its mails, sync and deliveries.
  }, 240_000);
  afterAll(async () => {
    await owner?.end();
    await product?.stop();
  });

  /** Registers, then sets another password through the emailed link. */
  async function resetForgottenPassword(client: HttpClient): Promise<void> {
    await client.data(signUpEmail, { body: { email, password: passwords[0], name: 'Noa Reyes' } });
    canaries['verification token'] = await tokenMailed(/verify-email\?token=([\w-]+)/);
    await client.data(forgetPassword, { body: { email } });
    const token = await tokenMailed(/reset-password\/([\w-]+)/);
    canaries['reset token'] = token;
    // Opened in a browser, and copied with a trailing full stop.
    for (const end of ['', '.']) await client.request('GET', `/reset-password/${token}${end}`);
    await client.data(resetPassword, { body: { token, newPassword: passwords[1] } });
    await client.data(signInEmail, { body: { email, password: passwords[1] } });
  }

  /** Signs in with Google and waits for the first calendar sync. Returns the user's id. */
  async function signInAndConnect(client: HttpClient): Promise<string> {
    await seedWhitelistEntry(owner, { email });
    await controlOf(product.sandbox.google).post('accounts', { email, name: 'Noa Reyes' });
    const landed = await answerConsent(await startSignIn(client), { account: email });
    canaries['authorization code'] = landed.searchParams.get('code') ?? '';
    expect(locationOf(await client.request('GET', landed.href))).toBe('/app');
    await client.data(syncCalendarIntegrations);
    await vi.waitFor(
      async () => {
        const { integrations } = await client.data(listCalendarIntegrations);
        expect(integrations[0]?.lastSyncAt).toEqual(expect.any(String));
      },
      { timeout: PATIENCE_MS, interval: 250 },
    );
    return (await client.data(getSession)).user?.id ?? '';
  }

  /** Goes from the sign-in button to Google's consent page. Returns its URL. */
  async function startSignIn(client: HttpClient): Promise<string> {
    const botToken = botTokenSchema.parse(
      await controlOf(product.sandbox.turnstile).post('token', { hostname: 'localhost', action: 'login' }),
    ).token;
    canaries['bot token'] = botToken;
    const headers = { 'X-Turnstile-Token': botToken };
    const { url } = await client.data(signInSocial, { body: { provider: 'google' }, headers });
    return locationOf(await client.request('GET', url));
  }

  /** Sends a test event to a server that fails, because failures are logged. */
  async function useWebhook(): Promise<void> {
    const receiver = await startReceiver((response) => response.writeHead(500).end());
    const wish = { url: receiver.url, events: ['briefing.ready' as const] };
    const { id, secret } = await client.data(createWebhook, { body: wish });
    canaries['signing secret'] = secret;
    await client.data(testWebhook, { params: { id }, body: {} });
    await vi.waitFor(
      async () => {
        const { deliveries } = await client.data(listDeliveries, { params: { id } });
        expect(deliveries).toMatchObject([{ state: 'failed', status: 500 }]);
      },
      { timeout: PATIENCE_MS, interval: 250 },
    );
    await receiver.close();
  }

  async function useChannel(): Promise<void> {
    const params = { kind: 'slack' as const };
    const secretPath = randomBytes(16).toString('hex');
    canaries['channel address'] = secretPath;
    const url = `${product.sandbox.messages}/slack/${secretPath}`;
    await controlOf(product.sandbox.messages).fault({ path: '/slack', status: 500 });
    await client.data(putChannel, { params, body: { url, enabled: true } });
    await client.data(testChannel, { params, body: {} });
    await vi.waitFor(
      async () => expect((await client.data(listChannels)).channels).toMatchObject([{ last: { state: 'failed' } }]),
      { timeout: PATIENCE_MS, interval: 250 },
    );
  }

  async function shareBriefing(): Promise<void> {
    meetingId = await seedMeeting(owner, { userId, title: 'Intro with Brightwater' });
    await seedResearch(owner, { userId, meetingId });
    const { url } = await client.data(createShare, { params: { id: meetingId }, body: {} });
    const token = new URL(url).pathname.split('/').at(-1) ?? '';
    canaries['share token'] = token;
    await client.request('GET', `/briefing/${token}`);
    await client.data(getSharedBriefing, { params: { token } });
  }

  async function tokenMailed(link: RegExp): Promise<string> {
    const outbox = z.object({ messages: z.array(z.object({ text: z.string() })) });
    return await vi.waitFor(
      async () => {
        const response = await fetch(`${product.sandbox.ses}/_control/outbox?to=${email}`);
        const texts = outbox.parse(await response.json()).messages.map(({ text }) => text);
        const [, token] = link.exec(texts.join('\n')) ?? [];
        if (token === undefined) throw new Error('the email has not arrived');
        return token;
      },
      { timeout: PATIENCE_MS, interval: 250 },
    );
  }

  const readLog = async (part: string) =>
    await readFile(join(product.env['STATE_DIR'] ?? '', 'logs', `${part}.log`), 'utf8');

  /** Returns the names of the secrets that the text contains. A secret of under 8 characters always counts as found. */
  function foundIn(text: string): string[] {
    return Object.entries(canaries)
      .filter(([, secret]) => secret.length < 8 || formsOf(secret).some((form) => text.includes(form)))
      .map(([name]) => name);
  }

  test('attack 29: are not in the database', async () => {
    const text = JSON.stringify(await dumpTables(owner));
    expect(text).toContain(email);
    expect(foundIn(text)).toEqual([]);
  });

  test('attack 29: are not in the account export or in listings of tokens, webhooks, channels and shares', async () => {
    const params = { id: meetingId };
    const shown = [
      await client.data(exportAccount),
      await client.data(listTokens),
      await client.data(listWebhooks),
      await client.data(listChannels),
      await client.data(getShare, { params }),
    ];
    const text = JSON.stringify(shown);
    expect(text).toContain('CRM import');
    expect(foundIn(text)).toEqual([]);
  });

  test('attack 29: are not in Redis', async () => {
    const text = JSON.stringify(await dumpRedis(product.env['REDIS_URL'] ?? ''));
    expect(text).toContain(userId);
    expect(foundIn(text)).toEqual([]);
  });

  test.each(['api', 'worker'])('attack 29: are not in the %s log at the most verbose level', async (part) => {
    const text = await readLog(part);
    expect(text).toContain('ready');
    expect(foundIn(text)).toEqual([]);
  });

  test('attack 53: from emailed links are not in the API log, even after a reset link was opened', async () => {
    const text = await readLog('api');
    expect(text).toContain('"path":"/reset-password/');
    expect(text).not.toContain(canaries['reset token']);
    expect(text).not.toContain(canaries['verification token']);
  });

  test('attack 53: and personal data in vendors’ answers are not logged when sign-in or email fails', async () => {
    const { google, ses } = product.sandbox;
    const idToken = await forgeIdToken(`${google}/oauth2/v1/certs`, { email, name: 'Noa Reyes' });
    const landed = await answerConsent(await startSignIn(client), { account: email });
    const tokens = { access_token: 'a', refresh_token: 'r', id_token: idToken, expires_in: 3600, scope: 'openid' };
    await controlOf(google).fault({ method: 'POST', path: '/token', status: 200, body: tokens });
    expect(locationOf(await client.request('GET', landed.href))).toContain('error=server_error');

    const text = `The following identities failed the check in region EU-WEST-1: ${email}`;
    await controlOf(ses).fault({ path: '/', status: 400, body: errorXml('MessageRejected', text, 400) });
    await client.data(forgetPassword, { body: { email } });
    await vi.waitFor(async () => expect(await readLog('worker')).toContain('MessageRejected'), 60_000);

    expect(await readLog('api')).toContain('"code":"id_token_rejected"');
    for (const log of [await readLog('api'), await readLog('worker')]) {
      for (const canary of [...idToken.split('.'), email, 'Noa', 'Reyes']) expect(log).not.toContain(canary);
    }
  });

  test('attack 29: are not in workflow histories', async () => {
    const text = await dumpHistories(product.env['TEMPORAL_ADDRESS'] ?? '', product.env['TEMPORAL_NAMESPACE'] ?? '');
    expect(text).toContain(userId);
    expect(foundIn(text)).toEqual([]);
    // Histories hold ids only, no personal data.
    expect(text).not.toContain(email);
  });
});

describe('encryption keys', () => {
  test('attack 29: still decrypt old secrets after a rotation, while the new key encrypts', async () => {
    const before = await startApi();
    onTestFinished(before.close);
    const after = await startApi({
      DATABASE_URL: before.config.databaseUrl,
      REDIS_URL: before.config.redisUrl,
      PUBLIC_URL: before.config.publicUrl,
      SESSION_SECRET: before.config.sessionSecret,
      GOOGLE_BASE_URL: before.sandbox.google.url,
      ENCRYPTION_KEYS: `new:${randomBytes(32).toString('base64')},${before.config.encryptionKeys}`,
    });
    onTestFinished(after.close);
    const user = await seedUser(before.pool);
    const client = await signIn(after.client(), user);
    const { encryption } = before;
    const refreshToken = 'granted-before-the-rotation';
    await seedCalendar(before.pool, { userId: user.id, encryption, refreshToken });
    expect((await client.call(disconnectCalendar, { body: { provider: 'google' } })).status).toBe(200);
    const journal = await fetch(`${before.sandbox.google.url}/_control/journal`);
    expect(await journal.text()).toContain(refreshToken);

    await client.data(forgetPassword, { body: { email: user.email } });
    const secret = await before.pool.oneFirst(sql.type(z.object({ secret: z.string() }))`
      select secret from emails where to_address = ${user.email}
    `);
    expect(secret).toMatch(/^v1\.new\./);
  });
});

/** Returns the secret as plain text, URL-encoded, hex and base64. */
function formsOf(secret: string): string[] {
  return [
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString('hex'),
    Buffer.from(secret).toString('base64'),
  ];
}

/** Returns an ID token in Google's format that refers to one of its keys, with a signature that isn't Google's. */
async function forgeIdToken(certificatesUrl: string, claims: Record<string, string>): Promise<string> {
  const certificates = z.record(z.string(), z.string()).parse(await (await fetch(certificatesUrl)).json());
  const header = { alg: 'RS256', kid: Object.keys(certificates)[0] };
  const parts = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  return [...parts, randomBytes(256).toString('base64url')].join('.');
}

/** Returns the text of all workflow histories that the engine keeps, with payloads in clear text. */
async function dumpHistories(address: string, namespace: string): Promise<string> {
  const connection = await Connection.connect({ address });
  const { workflow } = new Client({ connection, namespace });
  const texts: string[] = [];
  for await (const { workflowId, runId } of workflow.list()) {
    collectText(await workflow.getHandle(workflowId, runId).fetchHistory(), texts);
  }
  await connection.close();
  return texts.join('\n');
}

function collectText(value: unknown, into: string[]): void {
  if (typeof value === 'string') into.push(value);
  else if (value instanceof Uint8Array) into.push(Buffer.from(value).toString('utf8'));
  else if (typeof value === 'object' && value !== null)
    for (const part of Object.values(value)) collectText(part, into);
}
