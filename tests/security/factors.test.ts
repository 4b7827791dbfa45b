import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { deleteAccount, deleteUser, exportAccount } from '#contract/account.ts';
import { getOverview } from '#contract/admin.ts';
import { addToWhitelist } from '#contract/admin-whitelist.ts';
import { forgetPassword, getSession, resetPassword, revokeOtherSessions, signInEmail } from '#contract/auth.ts';
import {
  addTotp,
  beginPasskey,
  confirmTotp,
  getFactors,
  giveFactor,
  removeTotp,
  renewRecoveryCodes,
} from '#contract/factors.ts';
import { getProfile, updateProfile } from '#contract/users.ts';
import { hashAccount } from '#db/queries/journal-entries.ts';
import { endEverySession } from '#db/queries/ways-in.ts';
import { sql } from '#db/sql.ts';
import { openTestApi, startApi, type TestApi } from '#tests/support/api.ts';
import { ageSessions, PASSWORD, readMailToken, type SeededUser, seedUser, signIn } from '#tests/support/builders.ts';
import { signInWithGoogle } from '#tests/support/google-sign-in.ts';
import type { Answer, HttpClient } from '#tests/support/http-client.ts';
import { startWaiting, whileLocked, whileRowLocked } from '#tests/support/locks.ts';
import { type AuthenticatorApp, addAuthenticatorApp, totpCode } from '#tests/support/second-factor.ts';

const api = await openTestApi();
const strict = await openTestApi({ ADMIN_SECOND_FACTOR: 'required', RATE_LIMIT_ACCOUNT: '3/900' });

type Person = { user: SeededUser; client: HttpClient; app: AuthenticatorApp };

async function seedPerson(options: Parameters<typeof seedUser>[1] = {}): Promise<Person> {
  const { user, client } = await api.newUser(options);
  return { user, client, app: await addAuthenticatorApp(client) };
}

const whoIs = async (client: HttpClient) => (await client.data(getSession)).user?.id ?? null;
const give = async (client: HttpClient, code: string) => await client.call(giveFactor, { body: { code } });
const factorMailsTo = async ({ email }: SeededUser) =>
  await api.pool.anyFirst(sql.type(z.object({ what: z.string() }))`
    select kind || coalesce(':' || (data ->> 'change'), '') as what from emails
    where to_address = ${email} and kind = 'factor-changed' order by id
  `);

/** Backdates the verification of the factor by 11 minutes. */
async function ageFactor({ id }: SeededUser): Promise<void> {
  await api.pool.query(sql.typeAlias('void')`
    update sessions set factor_at = factor_at - interval '11 minutes' where user_id = ${id}
  `);
}

/** Sends requests one after the other while the account is locked, and returns their statuses once it is not. */
async function statusesAfterLock({ id }: SeededUser, requests: readonly (() => Promise<Answer>)[]): Promise<number[]> {
  const row = { table: 'users', id };
  const started = await whileRowLocked(api.database, row, async () => await startWaiting(api.pool, requests));
  return await Promise.all(started);
}

describe('a sign-in to an account with a second factor', () => {
  test('attack 51: creates its session only after the factor is verified', async () => {
    const { user, app } = await seedPerson();
    const client = api.client();
    const answer = await client.data(signInEmail, { body: { email: user.email, password: PASSWORD } });
    expect(answer).toEqual({ factorRequired: true, methods: ['totp', 'recoveryCode'] });
    expect(await whoIs(client)).toBeNull();
    expect((await client.call(getProfile)).status).toBe(401);
    const { user: signedIn } = await client.data(giveFactor, { body: { code: totpCode(app.secret) } });
    expect(signedIn.id).toBe(user.id);
    expect(await whoIs(client)).toBe(user.id);
    // The sign-in before the factor was added, and this one.
    const logged = sql.typeAlias('id')`
      select id from audit_log where actor_user_id = ${user.id} and action = 'sign-in.password'
    `;
    expect(await api.pool.any(logged)).toHaveLength(2);
  });

  test('attack 51: accepts a code once, even concurrently', async () => {
    const { user, app } = await seedPerson();
    const clients = [await signIn(api.client(), user), await signIn(api.client(), user)];
    const code = totpCode(app.secret);
    const answers = await Promise.all(clients.map(async (client) => (await give(client, code)).status));
    expect(answers.toSorted((a, b) => a - b)).toEqual([200, 403]);
    // Codes of earlier periods are used up too.
    const late = await signIn(api.client(), user);
    expect((await give(late, totpCode(app.secret, -1))).body.code).toBe('FACTOR_REQUIRED');
    expect((await give(late, totpCode(app.secret, 1))).status).toBe(200);
  });

  test('attack 51: accepts a recovery code once, notifies the owner, and never stores plain secrets', async () => {
    const { user, app } = await seedPerson();
    expect(new Set(app.recoveryCodes).size).toBe(10);
    const [code = ''] = app.recoveryCodes;
    expect((await give(await signIn(api.client(), user), code.toUpperCase().replaceAll('-', ' '))).status).toBe(200);
    expect((await give(await signIn(api.client(), user), code)).status).toBe(403);
    expect(await factorMailsTo(user)).toEqual(['factor-changed:added', 'factor-changed:recovery-code-used']);
    const rows = await api.pool.any(sql.type(z.object({ row: z.string() }))`
      select recovery_codes::text || totp_factors::text as row from recovery_codes, totp_factors
    `);
    expect(rows.length).toBeGreaterThanOrEqual(10);
    const stored = JSON.stringify(rows);
    for (const secret of [app.secret, ...app.recoveryCodes, Buffer.from(code).toString('hex')]) {
      expect(stored).not.toContain(secret);
    }
  });

  test('attack 37a: does not use up a recovery code if a concurrent password reset completes first', async () => {
    const { user, app } = await seedPerson();
    const pending = await signIn(api.client(), user);
    await api.client().data(forgetPassword, { body: { email: user.email } });
    const token = await readMailToken(api.pool, api.encryption, { to: user.email, kind: 'reset-password' });
    const body = { token, newPassword: 'a new and longer password' };
    const started = await whileRowLocked(
      api.database,
      { table: 'users', id: user.id },
      async () =>
        await startWaiting(api.pool, [
          () => api.client().call(resetPassword, { body }),
          () => give(pending, app.recoveryCodes[0] ?? ''),
        ]),
    );
    expect(await Promise.all(started)).toEqual([200, 401]);
    expect(await factorMailsTo(user)).toEqual(['factor-changed:added']);
    const again = api.client();
    await again.call(signInEmail, { body: { email: user.email, password: body.newPassword } });
    expect((await give(again, app.recoveryCodes[0] ?? '')).status).toBe(200);
  });

  test('attack 47: journals the recovery codes left after each of two concurrent uses', async () => {
    const { user, app } = await seedPerson();
    const clients = [await signIn(api.client(), user), await signIn(api.client(), user)];
    // Both have used up their code before either is done.
    const started = await whileLocked(
      api.database,
      'emails',
      async () =>
        await startWaiting(
          api.pool,
          clients.map((client, at) => () => give(client, app.recoveryCodes[at] ?? '')),
        ),
    );
    expect(await Promise.all(started)).toEqual([200, 200]);
    const left = await api.pool.anyFirst(sql.type(z.object({ left: z.number() }))`
      select jsonb_array_length(entry -> 'factors' -> 'recoveryCodes') as left from journal_entries
      where entry ->> 'account' = ${hashAccount(user.id)} and entry ->> 'kind' = 'factors-changed' order by id
    `);
    expect(left).toEqual([10, 9, 8]);
  });

  test("attack 51: refuses another user's codes", async () => {
    const { user } = await seedPerson();
    const other = await seedPerson();
    const client = await signIn(api.client(), user);
    for (const code of [totpCode(other.app.secret), other.app.recoveryCodes[0] ?? '', '000000', 'abcdef'])
      expect((await give(client, code)).status).toBe(403);
    expect(await whoIs(client)).toBeNull();
  });

  test('attack 51: waits for the factor with Google too', async () => {
    const email = `${crypto.randomUUID().slice(0, 8)}@harborline.test`;
    await api.sandbox.control(api.sandbox.google, '/accounts', { email, name: 'Noa Reyes' });
    const owner = api.client();
    await signInWithGoogle(api, owner, email);
    const app = await addAuthenticatorApp(owner);
    const client = api.client();
    const location = new URL(await signInWithGoogle(api, client, email), 'http://localhost');
    expect([location.pathname, location.searchParams.get('factor')]).toEqual(['/auth/callback', 'totp,recoveryCode']);
    expect(await whoIs(client)).toBeNull();
    expect((await give(client, totpCode(app.secret))).status).toBe(200);
    expect(await whoIs(client)).toBe(await whoIs(owner));
  });

  test('attack 51: still waits for the factor after a password reset', async () => {
    const { user, app } = await seedPerson();
    await api.client().data(forgetPassword, { body: { email: user.email } });
    const token = await readMailToken(api.pool, api.encryption, { to: user.email, kind: 'reset-password' });
    const newPassword = 'whoever reads the email';
    await api.client().data(resetPassword, { body: { token, newPassword } });
    const client = api.client();
    const answer = await client.data(signInEmail, { body: { email: user.email, password: newPassword } });
    expect(answer).toMatchObject({ factorRequired: true });
    expect(await whoIs(client)).toBeNull();
    expect((await give(client, totpCode(app.secret))).status).toBe(200);
  });

  test('attack 51: is void, without using up a code, if a reset completes first', async () => {
    const { user, app } = await seedPerson();
    const waiting = await signIn(api.client(), user);
    await api.pool.query(sql.typeAlias('void')`
      update users set access_version = access_version + 1 where id = ${user.id}
    `);
    expect((await give(waiting, totpCode(app.secret))).status).toBe(401);
    expect((await give(await signIn(api.client(), user), totpCode(app.secret))).status).toBe(200);
  });

  test('attack 51: continues only in the browser that started it', async () => {
    const { user, app } = await seedPerson();
    await signIn(api.client(), user);
    expect((await give(api.client(), totpCode(app.secret))).status).toBe(401);
  });
});

describe('adding a second factor', () => {
  test('attack 51: ends every other session and notifies the owner', async () => {
    const user = await seedUser(api.pool);
    const [owner, thief] = [await signIn(api.client(), user), await signIn(api.client(), user)];
    await addAuthenticatorApp(owner);
    expect([await whoIs(owner), await whoIs(thief)]).toEqual([user.id, null]);
    expect(await factorMailsTo(user)).toEqual(['factor-changed:added']);
  });

  test('attack 51: requires the password 15 minutes after sign-in', async () => {
    const { user, client } = await api.newUser();
    await ageSessions(api.pool, user.id);
    expect((await client.call(addTotp, { body: {} })).body.code).toBe('PASSWORD_REQUIRED');
    expect((await client.call(addTotp, { body: { currentPassword: 'wrong' } })).status).toBe(403);
    expect((await client.call(addTotp, { body: { currentPassword: PASSWORD } })).status).toBe(200);
  });

  test('takes effect only if a code confirms it within an hour', async () => {
    const { user, client } = await api.newUser();
    const { secret, uri } = await client.data(addTotp, { body: {} });
    expect(uri).toContain(`secret=${secret}`);
    expect((await client.call(confirmTotp, { body: { code: '000000' } })).status).toBe(400);
    expect(await whoIs(await signIn(api.client(), user))).toBe(user.id);
    await api.pool.query(sql.typeAlias('void')`
      update totp_factors set created_at = now() - interval '61 minutes' where user_id = ${user.id}
    `);
    expect((await client.call(confirmTotp, { body: { code: totpCode(secret) } })).status).toBe(400);
    const again = await addAuthenticatorApp(client);
    expect(again.secret).not.toBe(secret);
    expect((await client.call(addTotp, { body: {} })).status).toBe(409);
  });
});

describe('an authenticator app', () => {
  test('attack 51: is confirmed only with a code from its latest secret, even concurrently', async () => {
    const { user, client: owner } = await api.newUser();
    const thief = api.client(owner);
    const { secret } = await owner.data(addTotp, { body: {} });
    const confirm = async () => await owner.call(confirmTotp, { body: { code: totpCode(secret) } });
    const replace = async () => await thief.call(addTotp, { body: {} });
    expect(await statusesAfterLock(user, [replace, confirm])).toEqual([200, 409]);
    expect((await owner.data(getFactors)).totp).toBeNull();
    const { secret: second } = await owner.data(addTotp, { body: {} });
    const confirmSecond = async () => await owner.call(confirmTotp, { body: { code: totpCode(second) } });
    expect(await statusesAfterLock(user, [confirmSecond, replace])).toEqual([200, 409]);
    expect((await give(owner, totpCode(second, 1))).status).toBe(200);
  });

  test.each([
    [
      'reset the password',
      async ({ email }: SeededUser) => {
        await api.client().data(forgetPassword, { body: { email } });
        const token = await readMailToken(api.pool, api.encryption, { to: email, kind: 'reset-password' });
        await api.client().data(resetPassword, { body: { token, newPassword: PASSWORD } });
      },
    ],
    [
      'signed out everywhere else',
      async (user: SeededUser) => {
        await (await signIn(api.client(), user)).data(revokeOtherSessions);
      },
    ],
    [
      'was signed out by a restore',
      async () => {
        await api.pool.transaction(endEverySession);
      },
    ],
  ])('attack 51: is not confirmed with a secret that was shown to a thief before the owner %s', async (_, end) => {
    const { user, client: thief } = await api.newUser();
    const { secret } = await thief.data(addTotp, { body: {} });
    await end(user);
    const owner = await signIn(api.client(), user);
    expect((await owner.call(confirmTotp, { body: { code: totpCode(secret) } })).status).toBe(400);
    expect((await owner.data(getFactors)).totp).toBeNull();
  });

  test('attack 51: is not added by a session that a concurrent request ends first', async () => {
    const { user, client } = await api.newUser();
    const thief = await signIn(api.client(), user);
    const statuses = await statusesAfterLock(user, [
      async () => await client.call(revokeOtherSessions),
      async () => await thief.call(addTotp, { body: {} }),
    ]);
    expect(statuses).toEqual([200, 401]);
  });
});

describe('a second factor', () => {
  test('is listed, and exported without the app’s secret', async () => {
    const { client, app } = await seedPerson();
    expect(await client.data(getFactors)).toMatchObject({ totp: {}, recoveryCodesLeft: 10, isRequired: false });
    const { factors } = await client.data(exportAccount);
    expect(factors.map(({ kind }) => kind).toSorted()).toEqual([
      ...Array.from({ length: 10 }, () => 'recoveryCode'),
      'totp',
    ]);
    expect(JSON.stringify(factors)).not.toContain(app.secret);
  });

  test('attack 51: can be changed only within ten minutes of verifying it', async () => {
    const { user, client, app } = await seedPerson();
    await ageFactor(user);
    expect((await client.call(removeTotp)).body.code).toBe('FACTOR_REQUIRED');
    expect((await client.call(renewRecoveryCodes, { body: {} })).body.code).toBe('FACTOR_REQUIRED');
    expect((await give(client, totpCode(app.secret))).status).toBe(200);
    const { recoveryCodes } = await client.data(renewRecoveryCodes, { body: {} });
    expect((await give(client, app.recoveryCodes[0] ?? '')).status).toBe(403);
    expect((await give(client, recoveryCodes[0] ?? '')).status).toBe(200);
    await client.data(removeTotp);
    expect(await client.data(getFactors)).toMatchObject({ totp: null, recoveryCodesLeft: 0 });
    expect(await whoIs(await signIn(api.client(), user))).toBe(user.id);
    expect(await factorMailsTo(user)).toEqual([
      'factor-changed:added',
      'factor-changed:codes-renewed',
      'factor-changed:recovery-code-used',
      'factor-changed:removed',
    ]);
  });
});

describe('a session', () => {
  const deeds: [string, (client: HttpClient) => Promise<Answer>][] = [
    ['can change the address', (client) => client.call(updateProfile, { body: { email: 'new@harborline.test' } })],
    ['can export the data', (client) => client.call(exportAccount)],
    ['can close the account', (client) => client.call(deleteAccount, { body: {} })],
    ['can close the account through /auth/delete-user', (client) => client.call(deleteUser, { body: {} })],
    ['can add another factor', (client) => client.call(beginPasskey, { body: {} })],
    ['can confirm an app', (client) => client.call(confirmTotp, { body: { code: '123456' } })],
  ];

  test.each(deeds)('attack 51: %s only within ten minutes of verifying the factor', async (_, act) => {
    const { user, client, app } = await seedPerson();
    await ageFactor(user);
    const refused = await act(client);
    expect([refused.status, refused.body.code]).toEqual([403, 'FACTOR_REQUIRED']);
    expect(await whoIs(client)).toBe(user.id);
    expect((await give(client, totpCode(app.secret))).status).toBe(200);
    expect((await act(client)).body.code).not.toBe('FACTOR_REQUIRED');
  });

  test.each(deeds.slice(0, 4))('%s without a factor if the account has none', async (_, act) => {
    const { client } = await api.newUser();
    expect((await act(client)).status).toBe(200);
  });

  test('attack 51: can make admin changes only within ten minutes of verifying the factor', async () => {
    const { user, client, app } = await seedPerson({ role: 'admin' });
    await ageFactor(user);
    const add = async () =>
      await client.call(addToWhitelist, { body: { email: `${crypto.randomUUID()}@harborline.test` } });
    expect((await client.call(getOverview)).status).toBe(200);
    expect((await add()).body.code).toBe('FACTOR_REQUIRED');
    expect((await give(client, totpCode(app.secret))).status).toBe(200);
    expect((await add()).status).toBe(200);
  });
});

describe('in an installation that requires admins to have a second factor', () => {
  test.each(['admin', 'superadmin'] as const)(
    'attack 51: the role %s does not get admin access until a factor is set up',
    async (role) => {
      const { user, client } = await strict.newUser({ role });
      expect((await client.call(getOverview)).body.code).toBe('FACTOR_SETUP_REQUIRED');
      expect((await client.data(getFactors)).isRequired).toBe(true);
      const { secret } = await addAuthenticatorApp(client);
      expect((await client.call(getOverview)).status).toBe(200);
      // The last factor cannot be removed.
      expect((await client.call(removeTotp)).status).toBe(409);
      const next = await signIn(strict.client(), user);
      expect((await next.call(getOverview)).status).toBe(401);
      await next.data(giveFactor, { body: { code: totpCode(secret) } });
      expect((await next.call(getOverview)).status).toBe(200);
    },
  );

  test('other users do not need a second factor', async () => {
    const { client } = await strict.newUser();
    expect((await client.data(getFactors)).isRequired).toBe(false);
    expect((await client.call(getProfile)).status).toBe(200);
  });

  describe('while a thief with the password guesses codes', () => {
    async function lockOut() {
      const user = await seedUser(strict.pool);
      const owner = await signIn(strict.client(), user);
      const app = await addAuthenticatorApp(owner);
      const guess = async (code: string) =>
        (await (await signIn(strict.client(), user)).call(giveFactor, { body: { code } })).status;
      expect([await guess('000000'), await guess('000000'), await guess('000000')]).toEqual([403, 403, 403]);
      return { user, owner, app, guess };
    }

    test('attack 51: even correct codes are refused in unknown browsers after three wrong ones', async () => {
      const { app, guess } = await lockOut();
      expect(await guess(totpCode(app.secret))).toBe(429);
    });

    test("attack 51: the owner's browser still confirms its session, with a limit of its own", async () => {
      const { owner, app } = await lockOut();
      const give = async (code: string) => (await owner.call(giveFactor, { body: { code } })).status;
      expect(await give(totpCode(app.secret))).toBe(200);
      expect([await give('000000'), await give('000000'), await give('000000')]).toEqual([403, 403, 403]);
      expect(await give(totpCode(app.secret, 1))).toBe(429);
    });

    test('attack 51: a browser known before the first factor has no limit of its own', async () => {
      const user = await seedUser(strict.pool);
      const [thief, owner] = [await signIn(strict.client(), user), await signIn(strict.client(), user)];
      await addAuthenticatorApp(owner);
      const guess = async (client: HttpClient) =>
        (await (await signIn(client, user)).call(giveFactor, { body: { code: '000000' } })).status;
      for (let tries = 0; tries < 3; tries += 1) expect(await guess(strict.client())).toBe(403);
      expect(await guess(thief)).toBe(429);
      expect(await guess(owner)).toBe(403);
    });

    /** Resets the password through an emailed link, in this browser. */
    async function resetIn(client: HttpClient, { pool, encryption }: TestApi, { email }: SeededUser): Promise<void> {
      await client.data(forgetPassword, { body: { email } });
      const token = await readMailToken(pool, encryption, { to: email, kind: 'reset-password' });
      await client.data(resetPassword, { body: { token, newPassword: PASSWORD } });
    }

    /** Seeds an account with an app whose wrong codes have only a daily limit. */
    async function startLong() {
      const long = await startApi({ RATE_LIMIT_APP_CODE: '6/86400' });
      onTestFinished(long.close);
      const user = await seedUser(long.pool);
      const owner = await signIn(long.client(), user);
      const app = await addAuthenticatorApp(owner);
      const guess = async (code: string, client = long.client()) =>
        (await give(await signIn(client, user), code)).status;
      return { long, user, owner, app, guess };
    }

    test("attack 51: a day's wrong app codes are limited only in unknown browsers, and the owner is notified once", async () => {
      const { long, user, owner, app, guess } = await startLong();
      const statuses = [];
      for (let tries = 0; tries < 4; tries += 1) statuses.push(await guess('000000'));
      const refusedMails = sql.typeAlias('id')`
        select id from emails where to_address = ${user.email} and data ->> 'change' = 'refused'
      `;
      expect(await long.pool.any(refusedMails)).toHaveLength(0);
      for (let tries = 0; tries < 2; tries += 1) statuses.push(await guess('000000'));
      expect(statuses).toEqual([403, 403, 403, 403, 403, 403]);
      expect(await long.pool.any(refusedMails)).toHaveLength(1);
      expect(await guess(totpCode(app.secret))).toBe(429);
      expect(await guess(app.recoveryCodes[0] ?? '')).toBe(200);
      expect((await give(owner, totpCode(app.secret))).status).toBe(200);
    });

    test("attack 51: a day's wrong app codes are limited even if the password is reset over and over", async () => {
      const { long, user, app, guess } = await startLong();
      const thief = long.client();
      const statuses = [];
      for (let resets = 0; resets < 3; resets += 1) {
        await resetIn(thief, long, user);
        for (let tries = 0; tries < 3; tries += 1) statuses.push(await guess('000000', thief));
      }
      expect(statuses).toEqual([403, 403, 403, 403, 403, 403, 429, 429, 429]);
      expect(await guess(totpCode(app.secret), thief)).toBe(429);
      expect(await guess(app.recoveryCodes[0] ?? '', long.client())).toBe(200);
    });

    test("attack 51: using up a day's app codes does not lock out a browser where the factor was verified", async () => {
      const { long, user, owner, app, guess } = await startLong();
      const phone = long.client();
      expect(await guess(app.recoveryCodes[0] ?? '', phone)).toBe(200);
      for (let tries = 0; tries < 6; tries += 1) await guess('000000');
      expect(await guess(totpCode(app.secret))).toBe(429);
      expect(await guess(totpCode(app.secret), phone)).toBe(200);
      await resetIn(owner, long, user);
      expect(await guess(totpCode(app.secret, 1), owner)).toBe(200);
    });

    test('attack 51: confirming a session with the factor marks the browser as one where it was verified', async () => {
      const { long, app, guess } = await startLong();
      const browser = long.client();
      expect(await guess(app.recoveryCodes[0] ?? '', browser)).toBe(200);
      browser.cookies.delete(`${long.config.sessionCookie}-known`);
      expect((await give(browser, app.recoveryCodes[1] ?? '')).status).toBe(200);
      for (let tries = 0; tries < 7; tries += 1) await guess('000000');
      expect(await guess(totpCode(app.secret), browser)).toBe(200);
    });

    test('attack 51: a completed reset lets the owner in from any browser', async () => {
      const { user, app, guess } = await lockOut();
      await resetIn(strict.client(), strict, user);
      expect(await guess(totpCode(app.secret))).toBe(200);
    });
  });
});
