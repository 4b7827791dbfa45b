import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
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
import { deleteExpiredRows, deleteUnverifiedUsers } from '#db/queries/upkeep.ts';
import { findUserByEmail } from '#db/queries/users.ts';
import { sql } from '#db/sql.ts';
import { openTestApi } from '#tests/support/api.ts';
import { listMailKinds, listOutbox, PASSWORD, readMailToken, seedUser } from '#tests/support/builders.ts';

const api = await openTestApi();

const kinds = async (to: string) => await listMailKinds(api.pool, to);
const hashOf = async (email: string) =>
  await api.pool.oneFirst(sql.type(z.object({ hash: z.string() }))`
    select password_hash as hash from users where email = ${email}
  `);
const zoneOf = async (email: string) =>
  await api.pool.oneFirst(sql.type(z.object({ timezone: z.string() }))`
    select timezone from users where email = ${email}
  `);

describe('registering', () => {
  test('emails a link whose token activates the account [7.3]', async () => {
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
    ['the time zone of the browser', 'America/New_York', 'America/New_York'],
    ['an unknown time zone', 'Mars/Olympus', 'UTC'],
    ['no time zone', undefined, 'UTC'],
  ])('with %s (%s) stores %s', async (name, timezone, expected) => {
    const email = `${name.replaceAll(' ', '-')}@brightwater.test`;
    await api.client().data(signUpEmail, { body: { email, password: PASSWORD, name: 'Ada', timezone } });
    expect(await zoneOf(email)).toBe(expected);
  });

  test.each([
    ['a locale with briefings in its language', 'pt-BR', { locale: 'pt-BR', briefingLanguage: 'pt' }],
    ['a locale without briefings in its language', 'pl-PL', { locale: 'pl-PL', briefingLanguage: 'en' }],
    ['an invalid locale', 'C', { locale: 'en-GB', briefingLanguage: 'en' }],
    ['no locale', undefined, { locale: 'en-GB', briefingLanguage: 'en' }],
  ])('with %s (%s) stores %j', async (name, locale, expected) => {
    const email = `${name.replaceAll(' ', '-')}@brightwater.test`;
    await api.client().data(signUpEmail, { body: { email, password: PASSWORD, name: 'Ada', locale } });
    expect(await findUserByEmail(api.pool, email)).toMatchObject({ ...expected, hourCycle: null });
  });

  test('keeps the time zone of an existing account', async () => {
    const { email } = await seedUser(api.pool, { isVerified: false });
    const body = { email, password: PASSWORD, name: 'Robin', timezone: 'America/New_York' };
    await api.client().data(signUpEmail, { body });
    expect(await zoneOf(email)).toBe('UTC');
  });

  test('accepts first and last name instead of a full name [3.3]', async () => {
    const body = { email: 'parts@brightwater.test', password: PASSWORD, firstName: 'Ada', lastName: 'King' };
    expect((await api.client().call(signUpEmail, { body })).status).toBe(200);
  });

  test('attack 5: responds identically for a taken address, keeps its password and notifies the owner', async () => {
    const { email } = await seedUser(api.pool);
    const before = await hashOf(email);
    const body = { password: 'another password', name: 'Mallory' };
    const known = await api.client().call(signUpEmail, { body: { ...body, email } });
    const unknown = await api.client().call(signUpEmail, { body: { ...body, email: 'fresh@brightwater.test' } });
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
    expect(await hashOf(email)).toBe(before);
    expect(await kinds(email)).toEqual(['existing-account']);
  });

  test('resends the link to an unverified address and keeps the password', async () => {
    const { email } = await seedUser(api.pool, { isVerified: false });
    const before = await hashOf(email);
    await api.client().data(signUpEmail, { body: { email, password: 'another password', name: 'Robin' } });
    expect(await hashOf(email)).toBe(before);
    expect(await kinds(email)).toEqual(['verify-email']);
  });

  describe('an address that someone else registered first', () => {
    const squatted = async () => {
      const email = `${randomUUID()}@brightwater.test`;
      const token = await signUp(email, 'password of the squatter');
      return { email, token };
    };
    const signUp = async (email: string, password: string, client = api.client()) => {
      await client.data(signUpEmail, { body: { email, password, name: 'Ada' } });
      return await readMailToken(api.pool, api.encryption, { to: email, kind: 'verify-email' });
    };
    const statusWith = async (email: string, password: string) =>
      (await api.client().call(signInEmail, { body: { email, password } })).status;
    const verify = async (token: string, client = api.client()) => await client.data(verifyEmail, { query: { token } });

    test.each(['own', 'earlier', 'later'] as const)(
      'attack 5: accepts only the password chosen in the browser that followed the link (%s link)',
      async (which) => {
        const { email, token: earlier } = await squatted();
        const owner = api.client();
        const own = await signUp(email, PASSWORD, owner);
        const later = await signUp(email, 'another of the squatter');
        expect(await verify({ own, earlier, later }[which], owner)).toMatchObject({ needsPassword: false });
        expect(await statusWith(email, PASSWORD)).toBe(200);
        expect(await statusWith(email, 'password of the squatter')).toBe(401);
        expect(await statusWith(email, 'another of the squatter')).toBe(401);
      },
    );

    test('attack 5: refuses all passwords if a link is followed in a browser that never signed up', async () => {
      const { email } = await squatted();
      const token = await signUp(email, PASSWORD);
      const answer = await verify(token);
      expect(answer).toEqual({ message: expect.stringContaining('Set a password'), needsPassword: true });
      // The same holds if the link is followed again.
      expect(await verify(token)).toEqual(answer);
      expect(await statusWith(email, 'password of the squatter')).toBe(401);
      expect(await statusWith(email, PASSWORD)).toBe(401);
      await api.client().data(forgetPassword, { body: { email } });
      const reset = await readMailToken(api.pool, api.encryption, { to: email, kind: 'reset-password' });
      await api.client().data(resetPassword, { body: { token: reset, newPassword: PASSWORD } });
      expect(await statusWith(email, PASSWORD)).toBe(200);
    });

    test.each([
      ['the squatter signed up first', ['password of the squatter', PASSWORD]],
      ['the owner signed up first', [PASSWORD, 'password of the squatter']],
    ])("attack 5: refuses the squatter's password after old links were deleted, if %s", async (_, [first, second]) => {
      const email = `${randomUUID()}@brightwater.test`;
      const age = async (hours: number) => {
        await api.pool.query(sql.typeAlias('void')`
          update auth_tokens
          set expires_at = expires_at - make_interval(hours => ${hours}), created_at = created_at - make_interval(hours => ${hours})
          where email = ${email}
        `);
        await api.pool.query(sql.typeAlias('void')`
          update users set created_at = created_at - make_interval(hours => ${hours}) where email = ${email}
        `);
        await api.pool.transaction(deleteUnverifiedUsers);
        await deleteExpiredRows(api.pool);
      };
      await signUp(email, first ?? '');
      await age(166);
      await signUp(email, second ?? '');
      await age(20);
      await api.client().data(sendVerificationEmail, { body: { email } });
      await age(8);
      await verify(await readMailToken(api.pool, api.encryption, { to: email, kind: 'verify-email' }));
      expect(await statusWith(email, 'password of the squatter')).toBe(401);
    });

    test('attack 5: refuses all passwords if a resent link could belong to either sign-up', async () => {
      const { email } = await squatted();
      await signUp(email, PASSWORD);
      await api.client().data(sendVerificationEmail, { body: { email } });
      const token = await readMailToken(api.pool, api.encryption, { to: email, kind: 'verify-email' });
      await api.client().data(verifyEmail, { query: { token } });
      expect(await statusWith(email, 'password of the squatter')).toBe(401);
      expect(await statusWith(email, PASSWORD)).toBe(401);
    });

    test('attack 5: keeps a password set by a reset when an older link is followed', async () => {
      const { email } = await squatted();
      const token = await signUp(email, 'another of the squatter');
      await api.client().data(forgetPassword, { body: { email } });
      const reset = await readMailToken(api.pool, api.encryption, { to: email, kind: 'reset-password' });
      await api.client().data(resetPassword, { body: { token: reset, newPassword: PASSWORD } });
      expect((await api.client().call(verifyEmail, { query: { token } })).status).toBe(400);
      expect(await statusWith(email, PASSWORD)).toBe(200);
      expect(await statusWith(email, 'another of the squatter')).toBe(401);
    });
  });

  test('keeps the password if only one browser signed up, wherever the link is followed', async () => {
    const email = 'elsewhere@brightwater.test';
    const laptop = api.client();
    for (const password of ['the first attempt', PASSWORD]) {
      await laptop.data(signUpEmail, { body: { email, password, name: 'Ada' } });
    }
    const token = await readMailToken(api.pool, api.encryption, { to: email, kind: 'verify-email' });
    const phone = api.client();
    expect(await phone.data(verifyEmail, { query: { token } })).toMatchObject({ needsPassword: false });
    expect((await phone.call(signInEmail, { body: { email, password: PASSWORD } })).status).toBe(200);
  });

  test('keeps the password when the link is resent', async () => {
    const email = 'again@brightwater.test';
    await api.client().data(signUpEmail, { body: { email, password: PASSWORD, name: 'Ada' } });
    await api.client().data(sendVerificationEmail, { body: { email } });
    const token = await readMailToken(api.pool, api.encryption, { to: email, kind: 'verify-email' });
    await api.client().data(verifyEmail, { query: { token } });
    expect((await api.client().call(signInEmail, { body: { email, password: PASSWORD } })).status).toBe(200);
  });

  test('succeeds for concurrent sign-ups with one address', async () => {
    const body = { email: 'race@brightwater.test', password: PASSWORD, name: 'Race' };
    const answers = await Promise.all([1, 2, 3, 4].map(() => api.client().call(signUpEmail, { body })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  test.each([
    ['a short password', { password: 'seven77' }, 'password', 'Password must be at least 8 characters long'],
    ['a missing name', { name: undefined }, 'name', 'Please enter your name'],
    ['an invalid address', { email: 'not an address' }, 'email', 'Please enter a valid email address'],
    ['a role', { role: 'admin' }, 'request', 'Unrecognized key: "role"'],
    ['an overlong time zone', { timezone: 'x'.repeat(101) }, 'timezone', expect.any(String)],
    ['a foreign callbackURL', { callbackURL: '//evil.test' }, 'callbackURL', 'callbackURL must stay on this site'],
  ])('refuses %s with 400 and mentions the field', async (_, change, field, message) => {
    const body = { email: 'bad@brightwater.test', password: PASSWORD, name: 'Bad', ...change };
    const answer = await api.client().call(signUpEmail, { body });
    expect(answer.status).toBe(400);
    expect(answer.body['errors']).toMatchObject({ [field]: message });
  });
});

describe('GET /auth/verify', () => {
  test('accepts the same link twice [7.7]', async () => {
    const { email } = await seedUser(api.pool, { isVerified: false });
    await api.client().data(sendVerificationEmail, { body: { email } });
    const token = await readMailToken(api.pool, api.encryption, { to: email, kind: 'verify-email' });
    expect((await api.client().call(verifyEmail, { query: { token } })).status).toBe(200);
    expect((await api.client().call(verifyEmail, { query: { token } })).status).toBe(200);
  });

  test.each([
    ['an unknown token', 'unknown'],
    ['an empty token', ''],
  ])('refuses %s with 400, never 401', async (_, token) => {
    expect((await api.client().call(verifyEmail, { query: { token } })).status).toBe(400);
  });

  test('refuses an expired link with 400 and does not verify the account', async () => {
    const { email, id } = await seedUser(api.pool, { isVerified: false });
    await api.client().data(sendVerificationEmail, { body: { email } });
    const token = await readMailToken(api.pool, api.encryption, { to: email, kind: 'verify-email' });
    await api.pool.query(sql.typeAlias('void')`
      update auth_tokens set expires_at = now() - interval '1 second' where user_id = ${id}
    `);
    expect((await api.client().call(verifyEmail, { query: { token } })).status).toBe(400);
    expect((await api.client().call(signInEmail, { body: { email, password: PASSWORD } })).status).toBe(403);
  });

  test('invalidates the older link when a newer one is sent', async () => {
    const { email } = await seedUser(api.pool, { isVerified: false });
    await api.client().data(sendVerificationEmail, { body: { email } });
    const older = await readMailToken(api.pool, api.encryption, { to: email, kind: 'verify-email' });
    await api.client().data(sendVerificationEmail, { body: { email } });
    expect((await api.client().call(verifyEmail, { query: { token: older } })).status).toBe(400);
  });

  test('does not verify an address changed after the link was sent', async () => {
    const { email, id } = await seedUser(api.pool, { isVerified: false });
    await api.client().data(sendVerificationEmail, { body: { email } });
    const token = await readMailToken(api.pool, api.encryption, { to: email, kind: 'verify-email' });
    await api.pool.query(sql.typeAlias('void')`update users set email = 'changed@brightwater.test' where id = ${id}`);
    expect((await api.client().call(verifyEmail, { query: { token } })).status).toBe(400);
  });
});

describe('POST /auth/send-verification-email', () => {
  test('attack 7: responds identically for any address and emails only unverified ones [7.8]', async () => {
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

test('GET /auth/session returns nulls for a visitor [7.9]', async () => {
  const answer = await api.client().call(getSession);
  expect([answer.status, answer.body.data]).toEqual([200, { user: null, session: null }]);
});
