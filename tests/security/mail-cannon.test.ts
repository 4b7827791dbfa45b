import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { queueLinkMail } from '#api/commands/queue-account-mail.ts';
import {
  forgetPassword,
  resetPassword,
  sendVerificationEmail,
  signInEmail,
  signUpEmail,
  verifyEmail,
} from '#contract/auth.ts';
import { subscribeToNewsletter } from '#contract/newsletter.ts';
import { requestObjection } from '#contract/objections.ts';
import { updateProfile } from '#contract/users.ts';
import { deleteUnverifiedUsers } from '#db/queries/upkeep.ts';
import { lockUserByEmail } from '#db/queries/users.ts';
import { sql } from '#db/sql.ts';
import { openTestApi, startApi } from '#tests/support/api.ts';
import { listMailKinds, PASSWORD, readMailToken, seedUser, signIn } from '#tests/support/builders.ts';
import { getBotToken } from '#tests/support/google-sign-in.ts';

const api = await openTestApi({ RATE_LIMIT_MAIL_RECIPIENT: '', RATE_LIMIT_MAIL_SOURCE: '', TRUST_PROXY: '1' });

const newAddress = () => `${crypto.randomUUID().slice(0, 13)}@brightwater.test`;
const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } });
const mailsTo = async (address: string, server = api) =>
  await server.pool.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) from emails where to_address = ${address}
  `);
const signUp = async (email: string, options = {}) =>
  await api.client().call(signUpEmail, { body: { email, password: PASSWORD, name: 'Ada' }, ...options });

test('attack 39: a recipient gets at most 3 emails an hour from all sources and forms together', async () => {
  const email = newAddress();
  const movers = await Promise.all([1, 2, 3].map(async () => await signIn(api.client(), await seedUser(api.pool))));
  const answers = [
    await signUp(email, from('203.0.113.1')),
    await signUp(email, from('203.0.113.2')),
    await api.client().call(sendVerificationEmail, { body: { email }, ...from('203.0.113.3') }),
    await api.client().call(forgetPassword, { body: { email }, ...from('203.0.113.4') }),
    await signUp(email, from('203.0.113.5')),
    await api.client().call(subscribeToNewsletter, {
      body: { email },
      headers: { 'X-Turnstile-Token': await getBotToken(api, 'newsletter'), ...from('203.0.113.6').headers },
    }),
  ];
  for (const mover of movers) answers.push(await mover.call(updateProfile, { body: { email } }));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(answers[4]?.text).toBe(answers[0]?.text);
  expect(answers.at(-1)?.body.message).toContain('follow the link');
  expect(await mailsTo(email)).toBe(3);
});

test('attack 39: a mailbox gets at most 3 emails an hour for all its addresses together', async () => {
  const name = crypto.randomUUID().slice(0, 8);
  // The first address has its owner's account, the second an account that a stranger registered.
  const spellings = {
    tags: ['', '+1', '+2', '+3', '+a.b', '+4', '+5'].map((tag) => `${name}${tag}@brightwater.test`),
    'dots at Gmail': [name, ...[1, 2, 3].map((at) => `${name.slice(0, at)}.${name.slice(at)}`)].flatMap((local) => [
      `${local}@gmail.com`,
      `${local}@googlemail.com`,
    ]),
  };
  for (const [what, addresses] of Object.entries(spellings)) {
    const [own = '', strange = ''] = addresses;
    await seedUser(api.pool, { email: own });
    await seedUser(api.pool, { email: strange, isVerified: false });
    for (const email of [...addresses, own]) {
      expect((await signUp(email, from('203.0.113.20'))).status).toBe(200);
      await api.client().data(forgetPassword, { body: { email }, ...from('203.0.113.21') });
    }
    const mails = await Promise.all(addresses.map((email) => mailsTo(email)));
    // The stranger's unverified account cannot take the reset reserved for the owner's.
    expect([what, mails]).toEqual([what, [3, ...addresses.slice(1).map(() => 0)]]);
  }
  // At other mail services, dots matter.
  const others = [`a.${name}@brightwater.test`, `a${name}@brightwater.test`];
  for (const email of others) await signUp(email, from('203.0.113.22'));
  expect(await Promise.all(others.map((email) => mailsTo(email)))).toEqual([1, 1]);
});

test.each([1, 3])(
  'attack 39: a mailbox whose accounts (%d) all have tagged addresses gets at most 3 emails an hour',
  async (count) => {
    const name = crypto.randomUUID().slice(0, 8);
    const own = Array.from({ length: count }, (_, tag) => `${name}+${tag}@brightwater.test`);
    for (const email of own) await seedUser(api.pool, { email });
    const untagged = `${name}@brightwater.test`;
    for (let mails = 0; mails < 4; mails += 1) await signUp(untagged, from('203.0.113.23'));
    for (const email of own) await api.client().data(forgetPassword, { body: { email }, ...from('203.0.113.24') });
    const mails = await Promise.all([untagged, ...own].map((email) => mailsTo(email)));
    // The last one is reserved for resets.
    expect(mails).toEqual([2, 1, ...own.slice(1).map(() => 0)]);
  },
);

test("attack 39: other emails do not use up the owner's password reset", async () => {
  const { email } = await seedUser(api.pool);
  const resets = async () =>
    await api.pool.oneFirst(sql.type(z.object({ count: z.number() }))`
      select count(*) from emails where to_address = ${email} and kind = 'reset-password'
    `);
  for (let source = 1; source <= 12; source += 1) await signUp(email, from(`203.0.113.${100 + source}`));
  const ask = async () => await api.client().call(forgetPassword, { body: { email }, ...from('203.0.113.30') });
  const [known, unknown] = [
    await ask(),
    await api.client().call(forgetPassword, { body: { email: newAddress() }, ...from('203.0.113.30') }),
  ];
  expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
  expect(await resets()).toBe(1);
  // The sign-ups sent one email and counted as two.
  await ask();
  expect([await resets(), await mailsTo(email)]).toEqual([1, 2]);
});

test("attack 39: requests that send nothing do not count towards the mailbox's limit", async () => {
  const ask = async (email: string, endpoint: typeof requestObjection | typeof subscribeToNewsletter, source: string) =>
    await api.client().data(endpoint, {
      body: { email },
      headers: {
        'X-Turnstile-Token': await getBotToken(api, endpoint === requestObjection ? 'objection' : 'newsletter'),
        ...from(source).headers,
      },
    });
  const email = newAddress();
  const repeats = [1, 2, 3, 4, 5];
  for (const _ of repeats) {
    await api.client().data(forgetPassword, { body: { email }, ...from('203.0.113.40') });
    await api.client().data(sendVerificationEmail, { body: { email }, ...from('203.0.113.41') });
  }
  // Each sends one link an hour.
  for (const _ of repeats) await ask(email, subscribeToNewsletter, '203.0.113.42');
  for (const _ of repeats) await ask(email, requestObjection, '203.0.113.43');
  await signUp(email, from('203.0.113.44'));
  expect(await listMailKinds(api.pool, email)).toEqual(['newsletter-confirm', 'objection-confirm', 'verify-email']);
});

test("attack 39: requests that send nothing count towards their source's limit", async () => {
  const nobodies = Array.from({ length: 20 }, newAddress);
  for (const email of nobodies) await api.client().data(forgetPassword, { body: { email }, ...from('203.0.113.45') });
  const email = newAddress();
  await signUp(email, from('203.0.113.45'));
  // Otherwise, whether this one is sent would reveal if any of the twenty have accounts.
  expect(await mailsTo(email)).toBe(0);
});

test('attack 39: an IPv6 /48 counts as at most eight sources, one per /56', async () => {
  const strict = await startApi({ RATE_LIMIT_MAIL_SOURCE: '1/3600', TRUST_PROXY: '1' });
  onTestFinished(strict.close);
  const mailedFrom = async (address: string) => {
    const email = newAddress();
    const body = { email, password: PASSWORD, name: 'Ada' };
    await strict.client().data(signUpEmail, { body, ...from(address) });
    return await mailsTo(email, strict);
  };
  const mailed = [];
  for (const subnet of ['00', '01', '100', '200', '300', '400', '500', '600', '700', '800']) {
    mailed.push(await mailedFrom(`2001:db8:39:${subnet}::1`));
  }
  // The second address is in the /56 of the first; the last is in the ninth /56.
  expect(mailed).toEqual([1, 0, 1, 1, 1, 1, 1, 1, 1, 0]);
  expect(await mailedFrom('2001:db8:40::1')).toBe(1);
});

test("attack 39: strangers cannot use up the password resets of the owner's browser", async () => {
  const user = await seedUser(api.pool);
  const own = await signIn(api.client(), user);
  const body = { email: user.email };
  const sent = async () =>
    (await listMailKinds(api.pool, user.email)).filter((kind) => kind === 'reset-password').length;
  for (let tries = 0; tries < 6; tries += 1) await api.client().data(forgetPassword, { body, ...from('203.0.113.46') });
  const byStranger = await sent();
  await own.data(forgetPassword, { body, ...from('203.0.113.47') });
  expect([byStranger, await sent()]).toEqual([3, 4]);
  for (let tries = 0; tries < 6; tries += 1) await own.data(forgetPassword, { body, ...from('203.0.113.47') });
  expect(await sent()).toBe(6);
});

test.each([
  ['the browser that signed up', [401, 200]],
  ['another browser', [401, 401]],
])('attack 39: a sign-up without an email counts only if its browser follows the link: %s', async (where, statuses) => {
  const email = newAddress();
  const answers = [await signUp(email), await signUp(email), await signUp(email)];
  const owner = api.client();
  const body = { email, password: 'password of the owner', name: 'Ada' };
  answers.push(await owner.call(signUpEmail, { body }));
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(await mailsTo(email)).toBe(3);
  const token = await readMailToken(api.pool, api.encryption, { to: email, kind: 'verify-email' });
  await (where === 'another browser' ? api.client() : owner).data(verifyEmail, { query: { token } });
  const statusWith = async (password: string) =>
    (await api.client().call(signInEmail, { body: { email, password } })).status;
  expect([await statusWith(PASSWORD), await statusWith(body.password)]).toEqual(statuses);
});

test("attack 39: a recipient's daily limit applies in addition to the shorter one", async () => {
  const short = await startApi({ RATE_LIMIT_MAIL_RECIPIENT: '3/1,5/86400' });
  onTestFinished(short.close);
  const [{ email }, { email: verified }] = [
    await seedUser(short.pool, { isVerified: false }),
    await seedUser(short.pool),
  ];
  const ask = async () =>
    await Promise.all(
      [email, verified].map((address) => short.client().call(forgetPassword, { body: { email: address } })),
    );
  for (let second = 0; second < 4; second += 1) {
    await Promise.all([ask(), ask(), ask(), ask()]);
    await new Promise((resolve) => setTimeout(resolve, 1_050));
  }
  expect(await mailsTo(email, short)).toBe(5);
  // The two reserved for resets are half a day apart, so that a stranger cannot use up both in one go.
  expect(await mailsTo(verified, short)).toBe(4);
});

test('attack 39: one source reaches at most 20 recipients an hour without affecting other sources', async () => {
  const addresses = Array.from({ length: 23 }, newAddress);
  const answers = await Promise.all(addresses.map((email) => signUp(email, from('198.51.100.1'))));
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  const mailed = await Promise.all(addresses.map((email) => mailsTo(email)));
  expect(mailed.filter((mails) => mails === 1)).toHaveLength(20);
  const other = newAddress();
  await signUp(other, from('198.51.100.2'));
  expect(await mailsTo(other)).toBe(1);
});

test("attack 39: even concurrent requests do not email recipients beyond a source's 20", async () => {
  const ask = async (email: string) =>
    await api.client().data(forgetPassword, { body: { email }, ...from('198.51.100.3') });
  const [last, ...beyond] = await Promise.all(Array.from({ length: 6 }, () => seedUser(api.pool)));
  await Promise.all(Array.from({ length: 19 }, () => ask(newAddress())));
  for (const { email } of [last, ...beyond].filter((user) => user !== undefined)) {
    await Promise.all([ask(email), ask(email)]);
  }
  expect(await mailsTo(last?.email ?? '')).toBe(2);
  expect(await Promise.all(beyond.map(({ email }) => mailsTo(email)))).toEqual([0, 0, 0, 0, 0]);
});

test('attack 39: a reset link stays valid when another is requested', async () => {
  const { email } = await seedUser(api.pool);
  const ask = async () => await api.client().data(forgetPassword, { body: { email } });
  await ask();
  const token = await readMailToken(api.pool, api.encryption, { to: email, kind: 'reset-password' });
  await ask();
  const body = { token, newPassword: 'a new and longer password' };
  expect((await api.client().call(resetPassword, { body })).status).toBe(200);
});

test('attack 39: unverified accounts and their emails are deleted after 7 days, unless a link is still valid', async () => {
  const [old, young, retried] = [newAddress(), newAddress(), newAddress()];
  for (const email of [old, young, retried]) await signUp(email, from('192.0.2.1'));
  await api.pool.query(sql.typeAlias('void')`
    update users set created_at = now() - interval '8 days' where email in (${old}, ${retried})
  `);
  await api.pool.query(sql.typeAlias('void')`update auth_tokens set expires_at = now() - interval '7 days'`);
  // The first sign-up may have been a stranger's; the owner's link must still work.
  await signUp(retried, from('192.0.2.1'));
  const { id: verified } = await seedUser(api.pool);
  await api.pool.query(sql.typeAlias('void')`
    update users set created_at = now() - interval '8 days' where id = ${verified}
  `);
  expect(await api.pool.transaction(deleteUnverifiedUsers)).toBe(1);
  expect([await mailsTo(old), await mailsTo(young), await mailsTo(retried)]).toEqual([0, 1, 2]);
  expect(await api.pool.exists(sql.typeAlias('id')`select id from users where id = ${verified}`)).toBe(true);
});

/** Creates an account that is due for deletion. */
async function abandon(email: string): Promise<string> {
  const { id } = await seedUser(api.pool, { email, isVerified: false });
  await api.pool.query(sql.typeAlias('void')`
    update users set created_at = now() - interval '8 days' where id = ${id}
  `);
  return id;
}

test('attack 39: an account is not deleted while a new link is being sent to it', async () => {
  const email = newAddress();
  const id = await abandon(email);
  const [locked, checked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const resending = api.pool.transaction(async (transaction) => {
    const user = await lockUserByEmail(transaction, email);
    locked.resolve();
    await checked.promise;
    if (user) await queueLinkMail(transaction, api.encryption, 'verify-email', user);
  });
  await locked.promise;
  let isDeleted = false;
  const deleting = api.pool.transaction(deleteUnverifiedUsers).finally(() => {
    isDeleted = true;
  });
  await expect.poll(async () => isDeleted || (await isBlocked())).toBe(true);
  checked.resolve();
  await Promise.all([resending, deleting]);
  expect(await api.pool.exists(sql.typeAlias('id')`select id from users where id = ${id}`)).toBe(true);
  const token = await readMailToken(api.pool, api.encryption, { to: email, kind: 'verify-email' });
  expect((await api.client().call(verifyEmail, { query: { token } })).status).toBe(200);
});

test('attack 39: a sign-up during the deletion of its earlier account creates a new one', async () => {
  const email = newAddress();
  const id = await abandon(email);
  const [locked, blocked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const deleting = api.pool.transaction(async (transaction) => {
    await transaction.query(sql.typeAlias('id')`select id from users where id = ${id} for update`);
    locked.resolve();
    await blocked.promise;
    await deleteUnverifiedUsers(transaction);
  });
  await locked.promise;
  const signingUp = signUp(email, from('192.0.2.2'));
  await expect.poll(isBlocked).toBe(true);
  blocked.resolve();
  await deleting;
  expect((await signingUp).status).toBe(200);
  expect(await mailsTo(email)).toBe(1);
  const token = await readMailToken(api.pool, api.encryption, { to: email, kind: 'verify-email' });
  expect((await api.client().call(verifyEmail, { query: { token } })).status).toBe(200);
});

/** Returns whether a statement in this database is waiting for a lock. */
const isBlocked = async () =>
  await api.pool.exists(sql.type(z.object({ pid: z.number() }))`
    select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  `);
