import { generateKeyPairSync, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod';
import { verifyEmail } from '#contract/auth.ts';
import { getProfile } from '#contract/users.ts';
import { createToken, hashToken } from '#db/link-token.ts';
import { insertAuthToken } from '#db/queries/auth-tokens.ts';
import { insertEmail } from '#db/queries/emails.ts';
import { sql } from '#db/sql.ts';
import { createSes } from '#sandbox/ses/ses.ts';
import { createSns, topicArn } from '#sandbox/ses/sns.ts';
import { startVendor } from '#sandbox/start-vendor.ts';
import { openTestApi, startApi } from '#tests/support/api.ts';
import { seedUser } from '#tests/support/builders.ts';
import { dumpRequestedWrites } from '#tests/support/dump.ts';
import { countEnds, postUnfinished } from '#tests/support/unfinished-request.ts';
import { createSandboxMail } from '#tests/support/vendor-adapters.ts';
import { openVendorInbox, type Posted } from '#tests/support/vendor-inbox.ts';

const inbox = await openVendorInbox();
afterAll(inbox.close);
const ses = await startVendor(createSes, { productUrl: inbox.url });
afterAll(ses.close);
const api = await openTestApi({ SES_BASE_URL: ses.url, SES_TOPIC_ARN: topicArn });

async function control(path: string, body: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${ses.url}/_control${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(response.status).toBe(200);
  return await response.json();
}

/** Stores and sends an email to the address. Returns the provider's message id. */
async function mailTo(address: string): Promise<string> {
  const row = { mailKey: randomUUID(), userId: null, kind: 'briefing' as const, toAddress: address, data: {} };
  await api.pool.transaction((transaction) => insertEmail(transaction, row));
  const sent = await createSandboxMail(ses).send({
    to: address,
    subject: 'Hello',
    html: '<p>Hello</p>',
    text: 'Hello',
    headers: {},
  });
  return sent.providerMessageId;
}

/** Sends an email to the address. Returns the SNS message with which SES reports on it. */
async function reportOn(address: string, type = 'bounce', how: Record<string, unknown> = {}): Promise<Posted> {
  await control('/notify', { messageId: await mailTo(address), type, ...how });
  return inbox.take();
}

async function post({ body, headers }: Pick<Posted, 'body' | 'headers'>, to = api): Promise<number> {
  return (await to.client().request('POST', '/api/webhooks/ses', { body, headers })).status;
}

const suppression = z.object({ reason: z.string(), isLifted: z.boolean() });
const suppressionOf = async (address: string) =>
  await api.pool.maybeOne(sql.type(suppression)`
    select reason, lifted_at is not null as "isLifted" from mail_suppressions where address = ${address}
  `);

describe('a report signed by SNS', () => {
  test.each([
    ['bounce', '1'],
    ['complaint', '2'],
  ])('of a %s in signature version %s stops mail and shows in the profile', async (type, signatureVersion) => {
    const { user, client } = await api.newUser();
    expect((await client.data(getProfile)).user.mailStopped).toBeNull();
    const report = await reportOn(user.email, type, { signatureVersion });
    expect(report.headers['content-type']).toContain('text/plain');
    expect(await post(report)).toBe(200);
    expect(await suppressionOf(user.email)).toEqual({ reason: type, isLifted: false });
    expect((await client.data(getProfile)).user.mailStopped).toBe(type);
  });

  test.each([
    ['stops', 'fraud'],
    ['stops', 'virus'],
    ['stops', 'other'],
    ['stops', 'a-future-type'],
    ['stops', null],
    ['does not stop', 'not-spam'],
    ['does not stop', 'Not-Spam'],
    ['does not stop', 'auth-failure'],
  ])('%s mail if the complaint’s type is %j', async (effect, complaintFeedbackType) => {
    const { email } = await seedUser(api.pool);
    expect(await post(await reportOn(email, 'complaint', { complaintFeedbackType }))).toBe(200);
    expect((await suppressionOf(email)) !== null).toBe(effect === 'stops');
  });

  test.each(['bounce', 'complaint'])(
    'of a %s stops mail to the address we emailed, whatever address it lists',
    async (type) => {
      const { email } = await seedUser(api.pool);
      const reportedAs = `${randomUUID()}@forwarded.example`;
      expect(await post(await reportOn(email, type, { reportedAs }))).toBe(200);
      expect(await suppressionOf(email)).toEqual({ reason: type, isLifted: false });
      expect(await suppressionOf(reportedAs)).toBeNull();
    },
  );

  test('is logged as withheld, without the address, if SES suppressed the email', async () => {
    const other = await startApi({ SES_BASE_URL: ses.url, SES_TOPIC_ARN: topicArn, LOG_LEVEL: 'warn' });
    onTestFinished(other.close);
    const { email } = await seedUser(api.pool);
    const logged = vi.spyOn(fs, 'write');
    onTestFinished(() => logged.mockRestore());
    const lines = () => logged.mock.calls.map(([, line]) => line);
    const take = async (type: string, subType: string | null) => {
      logged.mockClear();
      expect(await post(await reportOn(email, type, { subType }), other)).toBe(200);
    };
    const withheld = expect.stringContaining('the mail service withheld an email');
    for (const [type, subType] of [
      ['bounce', 'OnAccountSuppressionList'],
      ['bounce', 'Suppressed'],
      ['complaint', 'OnAccountSuppressionList'],
    ] as const) {
      await take(type, subType);
      // A line waits until the previous one is written.
      await expect.poll(lines).toEqual([withheld]);
      expect(lines().join('')).not.toContain(email);
    }
    await take('bounce', 'NoEmail');
    await take('complaint', null);
    expect(lines()).toEqual([]);
  });

  test('counts once when repeated, even concurrently', async () => {
    const { email } = await seedUser(api.pool);
    const report = await reportOn(email);
    const statuses = await Promise.all(Array.from({ length: 20 }, () => post(report)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    const before = await dumpRequestedWrites(api.pool);
    expect(await post(report)).toBe(200);
    expect(await dumpRequestedWrites(api.pool)).toEqual(before);
  });

  test('no longer applies after an address change, even if repeated later', async () => {
    const { user, client } = await api.newUser();
    const { id: userId, email } = user;
    const report = await reportOn(email);
    await post(report);
    const token = createToken();
    const next = `${randomUUID()}@harborline.test`;
    const session = await api.pool.one(sql.typeAlias('id')`select id from sessions where user_id = ${userId}`);
    await api.pool.transaction((transaction) =>
      insertAuthToken(transaction, {
        userId,
        sessionId: session.id,
        purpose: 'change_email',
        email: next,
        tokenHash: hashToken(token),
        expiresInHours: 1,
        passwordHash: null,
      }),
    );
    expect((await client.call(verifyEmail, { query: { token } })).status).toBe(200);
    expect((await client.data(getProfile)).user).toMatchObject({ email: next, mailStopped: null });
    expect(await post(report)).toBe(200);
    expect(await suppressionOf(email)).toEqual({ reason: 'bounce', isLifted: true });
  });

  test('is acknowledged and dropped if we never emailed the address', async () => {
    const { email } = await seedUser(api.pool);
    const report = await reportOn(email);
    await api.pool.query(sql.typeAlias('void')`delete from emails where to_address = ${email}`);
    expect(await post(report)).toBe(200);
    expect(await suppressionOf(email)).toBeNull();
  });

  test('can have a null subject, which is not signed', async () => {
    const { email } = await seedUser(api.pool);
    const report = await reportOn(email);
    const body = JSON.stringify({ ...JSON.parse(report.body), Subject: null });
    expect(await post({ ...report, body })).toBe(200);
    expect(await suppressionOf(email)).toEqual({ reason: 'bounce', isLifted: false });
  });

  test('is accepted with any origin', async () => {
    const { email } = await seedUser(api.pool);
    const { body, headers } = await reportOn(email);
    expect(await post({ body, headers: { ...headers, origin: 'https://evil.test' } })).toBe(200);
  });

  test('returns 503 while its certificate is unreachable, so that SNS retries', async () => {
    const other = await startApi({ SES_BASE_URL: ses.url, SES_TOPIC_ARN: topicArn });
    onTestFinished(other.close);
    const report = await reportOn((await seedUser(api.pool)).email);
    await control('/faults', { path: '/SimpleNotificationService', status: 503 });
    expect(await post(report, other)).toBe(503);
    expect(await post(report, other)).toBe(200);
  });
});

test('a subscription to our topic is confirmed', async () => {
  await control('/subscribe', {});
  const confirmation = inbox.take();
  expect(await post(confirmation)).toBe(200);
  // SNS refuses the used token.
  expect(await post(confirmation)).toBe(503);
});

describe('a forged message returns 400 and changes nothing', () => {
  /** A key that SNS does not use. Its certificate is on another host or missing. */
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const stranger = (baseUrl: string) =>
    createSns(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), baseUrl);
  const bounce = (emailAddress: string) => ({
    notificationType: 'Bounce',
    bounce: { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress }] },
  });
  const changed = (report: Posted, change: Record<string, unknown>) => ({
    ...report,
    body: JSON.stringify({ ...z.record(z.string(), z.unknown()).parse(JSON.parse(report.body)), ...change }),
  });
  const plain = (body: unknown) => ({ headers: { 'content-type': 'text/plain' }, body: JSON.stringify(body) });

  const forgeries: Record<string, (report: Posted, email: string) => Pick<Posted, 'body' | 'headers'>> = {
    'with another message': (report, email) => changed(report, { Message: JSON.stringify(bounce(`x${email}`)) }),
    'with another time': (report) => changed(report, { Timestamp: new Date(0).toISOString() }),
    'with another type': (report) => changed(report, { Type: 'UnsubscribeConfirmation' }),
    'with another version': (report) => changed(report, { SignatureVersion: '2' }),
    'without a signature': (report) => changed(report, { Signature: '' }),
    'for another topic': (report) => changed(report, { TopicArn: `${topicArn}-2` }),
    'with a certificate on another host': (_report, email) => plain(stranger(api.url).notification(bounce(email), '2')),
    'with a missing certificate': (_report, email) => plain(stranger(ses.url).notification(bounce(email), '1')),
    'with a certificate at a bad path': (report) => changed(report, { SigningCertURL: `${ses.url}/_control/journal` }),
    'with a certificate behind a user name': (report) =>
      changed(report, { SigningCertURL: ses.url.replace('http://', 'http://user@') }),
    'with malformed JSON': (report) => ({ ...report, body: report.body.slice(1) }),
    'with an empty body': (report) => ({ ...report, body: '' }),
  };

  test.each(Object.keys(forgeries))('attack 18: %s', async (name) => {
    const { email } = await seedUser(api.pool);
    const report = await reportOn(email);
    const before = await dumpRequestedWrites(api.pool);
    const forged = forgeries[name]?.(report, email) ?? report;
    const answer = await api.client().request('POST', '/api/webhooks/ses', forged);
    expect([answer.status, answer.body.code]).toEqual([400, 'BAD_REQUEST']);
    expect(await dumpRequestedWrites(api.pool)).toEqual(before);
  });

  test('or 413 if its body is larger than SNS sends', async () => {
    const answer = await api
      .client()
      .request('POST', '/api/webhooks/ses', { body: 'x'.repeat(700_000), headers: { 'content-type': 'text/plain' } });
    expect([answer.status, answer.body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  test.each([
    ["as does a genuine message from someone else's topic", { SES_TOPIC_ARN: `${topicArn}-2` }],
    ['as does any message if no topic is configured', {}],
  ])('attack 18: %s', async (_, settings) => {
    const other = await startApi({ SES_BASE_URL: ses.url, ...settings });
    onTestFinished(other.close);
    const report = await reportOn((await seedUser(api.pool)).email);
    expect(await post(report, other)).toBe(400);
  });
});

describe('unfinished bodies', () => {
  const headers = { 'content-type': 'text/plain', 'content-length': 600 * 1024 };

  test('attack 42: take 16 MB at most, and must arrive within seconds', async () => {
    const other = await startApi({ SES_BASE_URL: ses.url, SES_TOPIC_ARN: topicArn });
    onTestFinished(other.close);
    const slow = Array.from({ length: 30 }, () => postUnfinished(`${other.url}/api/webhooks/ses`, headers));
    expect(countEnds(await Promise.all(slow))).toEqual({ 503: 3, 'cut off': 27 });
    expect(await post(await reportOn((await seedUser(api.pool)).email), other)).toBe(200);
  });

  test('attack 42: are not read if no topic is configured', async () => {
    const other = await startApi({ SES_BASE_URL: ses.url });
    onTestFinished(other.close);
    expect(await postUnfinished(`${other.url}/api/webhooks/ses`, headers)).toBe(400);
  });
});
