import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { exportAccount } from '#contract/account.ts';
import { confirmObjection, getObjectionRequest, requestObjection } from '#contract/objections.ts';
import { findObjections } from '#db/find-objections.ts';
import { sql } from '#db/sql.ts';
import { readMailbox } from '#providers/calendar/people.ts';
import { openTestApi, startApi } from '#tests/support/api.ts';
import { listOutbox, readMailToken } from '#tests/support/builders.ts';
import { getBotToken } from '#tests/support/google-sign-in.ts';

const GUEST = 'ines@brightwater.test';

const api = await openTestApi();
beforeEach(async () => {
  for (const table of ['objections', 'emails', 'outbox'])
    await api.pool.query(sql.typeAlias('void')`delete from ${sql.identifier([table])}`);
});

const ask = async (email = GUEST) =>
  await api.client().call(requestObjection, {
    body: { email },
    headers: { 'X-Turnstile-Token': await getBotToken(api, 'objection') },
  });
const readToken = () => readMailToken(api.pool, api.encryption, { to: GUEST, kind: 'objection-confirm' });
const confirm = (token: unknown) => api.client().call(confirmObjection, { body: { token } });
const look = (token: string) => api.client().call(getObjectionRequest, { query: { token } });
const age = async (column: 'requested_at' | 'token_expires_at', interval: string) =>
  await api.pool.query(sql.typeAlias('void')`
    update objections set ${sql.identifier([column])} = now() - ${interval}::interval
  `);
const hasObjected = async (email = GUEST) =>
  (await findObjections(api.pool, api.encryption, { emails: [email], domains: [] })).addresses.has(email);
const countMails = async () =>
  (await listOutbox(api.pool)).filter((one) => JSON.stringify(one).includes('send-email')).length;
const dump = async () =>
  (
    await api.pool.one(sql.type(z.object({ dump: z.string() }))`
      select coalesce((select string_agg(objections::text, ' ') from objections), '')
        || coalesce((select string_agg(emails::text, ' ') from emails), '')
        || coalesce((select string_agg(audit_log::text, ' ') from audit_log), '') as dump
    `)
  ).dump;

describe('POST /privacy/objection', () => {
  test('attack 56: emails a link and does not list anyone before confirmation', async () => {
    expect((await ask('Ines@Brightwater.test')).status).toBe(200);
    expect(await countMails()).toBe(1);
    expect(await hasObjected()).toBe(false);
  });

  test('attack 56: responds identically for new, pending and listed addresses, and emails once', async () => {
    const first = await ask();
    const waiting = await ask();
    expect((await confirm(await readToken())).status).toBe(200);
    await age('requested_at', '2 hours');
    const listed = await ask();
    for (const answer of [waiting, listed]) expect([answer.status, answer.text]).toEqual([200, first.text]);
    expect(await countMails()).toBe(1);
  });

  test('when repeated after an hour, emails a new link and invalidates the old one', async () => {
    await ask();
    const old = await readToken();
    await age('requested_at', '61 minutes');
    await ask();
    expect(await countMails()).toBe(2);
    expect((await confirm(old)).status).toBe(400);
    expect((await confirm(await readToken())).status).toBe(200);
  });

  test('sends one email for 20 concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask()));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await countMails()).toBe(1);
  });

  test('attack 56: limits emails per recipient and per source', async () => {
    const strict = await startApi({ RATE_LIMIT_MAIL_RECIPIENT: '1/3600', RATE_LIMIT_MAIL_SOURCE: '2/3600' });
    onTestFinished(strict.close);
    const emails = ['one@b.test', 'one@b.test', 'two@b.test', 'three@b.test'];
    const answers = [];
    for (const [index, email] of emails.entries()) {
      if (index === 1)
        await strict.pool.query(sql.typeAlias('void')`update objections set requested_at = now() - interval '2 hours'`);
      answers.push(
        await strict.client().call(requestObjection, {
          body: { email },
          headers: { 'X-Turnstile-Token': await getBotToken(strict, 'objection') },
        }),
      );
    }
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    const mails = await strict.pool.any(sql.type(z.object({ to: z.string() }))`
      select to_address as "to" from emails where kind = 'objection-confirm' order by id
    `);
    expect(mails.map(({ to }) => to)).toEqual(['one@b.test', 'two@b.test']);
  });
});

describe('an objection from', () => {
  test.each([
    ['r&d@brightwater.test', 'r&d@brightwater.test'],
    ['ines@münchen.de', 'ines@xn--mnchen-3ya.de'],
    ['INES@mail.Пример.рф', 'ines@mail.xn--e1afmkfd.xn--p1ai'],
    ['ines@xn--e1afmkfd.xn--p1ai', 'ines@xn--e1afmkfd.xn--p1ai'],
  ])('attack 56: %s is listed once confirmed', async (written, guest) => {
    expect(readMailbox(written)?.email).toBe(guest);
    expect((await ask(written)).status).toBe(200);
    await confirm(await readMailToken(api.pool, api.encryption, { to: guest, kind: 'objection-confirm' }));
    expect(await hasObjected(guest)).toBe(true);
  });

  test('an address that cannot be emailed is refused with advice on what to do instead', async () => {
    const answer = await ask('иван@brightwater.test');
    expect([answer.status, answer.body.code]).toEqual([400, 'BAD_REQUEST']);
    expect(answer.body.message).toBe('We can’t email this address. Please contact us, and we’ll add it to the list.');
    expect(await countMails()).toBe(0);
  });

  test('an invalid address is refused with the specified message', async () => {
    const answer = await ask('ines@localhost');
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain('Please enter a valid email address');
  });
});

describe("the objection's confirmation link", () => {
  test('shows the address when opened; lists it on confirm and starts the erasure once', async () => {
    await ask();
    const token = await readToken();
    expect((await look(token)).body.data).toEqual({ email: GUEST, isConfirmed: false });
    expect(await hasObjected()).toBe(false);
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(token)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await hasObjected()).toBe(true);
    expect((await look(token)).body.data).toEqual({ email: GUEST, isConfirmed: true });
    await age('token_expires_at', '1 day');
    expect((await confirm(token)).status).toBe(200);
    const told = JSON.stringify(await listOutbox(api.pool)).match(/"objection"/g);
    expect(told).toHaveLength(1);
  });

  test('attack 56: lists every spelling of the mailbox and nobody else', async () => {
    await ask('ines+demo@brightwater.test');
    await confirm(
      await readMailToken(api.pool, api.encryption, { to: 'ines+demo@brightwater.test', kind: 'objection-confirm' }),
    );
    expect(await hasObjected('ines@brightwater.test')).toBe(true);
    expect(await hasObjected('INES+sales@brightwater.test')).toBe(true);
    expect(await hasObjected('ine@brightwater.test')).toBe(false);
    expect(await hasObjected('ines@brightwater.test.evil.test')).toBe(false);
  });

  test('attack 56: does not store the confirmed address in plain text', async () => {
    await ask();
    await confirm(await readToken());
    expect(await dump()).not.toContain('ines');
    expect(await dump()).toContain('objection.confirmed');
  });

  test('returns 400 if expired or forged', async () => {
    await ask();
    const token = await readToken();
    await age('token_expires_at', '1 second');
    for (const dead of [token, 'x'.repeat(43), '', 'x'.repeat(201)])
      expect([(await look(dead)).status, (await confirm(dead)).status]).toEqual([400, 400]);
    expect(await hasObjected()).toBe(false);
  });
});

test("the account export includes the owner's objection", async () => {
  const { client } = await api.newUser({ email: GUEST });
  expect((await client.data(exportAccount)).objection).toBeNull();
  await ask();
  expect((await client.data(exportAccount)).objection).toMatchObject({ confirmedAt: null });
  await confirm(await readToken());
  expect((await client.data(exportAccount)).objection).toMatchObject({ confirmedAt: expect.any(String) });
});
