import { randomBytes, randomUUID } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import * as z from 'zod';
import { deleteAccount } from '#contract/account.ts';
import { listWhitelist, removeFromWhitelist } from '#contract/admin-whitelist.ts';
import {
  endSession,
  forgetPassword,
  getSession,
  listSessions,
  resetPassword,
  revokeOtherSessions,
  revokeSessions,
  signInEmail,
  signUpEmail,
  stopAddressChange,
  verifyEmail,
} from '#contract/auth.ts';
import { listMutedMeetings, setMeetingBriefing } from '#contract/briefings.ts';
import {
  disconnectCalendar,
  listCalendarIntegrations,
  listUserCalendars,
  setCalendarSync,
  switchCalendar,
} from '#contract/calendar.ts';
import { deleteChannel, listChannels } from '#contract/channels.ts';
import { giveFactor } from '#contract/factors.ts';
import { createMeeting, deleteMeeting, getMeeting } from '#contract/meetings.ts';
import { unsubscribeFromNewsletter } from '#contract/newsletter.ts';
import { addObjection, removeObjection } from '#contract/objections.ts';
import { deleteWebhook, listWebhooks } from '#contract/outgoing-webhooks.ts';
import { subscribePush, unsubscribePush } from '#contract/push.ts';
import { createShare, endShare, getSharedBriefing } from '#contract/shares.ts';
import { createToken, revokeToken } from '#contract/tokens.ts';
import { oneClickUnsubscribe } from '#contract/unsubscribe.ts';
import {
  addBlacklistDomain,
  getBriefingPreferences,
  getDomainBlacklist,
  getProfile,
  removeBlacklistDomain,
  setBriefingPreferences,
  updateProfile,
} from '#contract/users.ts';
import { closeAccount } from '#db/close-account.ts';
import { findObjections } from '#db/find-objections.ts';
import { acknowledgeWhenKept, keepEntries } from '#db/journal.ts';
import { localDatabaseUrls } from '#db/local/roles.ts';
import { openPool } from '#db/pool.ts';
import { deleteUser, lockLeavingUser } from '#db/queries/account-deletion.ts';
import { findUser } from '#db/queries/users.ts';
import { sql } from '#db/sql.ts';
import { sealUnsubscribeToken } from '#db/unsubscribe-token.ts';
import { executeCommand } from '#ops/commands/admin.ts';
import { describeError } from '#ops/commands/describe-error.ts';
import { endSessions } from '#ops/commands/end-sessions.ts';
import { CommandError, runCommand } from '#scripts/processes/run-command.ts';
import { repositoryRoot } from '#scripts/stack/repository.ts';
import { startApi, type TestApi } from '#tests/support/api.ts';
import {
  listMailKinds,
  PASSWORD,
  readMailToken,
  seedCalendar,
  seedChannel,
  seedMeeting,
  seedResearch,
  seedUser,
  seedWebhook,
  seedWhitelistEntry,
  signIn,
} from '#tests/support/builders.ts';
import { dumpRedis, dumpTables } from '#tests/support/dump.ts';
import type { HttpClient } from '#tests/support/http-client.ts';
import { createPushBrowser } from '#tests/support/push-browser.ts';
import { type AuthenticatorApp, addAuthenticatorApp, totpCode } from '#tests/support/second-factor.ts';
import { claimPorts, redisUrl, temporal } from '#tests/support/services.ts';
import { startSnsSigner, topicArn } from '#tests/support/sns-signer.ts';
import { killProcess, startWorkerProcess, untilLogged, workerSettings } from '#tests/support/worker-process.ts';

const READER = `${randomUUID()}@brightwater.test`;
const UNVERIFIED = `${randomUUID()}@harborline.test`;
const OBJECTOR = 'kim@brightwater.test';
const WELCOME_DOMAIN = 'larkfield.test';
const NEW_PASSWORD = 'nobody else knows this one';
const names = [
  'closed',
  'reset',
  'ended',
  'moved',
  'regained',
  'locked',
  'calm',
  'bounced',
  'demoted',
  'parted',
  'secured',
  'lost',
  'dropped',
  'quiet',
  'bystander',
] as const;
type Name = (typeof names)[number];

let folder: string;
let settings: Record<string, string>;
let signer: Awaited<ReturnType<typeof startSnsSigner>>;
let api: TestApi;
const people = new Map<Name, { id: string; email: string; browser: HttpClient }>();
/** A browser that signs up for `UNVERIFIED` before and after the restore. */
let stranger: HttpClient;
/** Everything that could open an account right after the replay. */
let left: Awaited<ReturnType<typeof readWaysIn>>;
/** The replay's output. */
let output: string;
let oldResetToken: string;
/** A share link that its owner revoked after the backup. */
let sharedUrl: string;
/** Webhooks of `bystander`; the second is deleted after the backup. */
let webhookIds: readonly [string, string];
/** The name of the backup's database. */
let backup: string;
/** The calendar and meetings that `quiet` stops after the backup. */
let stopped: { calendarId: string; meetingId: string; manualId: string };
/** `secured` had no factor in the backup; the factors of `lost` were reset after it. */
let apps: Record<'secured' | 'lost', AuthenticatorApp>;
/** The error of an API started before the replay. */
let started: string;
const databases: string[] = [];

const ownerRuns = async (statement: string) => {
  const client = new Client({
    connectionString: localDatabaseUrls(inject('services').postgresPort, 'postgres').ownerUrl,
  });
  await client.connect();
  await client.query(statement);
  await client.end();
};

/** Copies the whole database, as a dump and restore would. */
async function copyDatabase(source: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await ownerRuns(`CREATE DATABASE ${name} TEMPLATE ${source}`);
  databases.push(name);
  return name;
}

const databaseUrl = (name: string) => localDatabaseUrls(inject('services').postgresPort, name).databaseUrl;
const start = async (name: string) => await startApi({ ...settings, DATABASE_URL: databaseUrl(name) });
const readLines = async (journal = folder) => {
  const texts = await Promise.all((await readdir(journal)).map((name) => readFile(join(journal, name), 'utf8')));
  return texts.join('').split('\n').filter(Boolean);
};
const replay = async (name: string, journal = folder, options: string[] = []) =>
  await runCommand(process.execPath, [join(repositoryRoot, 'ops/commands/replay-journal.ts'), ...options], {
    env: { ...process.env, ...settings, DATABASE_URL: databaseUrl(name), JOURNAL_DIR: journal },
  });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'journal-'));
  signer = await startSnsSigner();
  const port = await claimPorts(1);
  settings = {
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    REDIS_URL: await redisUrl(),
    SESSION_SECRET: randomBytes(32).toString('hex'),
    ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
    SES_BASE_URL: signer.url,
    SES_TOPIC_ARN: topicArn,
    JOURNAL_DIR: folder,
  };
  const first = await copyDatabase('foreword');
  api = await start(first);
  await seedEverybody();
  await api.close();
  backup = await copyDatabase(first);

  api = await start(first);
  await changeEverything();
  await api.close();

  const restored = await copyDatabase(backup);
  started = await start(restored).then(async (early) => {
    await early.close();
    return 'started';
  }, describeError);
  output = await replay(restored);
  left = await readWaysIn(databaseUrl(restored));
  api = await start(restored);
}, 240_000);
afterAll(async () => {
  await api.close();
  await signer.close();
  for (const name of databases) await ownerRuns(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await rm(folder, { recursive: true });
});

async function readWaysIn(url: string) {
  const pool = await openPool(url, { maxConnections: 1 });
  const { sessions, auth_tokens: links, briefing_shares: shares } = await dumpTables(pool);
  await pool.end();
  return { sessions, links, shares, redis: await dumpRedis(settings['REDIS_URL'] ?? '') };
}

/** Seeds the state in the backup. Each user has a session that is still used afterwards. */
async function seedEverybody(): Promise<void> {
  await Promise.all(
    names.map(async (name) => {
      const user = await seedUser(api.pool, { role: name === 'demoted' ? 'admin' : 'user' });
      people.set(name, { ...user, browser: await signIn(api.client(), user) });
    }),
  );
  stranger = api.client();
  await signUpStranger();
  await seedCalendar(api.pool, { userId: person('parted').id, encryption: api.encryption });
  stopped = await seedStops(person('quiet'));
  await api.pool.query(sql.typeAlias('void')`
    insert into newsletter_subscriptions (email, token_hash, token_expires_at, confirmed_at)
    values (${READER}, '\\x00', now(), now())
  `);
  apps = { secured: { secret: '', recoveryCodes: [] }, lost: await addAuthenticatorApp(person('lost').browser) };
  const { id: userId, browser } = person('bystander');
  const meetingId = await seedMeeting(api.pool, { userId, researchState: 'completed' });
  await seedResearch(api.pool, { userId, meetingId });
  const webhook = { userId, encryption: api.encryption };
  webhookIds = [await seedWebhook(api.pool, webhook), await seedWebhook(api.pool, webhook)];
  for (const kind of ['slack', 'teams'] as const) await seedChannel(api.pool, { ...webhook, kind });
  sharedUrl = (await browser.data(createShare, { params: { id: meetingId }, body: {} })).url;
  await api.client().data(forgetPassword, { body: { email: person('reset').email } });
  oldResetToken = await resetTokenOf(person('reset').email);
}

/** Seeds what `quiet` later stops, and an excluded domain that `quiet` later includes again. */
async function seedStops({ id: userId, browser }: { id: string; browser: HttpClient }): Promise<typeof stopped> {
  const { encryption } = api;
  const { calendarId } = await seedCalendar(api.pool, { userId, encryption });
  await seedCalendar(api.pool, { userId, encryption, provider: 'microsoft', accountSubject: 'subject-2' });
  const meetingId = await seedMeeting(api.pool, { userId, calendarId });
  await browser.data(addBlacklistDomain, { body: { domain: WELCOME_DOMAIN } });
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const attendees = [{ email: 'ines@copperleaf.test' }];
  const intro = { title: 'Added by hand', startTime: inDays(1), endTime: inDays(1.1), attendees };
  const { meeting } = await browser.data(createMeeting, { body: intro });
  return { calendarId, meetingId, manualId: meeting.id };
}

const person = (name: Name) => {
  const found = people.get(name);
  if (!found) throw new Error(`${name} was not seeded`);
  return found;
};
const resetTokenOf = (to: string) => readMailToken(api.pool, api.encryption, { to, kind: 'reset-password' });

/** Makes the changes after the backup, each through its own endpoint or command. */
async function changeEverything(): Promise<void> {
  await person('closed').browser.data(deleteAccount, { body: {} });
  const { rows } = await api.pool.query(sql.typeAlias('id')`select meeting_id as id from briefing_shares`);
  for (const { id } of rows) await person('bystander').browser.data(endShare, { params: { id } });
  await person('bystander').browser.data(deleteWebhook, { params: { id: webhookIds[1] } });
  await person('bystander').browser.data(deleteChannel, { params: { kind: 'slack' } });
  await api.client().data(resetPassword, { body: { token: oldResetToken, newPassword: NEW_PASSWORD } });
  await api.client().data(forgetPassword, { body: { email: UNVERIFIED } });
  const token = await resetTokenOf(UNVERIFIED);
  await api.client().data(resetPassword, { body: { token, newPassword: NEW_PASSWORD } });
  await person('ended').browser.data(revokeSessions, { body: {} });
  await move(api, person('moved').browser, newAddress());
  await move(api, person('regained').browser, `thief-of-${person('regained').email}`);
  const stop = await readMailToken(api.pool, api.encryption, {
    to: person('regained').email,
    kind: 'change-requested',
  });
  await api.client().data(stopAddressChange, { body: { token: stop } });
  await executeCommand(api.config.databaseUrl, { verb: 'lock', account: person('locked').email });
  await api.client().call(oneClickUnsubscribe, {
    query: { token: sealUnsubscribeToken(api.encryption, 'briefings', person('calm').id) },
    body: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  await person('bystander').browser.data(updateProfile, { body: { emailNotifications: false } });
  await person('bystander').browser.data(updateProfile, { body: { emailNotifications: true } });
  await api.client().data(unsubscribeFromNewsletter, {
    body: { token: sealUnsubscribeToken(api.encryption, 'newsletter', READER) },
  });
  await bounce(api, person('bounced').email);
  const list = async (body: { email: string } | { domain: string }) =>
    await person('demoted').browser.data(addObjection, { body });
  await list({ email: OBJECTOR });
  const { objection } = await list({ domain: 'northwind.test' });
  await person('demoted').browser.data(removeObjection, { params: { id: objection.id } });
  const whitelist = await person('demoted').browser.data(listWhitelist);
  const entry = whitelist.find(({ email }) => email === person('dropped').email);
  await person('demoted').browser.data(removeFromWhitelist, { params: { id: entry?.id ?? '' } });
  await stopEverything(person('quiet').browser);
  await executeCommand(api.config.databaseUrl, { verb: 'revoke', email: person('demoted').email, role: 'admin' });
  await person('parted').browser.data(disconnectCalendar, { body: { provider: 'google' } });
  await executeCommand(api.config.databaseUrl, { verb: 'reset-factors', email: person('lost').email });
  apps.secured = await addAuthenticatorApp(person('secured').browser);
  expect(await give(await firstFactorOf(person('secured')), apps.secured.recoveryCodes[0])).toBe(200);
}

/** Signs a stranger up, with an address whose owner resets the password after the backup. */
const signUpStranger = async () =>
  await stranger.data(signUpEmail, { body: { email: UNVERIFIED, password: PASSWORD, name: 'Mallory' } });

async function move(on: TestApi, browser: HttpClient, email: string): Promise<void> {
  await browser.data(updateProfile, { body: { email, currentPassword: PASSWORD } });
  const token = await readMailToken(on.pool, on.encryption, { to: email, kind: 'change-email' });
  await browser.data(verifyEmail, { query: { token } });
}

/** Deletes a closed account's rows as its workflow does. Returns the address that is emailed about it. */
async function finishDeletion({ pool, encryption }: TestApi, userId: string): Promise<string> {
  return await pool.transaction(async (transaction) => {
    const notice = await transaction.one(sql.type(z.object({ toAddress: z.string() }))`
      select to_address as "toAddress" from emails where mail_key = ${`account-deleted:${userId}`}
    `);
    const user = await lockLeavingUser(transaction, userId);
    await deleteUser(transaction, encryption, { userId, email: user?.email ?? '' });
    return notice.toAddress;
  });
}

async function stopEverything(browser: HttpClient): Promise<void> {
  const { preferences } = await browser.data(getBriefingPreferences);
  await browser.data(setBriefingPreferences, { body: { ...preferences, paused: true } });
  await browser.data(setCalendarSync, { body: { provider: 'microsoft', enabled: false } });
  await browser.data(setMeetingBriefing, { params: { id: stopped.meetingId }, body: { muted: 'meeting' } });
  await browser.data(addBlacklistDomain, { body: { domain: 'brightwater.test' } });
  await browser.data(removeBlacklistDomain, { params: { domain: WELCOME_DOMAIN } });
  await browser.data(switchCalendar, { params: { id: stopped.calendarId }, body: { enabled: false } });
  await browser.data(deleteMeeting, { params: { id: stopped.manualId } });
}

/** Signs in with the password only. Returns the browser and the response. */
async function firstFactorOf({ email }: { email: string }) {
  const browser = api.client();
  const answer = await browser.call(signInEmail, { body: { email, password: PASSWORD } });
  return { browser, answer };
}

const give = async ({ browser }: { browser: HttpClient }, code: string | undefined) =>
  (await browser.call(giveFactor, { body: { code } })).status;

const newAddress = () => `new-${person('moved').email}`;

async function bounce(on: TestApi, email: string): Promise<void> {
  await on.client().data(forgetPassword, { body: { email } });
  const report = {
    eventType: 'Bounce',
    mail: { messageId: randomUUID(), destination: [email] },
    bounce: {
      bounceType: 'Permanent',
      bouncedRecipients: [{ emailAddress: email }],
      timestamp: new Date().toISOString(),
    },
  };
  const answer = await on.client().request('POST', '/api/webhooks/ses', {
    body: JSON.stringify(signer.sign(report)),
    headers: { 'content-type': 'text/plain; charset=UTF-8' },
  });
  expect(answer.status).toBe(200);
}

const signInAs = async (email: string, password: string) =>
  (await api.client().call(signInEmail, { body: { email, password } })).status;

describe('a restore to an earlier moment', () => {
  test('attack 47: keeps the API from starting until the journal is replayed', () => {
    expect(started).toMatch(/^The journal in .* newer than the database, .* Run replay-journal first/);
  });

  test('attack 47: keeps a worker waiting until the journal is replayed', async () => {
    const restored = await copyDatabase(backup);
    // A copy, since the running API keeps writing to its own.
    const journal = await mkdtemp(join(tmpdir(), 'journal-'));
    await cp(folder, journal, { recursive: true });
    const { address, namespace } = await temporal();
    const env = {
      ...process.env,
      ...settings,
      DATABASE_URL: databaseUrl(restored),
      JOURNAL_DIR: journal,
      TEMPORAL_ADDRESS: address,
      TEMPORAL_NAMESPACE: namespace,
      ...workerSettings,
      WORKER_QUEUES: 'chat',
      STATE_DIR: join(inject('services').stateDir, 'workflows'),
    };
    const started = startWorkerProcess(env, 'Run replay-journal first');
    await expect(started).resolves.toBeDefined();
    const worker = await started;
    try {
      const ready = untilLogged(worker);
      await replay(restored, journal);
      await expect(ready).resolves.toBeUndefined();
    } finally {
      await killProcess(worker);
      await rm(journal, { recursive: true });
    }
    // The worker starts, checks the journal, waits up to ten seconds and starts again.
  }, 240_000);

  test('attack 47: ends every session, emailed link and share link', async () => {
    for (const { browser } of people.values()) expect((await browser.data(getSession)).user).toBeNull();
    expect(left).toEqual({ sessions: [], links: [], shares: [], redis: {} });
    expect(output).toMatch(
      /^Sessions ended: \d+\. Changes replayed: \d+\. Skipped, because their subject is not in the database: 0\.$/m,
    );
  });

  test('attack 47: keeps a closed account closed and does not notify its user again', async () => {
    expect(await signInAs(person('closed').email, PASSWORD)).toBe(401);
    const notice = z.object({ state: z.string(), queued: z.number() });
    expect(
      await api.pool.any(sql.type(notice)`
        select state, (select count(*)::int from outbox where message ->> 'workflow' = 'account-deletion') as queued
        from emails where kind = 'account-deleted'
      `),
    ).toEqual([{ state: 'unknown', queued: 1 }]);
  });

  test('attack 47: rejects a replaced password and its used reset link', async () => {
    expect(await signInAs(person('reset').email, PASSWORD)).toBe(401);
    const body = { token: oldResetToken, newPassword: PASSWORD };
    expect((await api.client().call(resetPassword, { body })).status).toBe(400);
    await api.client().data(forgetPassword, { body: { email: person('reset').email } });
    const token = await resetTokenOf(person('reset').email);
    await api.client().data(resetPassword, { body: { token, newPassword: NEW_PASSWORD } });
    expect(await signInAs(person('reset').email, NEW_PASSWORD)).toBe(200);
  });

  test('attack 47: rejects a new sign-up for an address whose owner has reset the password', async () => {
    await signUpStranger();
    const token = await readMailToken(api.pool, api.encryption, { to: UNVERIFIED, kind: 'verify-email' });
    await api.client().call(verifyEmail, { query: { token } });
    expect(await signInAs(UNVERIFIED, PASSWORD)).toBe(401);
  });

  test('attack 47: keeps a revoked share link revoked', async () => {
    const token = sharedUrl.split('/').at(-1) ?? '';
    expect((await api.client().call(getSharedBriefing, { params: { token } })).status).toBe(404);
  });

  test('attack 47: keeps a deleted webhook deleted and stops the others', async () => {
    const bystander = await signIn(api.client(), person('bystander'));
    const { webhooks } = await bystander.data(listWebhooks);
    expect(webhooks).toMatchObject([{ id: webhookIds[0], stoppedAt: expect.any(String) }]);
  });

  test('attack 47: keeps a deleted channel deleted and stops the others', async () => {
    const bystander = await signIn(api.client(), person('bystander'));
    const { channels } = await bystander.data(listChannels);
    expect(channels).toMatchObject([{ kind: 'teams', enabled: false, stoppedAt: expect.any(String) }]);
  });

  test('attack 47: keeps an address change, so the old address can’t sign in', async () => {
    expect(await signInAs(person('moved').email, PASSWORD)).toBe(401);
    expect(await signInAs(newAddress(), PASSWORD)).toBe(200);
  });

  test('attack 47: finds an account by its old address without emailing that address', async () => {
    const { id, email } = person('moved');
    const { databaseUrl, encryptionKeys } = api.config;
    const lock = { verb: 'lock', account: email } as const;
    const locked = `The account ${id} (${newAddress()}) is locked`;
    await expect(executeCommand(databaseUrl, lock)).resolves.toContain(locked);
    const unlock = { verb: 'unlock', account: email, newEmail: newAddress() } as const;
    await expect(executeCommand(databaseUrl, unlock, encryptionKeys)).resolves.toContain(`uses ${newAddress()}`);
    const state = sql.type(z.object({ state: z.string() }))`
      select state from emails where to_address = ${email} and kind = 'email-changed'
    `;
    expect(await api.pool.any(state)).toEqual([{ state: 'unknown' }]);
    await keepEntries(api.pool, folder);
  });

  test('attack 47: keeps an address change undone and the password cleared', async () => {
    const { id, email } = person('regained');
    const row = z.object({ email: z.string(), hasPassword: z.boolean() });
    expect(
      await api.pool.one(sql.type(row)`
        select email, password_hash is not null as "hasPassword" from users where id = ${id}
      `),
    ).toEqual({ email, hasPassword: false });
  });

  test('attack 47: keeps a locked account locked and does not notify its user again', async () => {
    expect((await findUser(api.pool, person('locked').id))?.disabledAt).not.toBeNull();
    expect(await listMailKinds(api.pool, person('locked').email)).not.toContain('account-locked');
  });

  test('attack 47: keeps an address off the whitelist', async () => {
    const { browser } = await firstFactorOf(person('dropped'));
    expect((await browser.call(getBriefingPreferences)).status).toBe(403);
  });

  test('attack 47: keeps briefings, calendars, domains and meetings stopped or resumed, as the user left them', async () => {
    const quiet = await signIn(api.client(), person('quiet'));
    expect((await quiet.data(getBriefingPreferences)).preferences).toMatchObject({ paused: true });
    expect((await quiet.data(getDomainBlacklist)).excludedDomains).toEqual(['brightwater.test']);
    expect((await quiet.data(listMutedMeetings)).muted).toMatchObject([{ scope: 'meeting', title: 'Intro call' }]);
    const { calendars } = await quiet.data(listUserCalendars, { query: { provider: 'google' } });
    expect(calendars).toMatchObject([{ id: stopped.calendarId, enabled: false }]);
    const { integrations } = await quiet.data(listCalendarIntegrations);
    expect(integrations.find(({ provider }) => provider === 'microsoft')).toMatchObject({ syncEnabled: false });
    const meeting = sql.type(z.object({ type: z.string() }))`
      select meeting_type as type from meetings where id = ${stopped.meetingId}
    `;
    expect(await api.pool.one(meeting)).toEqual({ type: 'internal' });
  });

  test('attack 47: keeps a manual meeting deleted', async () => {
    const quiet = await signIn(api.client(), person('quiet'));
    const { meeting } = await quiet.data(getMeeting, { params: { id: stopped.manualId } });
    expect(meeting).toMatchObject({ status: 'cancelled', briefingDueAt: null });
  });

  test('attack 47: keeps emails stopped unless the user has turned them back on', async () => {
    const profile = async ({ email }: { email: string }) =>
      (await (await signIn(api.client(), { email })).data(getProfile)).user;
    expect(await profile(person('calm'))).toMatchObject({ emailNotifications: false });
    expect(await profile(person('bounced'))).toMatchObject({ mailStopped: 'bounce' });
    expect(await profile(person('bystander'))).toMatchObject({ emailNotifications: true, mailStopped: null });
    expect(await api.pool.exists(sql.typeAlias('id')`select id from newsletter_subscriptions`)).toBe(false);
  });

  test('attack 47: keeps a role revoked and a calendar disconnected', async () => {
    const demoted = await signIn(api.client(), person('demoted'));
    expect((await demoted.data(getSession)).user?.role).toBe('user');
    const parted = await signIn(api.client(), person('parted'));
    expect((await parted.data(listCalendarIntegrations)).integrations).toMatchObject([{ status: 'disconnected' }]);
  });

  test('attack 47: keeps an added second factor, with its used recovery code still void', async () => {
    const { secret, recoveryCodes } = apps.secured;
    const signingIn = await firstFactorOf(person('secured'));
    expect(await give(signingIn, recoveryCodes[0])).toBe(403);
    expect(await give(signingIn, totpCode(secret))).toBe(200);
    expect(await give(await firstFactorOf(person('secured')), recoveryCodes[1])).toBe(200);
  });

  test('attack 47: keeps a removed second factor removed', async () => {
    const { browser, answer } = await firstFactorOf(person('lost'));
    expect(answer.status).toBe(200);
    expect((await browser.data(getSession)).user?.email).toBe(person('lost').email);
  });

  test('attack 47: keeps an objection and repeats the erasure it caused', async () => {
    const listed = { emails: [OBJECTOR], domains: ['northwind.test'] };
    const { addresses, domains } = await findObjections(api.pool, api.encryption, listed);
    expect([[...addresses], [...domains]]).toEqual([[OBJECTOR], []]);
    expect(
      await api.pool.exists(sql.typeAlias('id')`select id from outbox where message ->> 'workflow' = 'objection'`),
    ).toBe(true);
  });

  test('attack 47: only ends sessions and links when the journal is replayed again', async () => {
    // Ending sessions raises these versions, so the browsers are no longer known.
    const forgetVersions = async () =>
      await api.pool.query(sql.typeAlias('void')`update users set access_version = 0, updated_at = created_at`);
    await forgetVersions();
    const before = await dumpTables(api.pool);
    const name = new URL(api.config.databaseUrl).pathname.slice(1);
    expect(await replay(name)).toContain(
      'Changes replayed: 0. Skipped, because their subject is not in the database: 0.',
    );
    await forgetVersions();
    const after = await dumpTables(api.pool);
    for (const table of ['sessions', 'auth_tokens', 'outbox', 'known_devices']) {
      delete before[table];
      delete after[table];
    }
    expect(after).toEqual(before);
  });
});

describe('the journal', () => {
  test('contains no addresses or account ids', async () => {
    const text = (await readLines()).join('\n');
    for (const { id, email } of people.values()) for (const trace of [id, email]) expect(text).not.toContain(trace);
    for (const trace of [READER, OBJECTOR, 'northwind.test', 'brightwater.test', WELCOME_DOMAIN])
      expect(text).not.toContain(trace);
  });

  test('reports a truncated line, reads the others, and deletes old files', async () => {
    const extra = await mkdtemp(join(tmpdir(), 'journal-'));
    const [line = ''] = await readLines();
    const month = new Date().toISOString().slice(0, 7);
    await writeFile(join(extra, `${month}.jsonl`), `\n${line.slice(0, 30)}`);
    await writeFile(join(extra, '2020-01.jsonl'), 'of a time that no backup reaches back to');
    const restored = await copyDatabase('foreword');
    const again = await startApi({ ...settings, PORT: '0', DATABASE_URL: databaseUrl(restored), JOURNAL_DIR: extra });
    const user = await seedUser(again.pool);
    const browser = await signIn(again.client(), user);
    await browser.data(deleteAccount, { body: {} });
    await again.close();
    const env = {
      ...process.env,
      ...settings,
      DATABASE_URL: databaseUrl(await copyDatabase('foreword')),
      JOURNAL_DIR: extra,
    };
    const script = join(repositoryRoot, 'ops/commands/replay-journal.ts');
    const failure = await runCommand(process.execPath, [script], { env }).catch((error: unknown) => error);
    const said = failure instanceof CommandError ? failure.output : '';
    expect(said).toContain(`Unreadable, and not repeated by a later line: ${month}.jsonl:2`);
    expect(said).toContain('Changes replayed: 0. Skipped, because their subject is not in the database: 2.');
    await rm(extra, { recursive: true });
  });

  test('attack 47: is refused if it lacks entries, unless --lost is passed', async () => {
    const own = await mkdtemp(join(tmpdir(), 'journal-'));
    const empty = await mkdtemp(join(tmpdir(), 'journal-'));
    const name = await copyDatabase('foreword');
    const startAt = (journal: string) =>
      startApi({ ...settings, PORT: '0', DATABASE_URL: databaseUrl(name), JOURNAL_DIR: journal });
    const first = await startAt(own);
    const { email } = await seedUser(first.pool);
    await (await signIn(first.client(), { email })).data(deleteAccount, { body: {} });
    const kept = sql.type(z.object({ entry: z.string() }))`select entry::text as entry from journal_entries`;
    await expect.poll(() => first.pool.any(kept)).toEqual([{ entry: '{}' }, { entry: '{}' }]);
    await first.close();

    await expect(startAt(empty)).rejects.toThrow(/lacks changes that this database had written to its journal/);
    await expect(replay(name, empty)).rejects.toThrow(/lacks changes that this database had written/);
    expect(await replay(name, own)).toContain('Changes replayed: 0.');
    expect(await replay(name, empty, ['--lost'])).toContain('Changes replayed: 0.');
    await (await startAt(empty)).close();
    await Promise.all([own, empty].map((journal) => rm(journal, { recursive: true })));
  });

  test('attack 47: leaves a deleted account’s address with the account that has since taken it', async () => {
    const journal = await mkdtemp(join(tmpdir(), 'journal-'));
    const startAt = (name: string) =>
      startApi({ ...settings, PORT: '0', DATABASE_URL: databaseUrl(name), JOURNAL_DIR: journal });
    const name = await copyDatabase('foreword');
    const seeding = await openPool(databaseUrl(name));
    const [leaver, heir] = [await seedUser(seeding), await seedUser(seeding)];
    await seeding.end();
    const restored = await copyDatabase(name);

    const before = await startAt(name);
    await (await signIn(before.client(), leaver)).data(deleteAccount, { body: {} });
    await finishDeletion(before, leaver.id);
    await move(before, await signIn(before.client(), heir), leaver.email);
    await before.close();

    await expect(replay(restored, journal)).resolves.toMatch('not in the database: 0.');
    const after = await startAt(restored);
    const browser = await signIn(after.client(), leaver);
    expect((await browser.data(getSession)).user?.id).toBe(heir.id);
    // The whitelist entry was the deleted account's.
    expect((await browser.call(getBriefingPreferences)).status).toBe(403);
    expect(await finishDeletion(after, leaver.id)).toBe(leaver.email);
    expect((await browser.data(getSession)).user).toMatchObject({ id: heir.id, email: leaver.email });
    await after.close();
    await rm(journal, { recursive: true });
  });

  test('attack 47: repeats a deletion’s erasure of data stored by email address', async () => {
    const journal = await mkdtemp(join(tmpdir(), 'journal-'));
    const startAt = (name: string) =>
      startApi({ ...settings, PORT: '0', DATABASE_URL: databaseUrl(name), JOURNAL_DIR: journal });
    const name = await copyDatabase('foreword');
    const email = `${randomUUID()}@brightwater.test`;
    const seeding = await openPool(databaseUrl(name));
    await seedWhitelistEntry(seeding, { email });
    await seeding.query(sql.typeAlias('void')`
      insert into newsletter_subscriptions (email, token_hash, token_expires_at, confirmed_at)
      values (${email}, '\\x00', now(), now())
    `);
    await seeding.end();
    const restored = await copyDatabase(name);

    const before = await startAt(name);
    const user = await seedUser(before.pool, { email: `former-${email}`, isWhitelisted: false });
    await bounce(before, user.email);
    const browser = await signIn(before.client(), user);
    await move(before, browser, email);
    await bounce(before, email);
    await browser.data(deleteAccount, { body: {} });
    await finishDeletion(before, user.id);
    await keepEntries(before.pool, journal);
    await before.close();

    await replay(restored, journal);
    const after = await openPool(databaseUrl(restored));
    const traces = Object.entries(await dumpTables(after)).filter(([, rows]) => rows.join().includes(email));
    expect(traces).toEqual([]);
    await after.end();
    await rm(journal, { recursive: true });
  });

  test('attack 47: records every revocation, so the API refuses to start on an older backup', async () => {
    const [name, port] = [await copyDatabase('foreword'), String(await claimPorts(1))];
    const journal = await mkdtemp(join(tmpdir(), 'journal-'));
    const startAt = (database: string) =>
      startApi({
        ...settings,
        PORT: port,
        PUBLIC_URL: `http://localhost:${port}`,
        DATABASE_URL: databaseUrl(database),
        JOURNAL_DIR: journal,
      });
    const backup = await copyDatabase(name);
    const running = await startAt(name);
    const { pool, encryption } = running;
    const user = await seedUser(pool);
    const browser = await signIn(running.client(), user);
    const id = await seedMeeting(pool, { userId: user.id, researchState: 'completed' });
    await seedResearch(pool, { userId: user.id, meetingId: id });
    await seedChannel(pool, { userId: user.id, encryption });
    const webhookId = await seedWebhook(pool, { userId: user.id, encryption });
    const { subscription } = createPushBrowser('https://updates.push.services.mozilla.com/wpush/v2/a-browser');
    await browser.data(subscribePush, { body: subscription });
    await browser.data(createShare, { params: { id }, body: {} });
    const body = { name: 'CRM', scopes: ['read' as const], expiresInDays: 30, currentPassword: PASSWORD };
    const token = await browser.data(createToken, { body });
    const signInElsewhere = () => signIn(running.client(), user);

    const revocations: Record<string, () => Promise<unknown>> = {
      'a token': () => browser.data(revokeToken, { params: { id: token.id } }),
      'a replaced share': () => browser.data(createShare, { params: { id }, body: {} }),
      'a share': () => browser.data(endShare, { params: { id } }),
      'a webhook': () => browser.data(deleteWebhook, { params: { id: webhookId } }),
      'push messages': () => browser.data(unsubscribePush, { body: { endpoint: subscription.endpoint } }),
      'a channel': () => browser.data(deleteChannel, { params: { kind: 'slack' } }),
      'one browser': async () => {
        await signInElsewhere();
        const { sessions } = await browser.data(listSessions);
        const other = sessions.find(({ isCurrent }) => !isCurrent);
        await browser.data(endSession, { params: { id: other?.id ?? '' } });
      },
      elsewhere: async () => {
        await signInElsewhere();
        await browser.data(revokeOtherSessions, { body: {} });
      },
      everywhere: () => browser.data(revokeSessions, { body: {} }),
      'the command': async () => {
        await signInElsewhere();
        await endSessions(pool, null);
      },
    };
    const entries: Record<string, number> = {};
    for (const [what, revoke] of Object.entries(revocations)) {
      await keepEntries(pool, journal);
      const { length } = await readLines(journal);
      await revoke();
      await keepEntries(pool, journal);
      entries[what] = (await readLines(journal)).length - length;
    }
    await running.close();
    expect(entries).toEqual(Object.fromEntries(Object.keys(revocations).map((what) => [what, 1])));
    await expect(startAt(backup)).rejects.toThrow(/newer than the database, .* Run replay-journal first/);
    await rm(journal, { recursive: true });
  });

  test('attack 47: doesn’t acknowledge a change until its entry is written, and catches up later', async () => {
    const own = await mkdtemp(join(tmpdir(), 'journal-'));
    // A running API would write the entries to its own journal, now or a moment later.
    const pool = await openPool(databaseUrl(await copyDatabase('foreword')));
    acknowledgeWhenKept(pool, join(own, 'gone'));
    const user = await seedUser(pool);
    const closing = pool.transaction((transaction) => closeAccount(transaction, user.id, 'due'));
    await expect(closing).rejects.toThrow('ENOENT');
    await keepEntries(pool, own);
    expect(await readLines(own)).toHaveLength(2);
    await rm(own, { recursive: true });
    await pool.end();
  });

  test('lets the API start once an entry that cannot be decrypted is marked as done', async () => {
    const keys = `other:${randomBytes(32).toString('base64')}`;
    const name = await copyDatabase('foreword');
    const own = await mkdtemp(join(tmpdir(), 'journal-'));
    await cp(folder, own, { recursive: true });
    const run = async (...options: string[]) => {
      const env = {
        ...process.env,
        ...settings,
        ENCRYPTION_KEYS: keys,
        DATABASE_URL: databaseUrl(name),
        JOURNAL_DIR: own,
      };
      const script = join(repositoryRoot, 'ops/commands/replay-journal.ts');
      return await runCommand(process.execPath, [script, ...options], { env }).catch((error: unknown) =>
        error instanceof CommandError ? error.output : describeError(error),
      );
    };
    const failed = [...(await run()).matchAll(/^Not replayed: ([\w-]{36}): .*encryption key test is not in/gm)];
    const ids = failed.map(([, id = '']) => id);
    expect(ids).not.toEqual([]);
    expect(await run('--done', randomUUID())).toContain('has no entry');
    const said = [];
    for (const id of ids) said.push(await run('--done', id));
    expect(said.join('')).toMatch(/Do this by hand now: add the objection again/);
    expect(said.join('')).not.toContain('v1.');

    const after = await startApi({ ...settings, PORT: '0', DATABASE_URL: databaseUrl(name), JOURNAL_DIR: own });
    const audited = sql.type(z.object({ id: z.string() }))`
      select details ->> 'entryId' as id from audit_log where action = 'journal.set_aside'
    `;
    expect((await after.pool.anyFirst(audited)).toSorted()).toEqual(ids.toSorted());
    await after.close();
    await rm(own, { recursive: true });
  });
});
