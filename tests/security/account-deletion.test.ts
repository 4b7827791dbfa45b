import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { afterAll, describe, expect, inject, test } from 'vitest';
import * as z from 'zod';
import { deleteAccount } from '#contract/account.ts';
import { getSession, signUpEmail, verifyEmail } from '#contract/auth.ts';
import { connectCalendar, listCalendarIntegrations } from '#contract/calendar.ts';
import { sendContact } from '#contract/contact.ts';
import { giveFeedback } from '#contract/feedback.ts';
import { listMeetings } from '#contract/meetings.ts';
import { subscribeToNewsletter } from '#contract/newsletter.ts';
import { getProfile, updateProfile } from '#contract/users.ts';
import { liftSuppression, suppressAddresses } from '#db/queries/mail-suppressions.ts';
import { sql } from '#db/sql.ts';
import { createSes } from '#sandbox/ses/ses.ts';
import { startVendor } from '#sandbox/start-vendor.ts';
import { openTestApi } from '#tests/support/api.ts';
import { seedDigest, seedFeedbackLink } from '#tests/support/briefing-builders.ts';
import { PASSWORD, type SeededUser, seedSubscription, seedUser, signIn } from '#tests/support/builders.ts';
import { dumpRedis, dumpTables } from '#tests/support/dump.ts';
import { consentToCalendar, getBotToken } from '#tests/support/google-sign-in.ts';
import type { HttpClient } from '#tests/support/http-client.ts';
import { temporal } from '#tests/support/services.ts';
import { killProcess, startWorkerProcess, workerSettings } from '#tests/support/worker-process.ts';
import { eventually } from '#tests/workflows/meeting-lab.ts';
import { deleteAccountId } from '#workflows/names.ts';

const engine = await temporal();
const ses = await startVendor(createSes);
afterAll(ses.close);
const api = await openTestApi({ TEMPORAL_ADDRESS: engine.address, TEMPORAL_NAMESPACE: engine.namespace });
const connection = await Connection.connect({ address: engine.address });
afterAll(async () => await connection.close());
const client = new Client({ connection, namespace: engine.namespace });
const env = {
  PATH: process.env['PATH'],
  LOG_LEVEL: 'info',
  PUBLIC_URL: api.config.publicUrl,
  DATABASE_URL: api.config.databaseUrl,
  TEMPORAL_ADDRESS: engine.address,
  TEMPORAL_NAMESPACE: engine.namespace,
  ENCRYPTION_KEYS: api.config.encryptionKeys,
  ...workerSettings,
  GOOGLE_BASE_URL: api.sandbox.google.url,
  STRIPE_BASE_URL: api.sandbox.stripe.url,
  SES_BASE_URL: ses.url,
  // No research queue: meetings wait, so that there are running workflows to end.
  WORKER_QUEUES: 'core,sync,email,billing',
  STATE_DIR: join(inject('services').stateDir, 'workflows'),
};
const workers: ChildProcess[] = [];
await startWorker();
afterAll(async () => {
  await Promise.all(workers.map(killProcess));
});

async function startWorker(): Promise<ChildProcess> {
  const worker = await startWorkerProcess(env);
  workers.push(worker);
  return worker;
}

type Person = { user: SeededUser; client: HttpClient; account: string; firstName: string };

/** Seeds a user with data everywhere: calendar, meetings, emails, newsletter, inquiry and subscription. */
async function seedPerson(name: string): Promise<Person> {
  const account = `${name}@harborline.test`;
  const user = await seedUser(api.pool, { email: account });
  await seedSubscription(api.pool, { userId: user.id, status: 'active' });
  const client = await signIn(api.client(), user);
  const firstName = `Name-of-${name}`;
  await client.data(updateProfile, { body: { firstName } });
  await addAccount(account, firstName);
  await client.data(connectCalendar, {
    body: { provider: 'google', ...(await consentToCalendar(client, account)) },
  });
  await eventually(
    async () => await client.data(listCalendarIntegrations),
    ({ integrations }) => integrations.some(({ lastSyncAt }) => lastSyncAt !== null),
  );
  const email = account;
  const tokenFor = async (action: string) => ({ 'X-Turnstile-Token': await getBotToken(api, action) });
  await client.data(subscribeToNewsletter, { body: { email }, headers: await tokenFor('newsletter') });
  const message = `This is ${firstName}, asking about prices.`;
  await client.data(sendContact, {
    // Some users write their address in capitals.
    body: { email: email.toUpperCase(), name: firstName, phone: '+46 70 123 45 67', inquiryType: 'sales', message },
    headers: await tokenFor('contact'),
  });
  await answerDigest(user.id, client, `guest-of-${firstName}@brightwater.test`);
  const report = { reason: 'bounce' as const, addresses: [email], reportedAt: new Date() };
  await api.pool.transaction((transaction) => suppressAddresses(transaction, report));
  await liftSuppression(api.pool, email);
  return { user, client, account, firstName };
}

/** Reports a wrong person through a digest's link. */
async function answerDigest(userId: string, client: HttpClient, target: string): Promise<void> {
  const meetingIds = (await client.data(listMeetings)).meetings.map(({ id }) => id);
  const [briefingId = ''] = await seedDigest(api.pool, { userId, meetingIds });
  const link = await seedFeedbackLink(api.pool, briefingId, { action: 'wrong_person', target });
  await api.client().data(giveFeedback, { body: { token: link } });
}

const token = z.object({ access_token: z.string() });

/** Adds a Google account with a meeting in 26 hours. */
async function addAccount(email: string, name: string): Promise<void> {
  const { sandbox } = api;
  await sandbox.control(sandbox.google, '/accounts', { email, name });
  const { access_token: accessToken } = token.parse(await sandbox.control(sandbox.google, '/token', { email }));
  const start = new Date(Date.now() + 26 * 3_600_000);
  const response = await fetch(`${sandbox.google.url}/calendar/v3/calendars/primary/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      summary: `Intro with ${name}`,
      start: { dateTime: start.toISOString() },
      end: { dateTime: new Date(start.getTime() + 3_600_000).toISOString() },
      attendees: [{ email }, { email: 'ines@brightwater.test' }],
    }),
  });
  if (!response.ok) throw new Error(`the sandbox returned ${response.status}: ${await response.text()}`);
}

const deletionOf = ({ id }: SeededUser) => client.workflow.getHandle(deleteAccountId(id));

/** Waits until the deletion workflow completes. The dispatcher starts it, so it may not exist yet. */
async function awaitDeletion(user: SeededUser): Promise<void> {
  await eventually(
    async () =>
      await deletionOf(user)
        .describe()
        .catch(() => null),
    (description) => description?.status.name === 'COMPLETED',
    90_000,
  );
}

const mailsTo = async (address: string, subject: string) =>
  (await ses.vendor.outbox(address)).filter((mail) => mail.subject === subject);

/** Waits for an email with a link that confirms the address, and returns the link's token. */
async function linkTokenTo(address: string): Promise<string> {
  const tokens = await eventually(
    async () =>
      (await ses.vendor.outbox(address)).flatMap(
        ({ text }) => /verify-email\?token=([\w-]+)/.exec(text ?? '')?.[1] ?? [],
      ),
    (found) => found.length === 1,
  );
  return tokens[0] ?? '';
}

/** Returns all remaining text about the person in any table or Redis, as `place: text`. */
async function tracesOf({ user, account, firstName }: Person): Promise<string[]> {
  const places = [
    ...Object.entries(await dumpTables(api.pool)),
    ...Object.entries(await dumpRedis(api.config.redisUrl)).map(
      ([key, value]) => ['redis', [`${key} ${value}`]] as const,
    ),
  ];
  return places.flatMap(([place, texts]) =>
    texts
      .filter((text) => [user.id, account, firstName].some((trace) => text.includes(trace)))
      .map((text) => `${place}: ${text}`),
  );
}

const revocations = async () => {
  const journal = z.object({ requests: z.array(z.object({ path: z.string() })) });
  const { requests } = journal.parse(await (await fetch(`${api.sandbox.google.url}/_control/journal`)).json());
  return requests.filter(({ path }) => path.startsWith('/revoke')).length;
};

describe('attack 30: account deletion', () => {
  test('ends sessions immediately, leaves no trace of the user, and spares others', async () => {
    const [leaver, stayer] = [await seedPerson('leonard'), await seedPerson('stella')];
    const phone = await signIn(api.client(), leaver.user);
    const tracesBefore = await tracesOf(leaver);
    expect(tracesBefore.length).toBeGreaterThan(10);
    for (const kept of ['feedback_links', 'briefing_feedback'])
      expect(tracesBefore.some((trace) => trace.startsWith(kept))).toBe(true);
    const before = await revocations();

    await leaver.client.data(deleteAccount, { body: {} });
    expect((await leaver.client.call(getProfile)).status).toBe(401);
    expect((await phone.call(getProfile)).status).toBe(401);
    await awaitDeletion(leaver.user);

    // The phone's session entry in Redis and limit counters expire on their own; its user and session are gone.
    const traces = (await tracesOf(leaver)).filter((trace) => !/^redis: (?:session|limit):/.test(trace));
    expect(traces).toEqual([]);
    expect((await revocations()) - before).toBe(1);
    expect(await api.sandbox.control(api.sandbox.google, '/grants/revoke', { email: leaver.account })).toEqual({
      revoked: false,
    });
    const running = `UserId = '${leaver.user.id}' AND ExecutionStatus = 'Running'`;
    // Temporal's visibility store lags slightly behind.
    await eventually(
      () => client.workflow.count(running),
      ({ count }) => count === 0,
    );
    expect(await mailsTo(leaver.account, 'Your account has been deleted')).toHaveLength(1);

    expect((await stayer.client.data(listMeetings)).meetings).toHaveLength(1);
    expect((await tracesOf(stayer)).length).toBeGreaterThan(10);
  });

  test('forgets that mail to a former address was stopped', async () => {
    const account = 'otto@harborline.test';
    const user = await seedUser(api.pool, { email: account, isWhitelisted: false });
    const browser = await signIn(api.client(), user);
    await browser.data(updateProfile, { body: { email: `new-${account}`, currentPassword: PASSWORD } });
    const report = { reason: 'bounce' as const, addresses: [account], reportedAt: new Date() };
    await api.pool.transaction((transaction) => suppressAddresses(transaction, report));
    const token = await linkTokenTo(`new-${account}`);
    await browser.data(verifyEmail, { query: { token } });
    const person = { user, client: browser, account, firstName: user.id };
    expect((await tracesOf(person)).some((trace) => trace.startsWith('mail_suppressions'))).toBe(true);

    await browser.data(deleteAccount, { body: {} });
    await awaitDeletion(user);
    expect((await tracesOf(person)).filter((trace) => !trace.startsWith('redis: limit:'))).toEqual([]);
  });

  test('keeps the audit log under a pseudonym, without IP addresses', async () => {
    const { user, client: browser } = await seedPerson('petra');
    await browser.data(deleteAccount, { body: {} });
    await awaitDeletion(user);
    const row = z.object({
      action: z.string(),
      actor: z.uuid().nullable(),
      subject: z.string(),
      ip: z.string().nullable(),
    });
    const deleted = await api.pool.one(sql.type(row)`
      select action, actor_user_id as actor, subject, ip from audit_log where action = 'account.deleted' order by id desc limit 1
    `);
    const rows = await api.pool.any(sql.type(row)`
      select action, actor_user_id as actor, subject, ip from audit_log where subject = ${deleted.subject} order by id
    `);
    const pseudonym = deleted.subject.replace('user:', '');
    expect(pseudonym).not.toBe(user.id);
    expect(rows).toEqual([
      { action: 'sign-in.password', actor: pseudonym, subject: deleted.subject, ip: null },
      { action: 'account.deletion_requested', actor: pseudonym, subject: deleted.subject, ip: null },
      { action: 'account.deleted', actor: null, subject: deleted.subject, ip: null },
    ]);
  });

  test('lets the address sign up again, without its old data', async () => {
    const { user, client: browser, account } = await seedPerson('rita');
    await browser.data(deleteAccount, { body: {} });
    await awaitDeletion(user);

    await api.client().data(signUpEmail, { body: { email: account, password: PASSWORD, name: 'Rita Again' } });
    await api.client().data(verifyEmail, { query: { token: await linkTokenTo(account) } });
    const again = await signIn(api.client(), { email: account });
    expect((await again.data(getSession)).user?.id).not.toBe(user.id);
    expect((await again.data(getProfile)).user).toMatchObject({ firstName: 'Rita', lastName: 'Again' });
    // The old account's access is gone.
    expect((await again.call(listMeetings)).status).toBe(403);
  });

  test('completes after a worker is killed while the vendor hangs', async () => {
    const person = await seedPerson('karl');
    const { user, client: browser, account } = person;
    await api.sandbox.control(api.sandbox.google, '/faults', { path: '/revoke', hang: true });
    const before = await revocations();
    await browser.data(deleteAccount, { body: {} });
    await eventually(revocations, (count) => count > before);
    expect((await deletionOf(user).describe()).status.name).toBe('RUNNING');
    await Promise.all(workers.splice(0).map(killProcess));
    await startWorker();
    await awaitDeletion(user);
    expect((await tracesOf(person)).filter((trace) => !trace.startsWith('redis: limit:'))).toEqual([]);
    expect(await mailsTo(account, 'Your account has been deleted')).toHaveLength(1);
  });
});
