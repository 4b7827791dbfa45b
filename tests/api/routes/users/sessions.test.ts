import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import {
  endSession,
  forgetPassword,
  listSessions,
  resetPassword,
  signInEmail,
  signUpEmail,
  verifyEmail,
} from '#contract/auth.ts';
import { getProfile, updateProfile } from '#contract/users.ts';
import { sql } from '#db/sql.ts';
import { openTestApi } from '#tests/support/api.ts';
import { listMailKinds, PASSWORD, readMailToken, type SeededUser, seedUser } from '#tests/support/builders.ts';
import { signInWithGoogle } from '#tests/support/google-sign-in.ts';
import type { HttpClient } from '#tests/support/http-client.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

const api = await openTestApi();

async function signInWith(
  { email }: Pick<SeededUser, 'email'>,
  userAgent: string,
  client = api.client(),
): Promise<HttpClient> {
  await client.data(signInEmail, { body: { email, password: PASSWORD }, headers: { 'user-agent': userAgent } });
  return client;
}

const newAddress = () => `${crypto.randomUUID().slice(0, 13)}@harborline.test`;

async function signUp(client: HttpClient, email: string): Promise<void> {
  await client.data(signUpEmail, { body: { email, password: PASSWORD, name: 'Robin Vale' } });
}

async function followLink(client: HttpClient, email: string, headers: Record<string, string>): Promise<void> {
  const token = await readMailToken(api.pool, api.encryption, { to: email, kind: 'verify-email' });
  await client.data(verifyEmail, { query: { token }, headers });
}

const mailsTo = async ({ email }: Pick<SeededUser, 'email'>) => await listMailKinds(api.pool, email);

describe('the sessions of a user', () => {
  test('attack 52: are listed by browser and can be ended individually', async () => {
    const user = await seedUser(api.pool);
    const [desk, phone] = [await signInWith(user, CHROME), await signInWith(user, SAFARI)];
    const { sessions } = await desk.data(listSessions);
    expect(sessions).toMatchObject([
      { device: 'Safari on iOS', isCurrent: false },
      { device: 'Chrome on Windows', isCurrent: true },
    ]);
    await desk.data(endSession, { params: { id: sessions[0]?.id ?? '' } });
    expect((await phone.call(getProfile)).status).toBe(401);
    expect((await desk.data(listSessions)).sessions).toHaveLength(1);
  });

  test('attack 52: can be ended, which cancels the address change they requested', async () => {
    const user = await seedUser(api.pool);
    const [owner, thief] = [await signInWith(user, CHROME), await signInWith(user, SAFARI)];
    await thief.data(updateProfile, { body: { email: 'thief@evil.test', currentPassword: PASSWORD } });
    const { sessions } = await owner.data(listSessions);
    await owner.data(endSession, { params: { id: sessions.find(({ isCurrent }) => !isCurrent)?.id ?? '' } });
    const links = await api.pool.anyFirst(sql.type(z.object({ purpose: z.string() }))`
      select purpose from auth_tokens where user_id = ${user.id} and used_at is null
    `);
    expect(links).toEqual(['stop_change_email']);
  });

  test('attack 52: expire after 30 days regardless of use', async () => {
    const user = await seedUser(api.pool);
    const client = await signInWith(user, CHROME);
    const age = async (interval: string) =>
      await api.pool.query(sql.typeAlias('void')`
        update sessions set created_at = now() - ${interval}::interval, last_seen_at = now() - interval '11 minutes'
        where user_id = ${user.id}
      `);
    await age('29 days 23 hours');
    expect((await client.call(getProfile)).status).toBe(200);
    const [left] = await api.pool.anyFirst(sql.type(z.object({ hours: z.number() }))`
      select extract(epoch from expires_at - now())::float8 / 3600 as hours from sessions where user_id = ${user.id}
    `);
    expect(left).toBeGreaterThan(0.9);
    expect(left).toBeLessThan(1.1);
    await age('30 days 1 minute');
    await client.call(getProfile);
    expect((await client.call(getProfile)).status).toBe(401);
  });

  test('attack 52: are reported once per new browser, except the first', async () => {
    const user = await seedUser(api.pool);
    const desk = await signInWith(user, CHROME);
    await signInWith(user, CHROME, desk);
    expect(await mailsTo(user)).toEqual([]);
    const phone = await signInWith(user, SAFARI);
    await signInWith(user, SAFARI, phone);
    await signInWith(user, CHROME, desk);
    expect(await mailsTo(user)).toEqual(['new-device']);
  });

  test('attack 52: are reported for a new browser of a known type, and for a copied cookie in another type', async () => {
    const user = await seedUser(api.pool);
    const desk = await signInWith(user, CHROME);
    await signInWith(user, CHROME);
    expect(await mailsTo(user)).toEqual(['new-device']);
    await signInWith(user, SAFARI, desk);
    expect(await mailsTo(user)).toEqual(['new-device', 'new-device']);
  });

  test('attack 52: are reported once an hour for several new browsers of one type', async () => {
    const thisHour = () => new Date().getUTCHours();
    let user: SeededUser;
    let hour: number;
    do {
      hour = thisHour();
      user = await seedUser(api.pool);
      for (let browsers = 0; browsers < 6; browsers += 1) await signInWith(user, CHROME);
    } while (hour !== thisHour());
    expect(await mailsTo(user)).toEqual(['new-device']);
    await api.pool.query(sql.typeAlias('void')`
      update emails set mail_key = mail_key || ', an hour earlier' where to_address = ${user.email}
    `);
    await signInWith(user, CHROME);
    expect(await mailsTo(user)).toEqual(['new-device', 'new-device']);
  });

  test.each([
    ['the browser that signed up', true, CHROME],
    ["another browser of the owner's type", false, SAFARI],
    ['another type of browser', false, CHROME],
  ])(
    "attack 52: are reported at a stranger's first sign-in after signing up with the owner's address, from %s",
    async (_, isSame, kind) => {
      const email = newAddress();
      const attacker = api.client();
      await signUp(attacker, email);
      await followLink(api.client(), email, { 'user-agent': SAFARI });
      await signInWith({ email }, kind, isSame ? attacker : api.client());
      expect(await mailsTo({ email })).toEqual(['verify-email', 'new-device']);
    },
  );

  test.each([
    ['after signing up', true],
    ['without signing up', false],
  ])('attack 52: are not reported in the browser that followed the link, %s', async (_, isSame) => {
    const email = newAddress();
    const desk = api.client();
    await signUp(desk, email);
    const browser = isSame ? desk : api.client();
    await followLink(browser, email, { 'user-agent': SAFARI });
    await signInWith({ email }, SAFARI, browser);
    expect(await mailsTo({ email })).toEqual(['verify-email']);
  });

  test('attack 52: are not reported in a known browser after another site opened its own link there', async () => {
    const user = await seedUser(api.pool);
    const owner = await signInWith(user, CHROME);
    const email = newAddress();
    await signUp(api.client(), email);
    await followLink(owner, email, { 'user-agent': CHROME, 'sec-fetch-site': 'cross-site' });
    await signInWith(user, CHROME, owner);
    expect(await mailsTo(user)).toEqual([]);
  });

  test('attack 52: are not reported for the Google sign-in that created the account', async () => {
    const email = newAddress();
    await api.sandbox.control(api.sandbox.google, '/accounts', { email, name: 'Noa Reyes' });
    await signInWithGoogle(api, api.client(), email);
    expect(await mailsTo({ email })).toEqual([]);
    await signInWithGoogle(api, api.client(), email);
    expect(await mailsTo({ email })).toEqual(['new-device']);
  });

  test('attack 52: are not reported in the browser that reset the password', async () => {
    const user = await seedUser(api.pool);
    await signInWith(user, CHROME);
    const owner = api.client();
    await owner.data(forgetPassword, { body: { email: user.email } });
    const token = await readMailToken(api.pool, api.encryption, { to: user.email, kind: 'reset-password' });
    await owner.data(resetPassword, { body: { token, newPassword: PASSWORD }, headers: { 'user-agent': SAFARI } });
    await signInWith(user, SAFARI, owner);
    expect(await mailsTo(user)).toEqual(['reset-password', 'password-changed']);
  });
});

test.each(['password123', 'Password123', 'iloveyou1'])(
  'attack 52: the common password %s is refused',
  async (password) => {
    const answer = await api
      .client()
      .call(signUpEmail, { body: { email: 'new@harborline.test', password, name: 'Robin' } });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      code: 'VALIDATION',
      errors: { password: expect.stringContaining('easy to guess') },
    });
  },
);

test.each(['Foreword2026!', 'robinvale99', 'harborline-1', 'newcomer_newcomer'])(
  'attack 52: %s, little more than a known name, is refused at sign-up and reset',
  async (password) => {
    const body = { email: 'newcomer@harborline.test', password, name: 'Robin Vale' };
    const answer = await api.client().call(signUpEmail, { body });
    const refusal = expect.stringContaining('too similar to your name');
    expect([answer.status, answer.body]).toMatchObject([400, { errors: { password: refusal } }]);
    await seedUser(api.pool, { email: body.email, isWhitelisted: false });
    await api.client().call(forgetPassword, { body: { email: body.email } });
    const token = await readMailToken(api.pool, api.encryption, { to: body.email, kind: 'reset-password' });
    const reset = (newPassword: string) => api.client().call(resetPassword, { body: { token, newPassword } });
    expect((await reset(password)).body).toMatchObject({ errors: { newPassword: refusal } });
    expect((await reset('vale of tears, robin')).status).toBe(200);
    await api.pool.query(sql.typeAlias('void')`delete from users where email = ${body.email}`);
    await api.pool.query(sql.typeAlias('void')`delete from emails`);
  },
);
