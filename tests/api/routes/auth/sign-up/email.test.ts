import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import {
  forgetPassword,
  getSession,
  resetPassword,
  sendVerificationEmail,
  signInEmail,
  signUpEmail,
  verifyEmail,
} from '#contract/auth.ts';
import { getProfile } from '#contract/users.ts';
import { findUserByEmail } from '#db/queries/users.ts';
import { sql } from '#db/sql.ts';
import { startApi, type TestApi } from '#tests/support/api.ts';
import { listOutbox, PASSWORD, readMailToken, seedUser } from '#tests/support/builders.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => {
  await api.close();
});

const kinds = async (to: string) =>
  await api.pool.anyFirst(sql.type(z.object({ kind: z.string() }))`
    select kind from emails where to_address = ${to} order by id
  `);
const hashOf = async (email: string) =>
  await api.pool.oneFirst(sql.type(z.object({ hash: z.string() }))`
    select password_hash as hash from users where email = ${email}
  `);
const zoneOf = async (email: string) =>
  await api.pool.oneFirst(sql.type(z.object({ timezone: z.string() }))`
    select timezone from users where email = ${email}
  `);

describe('registering', () => {
  test('mails a link, and only its token makes the account usable [7.3]', async () => {
    const client = api.client();
    const email = 'new@brightwater.test';
    const body = { email: 'New@Brightwater.test', password: PASSWORD, name: 'Ada King Lovelace' };
    const answer = await client.call(signUpEmail, { body });
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie().filter((cookie) => cookie.startsWith(`${api.config.sessionCookie}=`))).toEqual(
      [],
    );
    expect((await client.call(signInEmail, { body: { email, password: PASSWORD } })).status).toBe(403);
    expect(await listOutbox(api.pool)).toContainEqual({ workflow: 'send-email', emailId: expect.any(String) });

    const token = await readMailToken(api.pool, api.encryption, { to: email, kind: 'verify-email' });
    await client.data(verifyEmail, { query: { token } });
    await client.data(signInEmail, { body: { email, password: PASSWORD } });
    expect((await client.data(getProfile)).user).toMatchObject({
      firstName: 'Ada',
      lastName: 'King Lovelace',
      emailVerified: true,
      companyDomain: 'brightwater.test',
    });
  });

  test.each([
    ['the zone of the browser', 'America/New_York', 'America/New_York'],
    ['a zone that nobody knows', 'Mars/Olympus', 'UTC'],
    ['no zone', undefined, 'UTC'],
  ])('with %s keeps the times of the account in a zone there is', async (name, timezone, expected) => {
    const email = `${name.replaceAll(' ', '-')}@brightwater.test`;
    await api.client().data(signUpEmail, { body: { email, password: PASSWORD, name: 'Ada', timezone } });
    expect(await zoneOf(email)).toBe(expected);
  });

  test.each([
    ['a browser in portuguese', 'pt-BR', { locale: 'pt-BR', briefingLanguage: 'pt' }],
    ['a browser in polish', 'pl-PL', { locale: 'pl-PL', briefingLanguage: 'en' }],
    ['a browser of nowhere', 'C', { locale: 'en-GB', briefingLanguage: 'en' }],
    ['no locale', undefined, { locale: 'en-GB', briefingLanguage: 'en' }],
  ])('from %s begins with its language and dates', async (name, locale, expected) => {
    const email = `${name.replaceAll(' ', '-')}@brightwater.test`;
    await api.client().data(signUpEmail, { body: { email, password: PASSWORD, name: 'Ada', locale } });
    expect(await findUserByEmail(api.pool, email)).toMatchObject({ ...expected, hourCycle: null });
  });

  test('over an address that is known leaves its zone alone', async () => {
    const { email } = await seedUser(api.pool, { isVerified: false });
    const body = { email, password: PASSWORD, name: 'Robin', timezone: 'America/New_York' };
    await api.client().data(signUpEmail, { body });
    expect(await zoneOf(email)).toBe('UTC');
  });

  test('takes first and last name for the name [3.3]', async () => {
    const body = { email: 'parts@brightwater.test', password: PASSWORD, firstName: 'Ada', lastName: 'King' };
    expect((await api.client().call(signUpEmail, { body })).status).toBe(200);
  });

  test('attack 5: over an existing address answers the same, keeps its password and tells the owner', async () => {
    const { email } = await seedUser(api.pool);
    const before = await hashOf(email);
    const body = { password: 'another password', name: 'Mallory' };
    const known = await api.client().call(signUpEmail, { body: { ...body, email } });
    const unknown = await api.client().call(signUpEmail, { body: { ...body, email: 'fresh@brightwater.test' } });
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
    expect(await hashOf(email)).toBe(before);
    expect(await kinds(email)).toEqual(['existing-account']);
  });

  test('over an address that is not verified yet sends a new link and keeps the password', async () => {
    const { email } = await seedUser(api.pool, { isVerified: false });
    const before = await hashOf(email);
    await api.client().data(signUpEmail, { body: { email, password: 'another password', name: 'Robin' } });
    expect(await hashOf(email)).toBe(before);
    expect(await kinds(email)).toEqual(['verify-email']);
  });

  describe('an address that somebody else took first', () => {
    const squatted = async () => {
      const email = `${randomUUID()}@brightwater.test`;
      await signUp(email, 'password of the squatter');
      return email;
    };
    const signUp = async (email: string, password: string) => {
      await api.client().data(signUpEmail, { body: { email, password, name: 'Ada' } });
      return await readMailToken(api.pool, api.encryption, { to: email, kind: 'verify-email' });
    };
    const statusWith = async (email: string, password: string) =>
      (await api.client().call(signInEmail, { body: { email, password } })).status;

    test('attack 5: opens with the password of the sign-up whose link was followed, and with no other', async () => {
      const email = await squatted();
      const token = await signUp(email, PASSWORD);
      await signUp(email, 'another of the squatter');
      await api.client().data(verifyEmail, { query: { token } });
      expect(await statusWith(email, PASSWORD)).toBe(200);
      expect(await statusWith(email, 'password of the squatter')).toBe(401);
      expect(await statusWith(email, 'another of the squatter')).toBe(401);
    });

    test('attack 5: opens with no password where the link was sent again and may be of either', async () => {
      const email = await squatted();
      await signUp(email, PASSWORD);
      await api.client().data(sendVerificationEmail, { body: { email } });
      const token = await readMailToken(api.pool, api.encryption, { to: email, kind: 'verify-email' });
      await api.client().data(verifyEmail, { query: { token } });
      expect(await statusWith(email, 'password of the squatter')).toBe(401);
      expect(await statusWith(email, PASSWORD)).toBe(401);
    });

    test('attack 5: a link that is followed after the owner set a password does not bring another back', async () => {
      const email = await squatted();
      const token = await signUp(email, 'another of the squatter');
      await api.client().data(forgetPassword, { body: { email } });
      const reset = await readMailToken(api.pool, api.encryption, { to: email, kind: 'reset-password' });
      await api.client().data(resetPassword, { body: { token: reset, newPassword: PASSWORD } });
      expect((await api.client().call(verifyEmail, { query: { token } })).status).toBe(400);
      expect(await statusWith(email, PASSWORD)).toBe(200);
      expect(await statusWith(email, 'another of the squatter')).toBe(401);
    });
  });

  test('signed up once, a link that was sent again keeps the password', async () => {
    const email = 'again@brightwater.test';
    await api.client().data(signUpEmail, { body: { email, password: PASSWORD, name: 'Ada' } });
    await api.client().data(sendVerificationEmail, { body: { email } });
    const token = await readMailToken(api.pool, api.encryption, { to: email, kind: 'verify-email' });
    await api.client().data(verifyEmail, { query: { token } });
    expect((await api.client().call(signInEmail, { body: { email, password: PASSWORD } })).status).toBe(200);
  });

  test('twice at the same moment makes one account', async () => {
    const body = { email: 'race@brightwater.test', password: PASSWORD, name: 'Race' };
    const answers = await Promise.all([1, 2, 3, 4].map(() => api.client().call(signUpEmail, { body })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  test.each([
    ['a short password', { password: 'seven77' }, 'password', 'Password must be at least 8 characters long'],
    ['no name', { name: undefined }, 'name', 'Please enter your name'],
    ['no address', { email: 'not an address' }, 'email', 'Please enter a valid email address'],
    ['a role', { role: 'admin' }, 'request', 'Unrecognized key: "role"'],
    ['an endless zone', { timezone: 'x'.repeat(101) }, 'timezone', expect.any(String)],
    ['a foreign callbackURL', { callbackURL: '//evil.test' }, 'callbackURL', 'callbackURL must stay on this site'],
  ])('with %s is 400 and says which field', async (_, change, field, message) => {
    const body = { email: 'bad@brightwater.test', password: PASSWORD, name: 'Bad', ...change };
    const answer = await api.client().call(signUpEmail, { body });
    expect(answer.status).toBe(400);
    expect(answer.body['errors']).toMatchObject({ [field]: message });
  });
});

describe('GET /auth/verify', () => {
  test('a link followed twice succeeds twice [7.7]', async () => {
    const { email } = await seedUser(api.pool, { isVerified: false });
    await api.client().data(sendVerificationEmail, { body: { email } });
    const token = await readMailToken(api.pool, api.encryption, { to: email, kind: 'verify-email' });
    expect((await api.client().call(verifyEmail, { query: { token } })).status).toBe(200);
    expect((await api.client().call(verifyEmail, { query: { token } })).status).toBe(200);
  });

  test.each([
    ['an unknown token', 'unknown'],
    ['an empty token', ''],
  ])('%s is 400, never 401', async (_, token) => {
    expect((await api.client().call(verifyEmail, { query: { token } })).status).toBe(400);
  });

  test('an expired link is 400 and verifies nothing', async () => {
    const { email, id } = await seedUser(api.pool, { isVerified: false });
    await api.client().data(sendVerificationEmail, { body: { email } });
    const token = await readMailToken(api.pool, api.encryption, { to: email, kind: 'verify-email' });
    await api.pool.query(sql.typeAlias('void')`
      update auth_tokens set expires_at = now() - interval '1 second' where user_id = ${id}
    `);
    expect((await api.client().call(verifyEmail, { query: { token } })).status).toBe(400);
    expect((await api.client().call(signInEmail, { body: { email, password: PASSWORD } })).status).toBe(403);
  });

  test('a newer link makes the older one useless', async () => {
    const { email } = await seedUser(api.pool, { isVerified: false });
    await api.client().data(sendVerificationEmail, { body: { email } });
    const older = await readMailToken(api.pool, api.encryption, { to: email, kind: 'verify-email' });
    await api.client().data(sendVerificationEmail, { body: { email } });
    expect((await api.client().call(verifyEmail, { query: { token: older } })).status).toBe(400);
  });

  test('a link does not verify an address that was changed after it was sent', async () => {
    const { email, id } = await seedUser(api.pool, { isVerified: false });
    await api.client().data(sendVerificationEmail, { body: { email } });
    const token = await readMailToken(api.pool, api.encryption, { to: email, kind: 'verify-email' });
    await api.pool.query(sql.typeAlias('void')`update users set email = 'changed@brightwater.test' where id = ${id}`);
    expect((await api.client().call(verifyEmail, { query: { token } })).status).toBe(400);
  });
});

describe('POST /auth/send-verification-email', () => {
  test('attack 7: answers the same for known, verified and unknown addresses, and mails only who is waiting [7.8]', async () => {
    const waiting = await seedUser(api.pool, { isVerified: false });
    const verified = await seedUser(api.pool);
    const answers = await Promise.all(
      [waiting.email, verified.email, 'nobody@brightwater.test'].map((email) =>
        api.client().call(sendVerificationEmail, { body: { email } }),
      ),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(await kinds(waiting.email)).toEqual(['verify-email']);
    expect(await kinds(verified.email)).toEqual([]);
  });
});

test('nobody signed in is an answer, not an error [7.9]', async () => {
  const answer = await api.client().call(getSession);
  expect([answer.status, answer.body.data]).toEqual([200, { user: null, session: null }]);
});
