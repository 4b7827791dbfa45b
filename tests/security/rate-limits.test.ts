import { describe, expect, onTestFinished, test } from 'vitest';
import {
  endSession,
  forgetPassword,
  getSession,
  listSessions,
  resetPassword,
  revokeOtherSessions,
  revokeSessions,
  signInEmail,
  signOut,
  signUpEmail,
} from '#contract/auth.ts';
import { getProfile } from '#contract/users.ts';
import { findUser } from '#db/queries/users.ts';
import { endEverySession } from '#db/queries/ways-in.ts';
import { sql } from '#db/sql.ts';
import { openTestApi, startApi } from '#tests/support/api.ts';
import { PASSWORD, readMailToken, seedUser, signIn } from '#tests/support/builders.ts';
import type { Answer, HttpClient } from '#tests/support/http-client.ts';

/** The limits of a new installation. */
const DEFAULTS = {
  RATE_LIMIT_SIGN_IN: '',
  RATE_LIMIT_ACCOUNT: '',
  RATE_LIMIT_MAIL: '',
  RATE_LIMIT_GENERAL: '',
};

const api = await openTestApi({ ...DEFAULTS, TRUST_PROXY: '1' });

/** Returns options for a call from this IP address: the test server trusts one proxy. */
const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } });
const standingOf = ({ headers }: Answer) => ({
  limit: Number(headers.get('x-ratelimit-limit')),
  remaining: Number(headers.get('x-ratelimit-remaining')),
  reset: Number(headers.get('x-ratelimit-reset')),
});
const wrong = { email: 'nobody@harborline.test', password: 'wrong password' };
/** Sends requests concurrently, so that they arrive within the same ten seconds however slow the machine is. */
const atOnce = async <T>(each: readonly T[], send: (one: T) => Promise<Answer>) =>
  await Promise.all(each.map((one) => send(one)));
const statusesOf = (answers: readonly Answer[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b);

describe('at sign-in', () => {
  test('attack 8: the fourth attempt in 10 seconds is refused with 429 and Retry-After', async () => {
    const startedAt = Date.now();
    const answers = await atOnce([1, 2, 3, 4], () =>
      api.client().call(signInEmail, { body: wrong, ...from('203.0.113.1') }),
    );
    expect(statusesOf(answers)).toEqual([401, 401, 401, 429]);
    const last = answers.find(({ status }) => status === 429);
    expect(last?.body).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', limit: 3, remaining: 0 });
    expect(last?.body.message).toMatch(/^Rate limit exceeded\. Please try again in \d+ seconds\.$/);
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
    // Header and body agree.
    expect(last && standingOf(last)).toEqual({ limit: 3, remaining: 0, reset: last?.body['reset'] });
    expect(Number(last?.body['reset'])).toBeGreaterThan(startedAt / 1000);
  });

  test('attack 8: spoofed forwarded addresses count as one caller, as do all addresses of an IPv6 /56', async () => {
    const tries = async (addresses: string[], path = '/api/auth/sign-in/email') =>
      statusesOf(
        await atOnce(addresses, (address) => api.client().request('POST', path, { body: wrong, ...from(address) })),
      );
    const spoofed = ['1.1.1.1', '2.2.2.2', '3.3.3.3', '4.4.4.4'].map((fake) => `${fake}, 203.0.113.2`);
    expect((await tries(spoofed)).at(-1)).toBe(429);
    const neighbours = ['00::1', '00::2', '01::1', 'ff:a:b:c:d'].map((end) => `2001:db8:1:2${end}`);
    expect((await tries(neighbours)).at(-1)).toBe(429);
    const slashes = await tries(['203.0.113.3', '203.0.113.3'], '//api//auth/sign-in/email');
    expect(slashes).toEqual([404, 404]);
  });

  test('attack 8: every spelling of the path counts', async () => {
    const spellings = [
      '/api/auth/sign-in/email/',
      '/API/Auth/SIGN-IN/Email',
      '/api/auth/sign-in/email?try=1',
      '/api/auth/sign-in/%65mail',
      '/api/auth/sign-in//email',
      '/api/auth/sign-in/email/?again',
      '/api/AUTH/sign-in/email#there',
      '/api/auth/sign-in/email',
    ];
    const body = { ...wrong, email: 'nobody.else@harborline.test' };
    const answers = await atOnce(spellings, (path) =>
      api.client().request('POST', path, { body, ...from('203.0.113.5') }),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(3);
    expect(statusesOf(answers).at(-1)).toBe(429);
  });

  test('attack 8: forwarded addresses are ignored without a trusted proxy', async () => {
    const bare = await startApi(DEFAULTS);
    onTestFinished(bare.close);
    const answers = await atOnce(['203.0.113.7', '203.0.113.8', '203.0.113.9', '203.0.113.10'], (address) =>
      bare.client().call(signInEmail, { body: wrong, ...from(address) }),
    );
    expect(statusesOf(answers)).toEqual([401, 401, 401, 429]);
  });

  test('attack 8: an account is allowed 10 wrong passwords in 15 minutes from all IP addresses together', async () => {
    const user = await seedUser(api.pool);
    const attempt = async (index: number, password: string) =>
      await api.client().call(signInEmail, { body: { email: user.email, password }, ...from(`198.51.100.${index}`) });
    const answers = await Promise.all(Array.from({ length: 15 }, (_, index) => attempt(index + 1, 'wrong password')));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
    const right = await attempt(100, PASSWORD);
    expect(right.status).toBe(429);
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(600);
    // Reports the limit that refused the call, not the limit of the IP address, which is not reached.
    expect(standingOf(right)).toEqual({ limit: 10, remaining: 0, reset: Number(right.body['reset']) });
    expect(right.body).toMatchObject({ limit: 10, remaining: 0 });
  });

  describe('while a stranger keeps guessing', () => {
    let guesses = 0;
    /** Uses up the account's limit, with each guess from another IP address. */
    const guess = async (email: string) => {
      const answers = await Promise.all(
        Array.from({ length: 11 }, async () => {
          guesses += 1;
          const body = { email, password: 'wrong password' };
          return await api.client().call(signInEmail, { body, ...from(`100.64.3.${guesses}`) });
        }),
      );
      expect(answers.map(({ status }) => status)).toContain(429);
    };
    let source = 0;
    /** Signs in from a new IP address, so that the limit per address does not apply. */
    const trySignIn = async (client: HttpClient, email: string, password: string) => {
      source += 1;
      return await client.call(signInEmail, { body: { email, password }, ...from(`100.64.1.${source}`) });
    };
    const signInAs = async (client: HttpClient, email: string, password: string) =>
      (await trySignIn(client, email, password)).status;

    /** Sets a new password in this browser and returns it. */
    const reset = async (client: HttpClient, email: string) => {
      source += 1;
      await client.data(forgetPassword, { body: { email }, ...from(`100.64.2.${source}`) });
      const token = await readMailToken(api.pool, api.encryption, { to: email, kind: 'reset-password' });
      const newPassword = 'a new and longer password';
      await client.data(resetPassword, { body: { token, newPassword } });
      return newPassword;
    };

    test("attack 8: the owner's browser still signs in, and has a limit of its own", async () => {
      const [user, neighbour] = [await seedUser(api.pool), await seedUser(api.pool)];
      const browser = api.client();
      expect(await signInAs(browser, user.email, PASSWORD)).toBe(200);
      await browser.data(signOut);
      await Promise.all([guess(user.email), guess(neighbour.email)]);
      expect(await signInAs(api.client(), user.email, PASSWORD)).toBe(429);
      expect(await signInAs(browser, user.email, PASSWORD)).toBe(200);
      // The browser is known to its own account only.
      expect(await signInAs(browser, neighbour.email, PASSWORD)).toBe(429);
      await browser.data(signOut);
      const wrong: number[] = [];
      for (let tries = 0; tries < 11; tries += 1) wrong.push(await signInAs(browser, user.email, 'wrong password'));
      expect(wrong).toEqual([...Array<number>(10).fill(401), 429]);
    });

    test('attack 8: a browser is forgotten 90 days after its last use', async () => {
      const user = await seedUser(api.pool);
      const signInAfter = async (days: number) => {
        source += 1;
        const mark = api.encryption.encrypt(`${Date.now() - days * 86_400_000}.mark`, `known-browser:${user.id}`);
        const { headers } = from(`100.64.1.${source}`);
        const cookie = `${api.config.sessionCookie}-known=${encodeURIComponent(mark)}`;
        const body = { email: user.email, password: PASSWORD };
        return (await api.client().call(signInEmail, { body, headers: { ...headers, cookie } })).status;
      };
      await guess(user.email);
      expect(await signInAfter(91)).toBe(429);
      expect(await signInAfter(89)).toBe(200);
    });

    test('attack 8: a browser is forgotten when its user signs out everywhere', async () => {
      const user = await seedUser(api.pool);
      const [browser, other] = [api.client(), api.client()];
      expect(await signInAs(other, user.email, PASSWORD)).toBe(200);
      expect(await signInAs(browser, user.email, PASSWORD)).toBe(200);
      await browser.data(revokeSessions, { body: {} });
      await guess(user.email);
      expect(await signInAs(browser, user.email, PASSWORD)).toBe(429);
      expect(await signInAs(other, user.email, PASSWORD)).toBe(429);
    });

    test('attack 47: a browser forgotten since the backup stays unknown after a restore', async () => {
      const user = await seedUser(api.pool);
      const [thief, owner] = [api.client(), api.client()];
      expect(await signInAs(thief, user.email, PASSWORD)).toBe(200);
      expect(await signInAs(owner, user.email, PASSWORD)).toBe(200);
      const before = await findUser(api.pool, user.id);
      await owner.data(revokeSessions, { body: {} });
      await api.pool.query(sql.typeAlias('void')`
        update users set access_version = ${before?.accessVersion ?? 0} where id = ${user.id}
      `);
      await api.pool.transaction(endEverySession);
      await guess(user.email);
      expect(await signInAs(thief, user.email, PASSWORD)).toBe(429);
    });

    test.each(['one other session', 'all other sessions'])(
      'attack 8: other browsers are forgotten when a browser ends %s',
      async (what) => {
        const user = await seedUser(api.pool);
        const [thief, browser] = [api.client(), api.client()];
        expect(await signInAs(thief, user.email, PASSWORD)).toBe(200);
        expect(await signInAs(browser, user.email, PASSWORD)).toBe(200);
        if (what === 'all other sessions') await browser.data(revokeOtherSessions, { body: {} });
        const { sessions } = await browser.data(listSessions);
        for (const { id, isCurrent } of sessions) {
          if (!isCurrent) await browser.data(endSession, { params: { id } });
        }
        await guess(user.email);
        expect(await signInAs(thief, user.email, PASSWORD)).toBe(429);
        expect(await signInAs(browser, user.email, PASSWORD)).toBe(200);
      },
    );

    test('attack 8: a browser is forgotten when the password is reset in another one', async () => {
      const user = await seedUser(api.pool);
      const thief = api.client();
      expect(await signInAs(thief, user.email, PASSWORD)).toBe(200);
      await reset(api.client(), user.email);
      await guess(user.email);
      expect(await signInAs(thief, user.email, 'wrong password')).toBe(429);
    });

    test('attack 8: all known browsers share a limit of 30 wrong passwords, which a reset lifts', async () => {
      const user = await seedUser(api.pool);
      const thief = Array.from({ length: 4 }, () => api.client());
      await Promise.all(thief.map(async (client) => expect(await signInAs(client, user.email, PASSWORD)).toBe(200)));
      const wrong = await Promise.all(
        thief.flatMap((client) => Array.from({ length: 9 }, () => signInAs(client, user.email, 'wrong password'))),
      );
      expect(wrong.filter((status) => status === 401)).toHaveLength(30);
      const owner = api.client();
      const password = await reset(owner, user.email);
      expect(await signInAs(owner, user.email, password)).toBe(200);
    });

    test("attack 8: attempts refused because of other known browsers do not use up the owner's own limit", async () => {
      const user = await seedUser(api.pool);
      const [owner, ...thief] = [api.client(), api.client(), api.client(), api.client()];
      for (const client of [owner, ...thief]) expect(await signInAs(client, user.email, PASSWORD)).toBe(200);
      for (const client of thief) {
        for (let tries = 0; tries < 10; tries += 1) await signInAs(client, user.email, 'wrong password');
      }
      const refused = [];
      for (let tries = 0; tries < 11; tries += 1) refused.push(await trySignIn(owner, user.email, PASSWORD));
      expect(refused.map(({ status }) => status)).toEqual(Array(11).fill(429));
      // Still the limit that all known browsers share.
      expect(refused.map((answer) => standingOf(answer).limit)).toEqual(Array(11).fill(30));
    });

    test('attack 8: a reset unlocks sign-in everywhere, until more guesses lock all browsers but its own', async () => {
      const user = await seedUser(api.pool);
      await guess(user.email);
      const browser = api.client();
      const newPassword = await reset(browser, user.email);
      expect(await signInAs(api.client(), user.email, newPassword)).toBe(200);
      await guess(user.email);
      expect(await signInAs(api.client(), user.email, newPassword)).toBe(429);
      expect(await signInAs(browser, user.email, newPassword)).toBe(200);
    });
  });

  test('correct passwords do not count', async () => {
    const user = await seedUser(api.pool);
    for (let index = 1; index <= 12; index += 1) {
      const options = { body: { email: user.email, password: PASSWORD }, ...from(`192.0.2.${index}`) };
      expect((await api.client().call(signInEmail, options)).status).toBe(200);
    }
  });
});

test('attack 8: an IP address has separate limits for sign-ups and reset requests', async () => {
  const emails = [1, 2, 3, 4].map((index) => `x${index}@harborline.test`);
  const signUps = await atOnce(emails, (email) =>
    api.client().call(signUpEmail, { body: { email, password: PASSWORD, name: 'X' }, ...from('203.0.113.4') }),
  );
  expect(statusesOf(signUps)).toEqual([200, 200, 200, 429]);
  const mails = await atOnce(emails, (email) =>
    api.client().call(forgetPassword, { body: { email }, ...from('203.0.113.4') }),
  );
  expect(statusesOf(mails)).toEqual([200, 200, 200, 429]);
});

test("attack 8: an ended session does not use up its user's limit", async () => {
  const open = await startApi({ ...DEFAULTS, RATE_LIMIT_SIGN_IN: 'off', TRUST_PROXY: '1' });
  onTestFinished(open.close);
  const user = await seedUser(open.pool);
  const [thief, owner] = [await signIn(open.client(), user), await signIn(open.client(), user)];
  await owner.data(revokeOtherSessions, { body: {}, ...from('203.0.113.20') });
  const calls = [getProfile, getSession].flatMap((call) => Array.from({ length: 60 }, () => call));
  const answers = await Promise.all(calls.map((call) => thief.call(call, from('203.0.113.21'))));
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
  expect((await owner.call(getProfile, from('203.0.113.20'))).status).toBe(200);
});

test('other calls are limited to 100 a minute per user', async () => {
  const open = await startApi({ ...DEFAULTS, RATE_LIMIT_SIGN_IN: 'off' });
  onTestFinished(open.close);
  const [busy, quiet] = [
    await signIn(open.client(), await seedUser(open.pool)),
    await signIn(open.client(), await seedUser(open.pool)),
  ];
  const answers = await Promise.all(Array.from({ length: 103 }, () => busy.call(getProfile)));
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(3);
  expect((await quiet.call(getProfile)).status).toBe(200);
  expect((await busy.request('GET', '/health')).status).toBe(200);
});
