import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { deleteAccount } from '#contract/account.ts';
import {
  endSession,
  forgetPassword,
  getAddressChange,
  getSession,
  getVerificationLink,
  resetPassword,
  revokeOtherSessions,
  revokeSessions,
  signInEmail,
  signUpEmail,
  stopAddressChange,
  verifyEmail,
} from '#contract/auth.ts';
import { connectCalendar } from '#contract/calendar.ts';
import { removeTotp, renewRecoveryCodes } from '#contract/factors.ts';
import { getProfile, updateProfile } from '#contract/users.ts';
import { findUser } from '#db/queries/users.ts';
import { endEverySession } from '#db/queries/ways-in.ts';
import { sql } from '#db/sql.ts';
import { endSessions } from '#ops/commands/end-sessions.ts';
import { type Contest, startContest } from '#tests/support/account-contest.ts';
import { openTestApi, startApi, type TestApi } from '#tests/support/api.ts';
import { ageSessions, listMailKinds, PASSWORD, readMailToken, seedUser, signIn } from '#tests/support/builders.ts';
import { consentToCalendar, signInWithGoogle } from '#tests/support/google-sign-in.ts';
import type { HttpClient } from '#tests/support/http-client.ts';
import { countWaiting } from '#tests/support/locks.ts';
import { TEST_PATIENCE_MS } from '#tests/support/patience.ts';
import { createRandom } from '#tests/support/random.ts';
import { isDeep, testSeed } from '#tests/support/sample.ts';
import { addAuthenticatorApp } from '#tests/support/second-factor.ts';

const NEW_PASSWORD = 'a new and longer password';
const ORDERS = isDeep ? 2000 : 20;
const AT_ONCE = 20;

const api = await openTestApi();
const limited = await openTestApi({ RATE_LIMIT_MAIL_RECIPIENT: '' });

const mailToken = async (to: string, kind: string) => await readMailToken(api.pool, api.encryption, { to, kind });
const newAddress = () => `${crypto.randomUUID().slice(0, 13)}@brightwater.test`;
const mailsTo = async (address: string) => await listMailKinds(api.pool, address);

async function resetBy({ email }: { email: string }): Promise<void> {
  await api.client().data(forgetPassword, { body: { email } });
  const token = await mailToken(email, 'reset-password');
  await api.client().data(resetPassword, { body: { token, newPassword: NEW_PASSWORD } });
}

async function signInWith(email: string, password: string): Promise<HttpClient> {
  const client = api.client();
  await client.data(signInEmail, { body: { email, password } });
  return client;
}

describe('an address change', () => {
  test('attack 36: is void after the owner resets the password', async () => {
    const { user, client: thief } = await api.newUser();
    const email = newAddress();
    await thief.data(updateProfile, { body: { email } });
    const token = await mailToken(email, 'change-email');
    await resetBy(user);
    expect((await api.client().call(verifyEmail, { query: { token } })).status).toBe(400);
  });

  test.each([
    ['revoke-sessions', revokeSessions],
    ['revoke-other-sessions', revokeOtherSessions],
  ])('attack 36: is void after %s, as are all pending links', async (_, revoke) => {
    const user = await seedUser(api.pool);
    const [thief, owner] = [await signIn(api.client(), user), await signIn(api.client(), user)];
    const email = newAddress();
    await thief.data(updateProfile, { body: { email } });
    await thief.data(forgetPassword, { body: { email: user.email } });
    const [change, reset] = [await mailToken(email, 'change-email'), await mailToken(user.email, 'reset-password')];
    await owner.data(revoke, { body: {} });
    expect((await thief.call(getProfile)).status).toBe(401);
    expect((await api.client().call(verifyEmail, { query: { token: change } })).status).toBe(400);
    const body = { token: reset, newPassword: NEW_PASSWORD };
    expect((await api.client().call(resetPassword, { body })).status).toBe(400);
  });

  test('attack 36: is refused if a concurrent reset commits first', async () => {
    const { user, client: thief } = await api.newUser();
    const email = newAddress();
    const owner = new Client({ connectionString: api.database.ownerUrl });
    await owner.connect();
    await owner.query('begin');
    await owner.query('select from users where id = $1 for update', [user.id]);
    const asked = thief.call(updateProfile, { body: { email } });
    await expect.poll(() => countWaiting(api.pool), { interval: 20 }).toBe(1);
    await owner.query('delete from sessions where user_id = $1', [user.id]);
    await owner.query('commit');
    await owner.end();
    expect((await asked).status).toBe(401);
    expect(await mailsTo(email)).toEqual([]);
  });

  test('attack 36: is not started by a concurrent request that still sends the previous address', async () => {
    const { user, client: thief } = await api.newUser();
    await ageSessions(api.pool, user.id);
    const owner = new Client({ connectionString: api.database.ownerUrl });
    await owner.connect();
    await owner.query('begin');
    await owner.query('update users set email = $2 where id = $1', [user.id, newAddress()]);
    const asked = thief.call(updateProfile, { body: { email: user.email } });
    await expect.poll(() => countWaiting(api.pool), { interval: 20 }).toBe(1);
    await owner.query('commit');
    await owner.end();
    expect((await asked).status).toBe(200);
    expect(await mailsTo(user.email)).toEqual([]);
  });

  test('attack 36: requires the password 15 minutes after sign-in', async () => {
    const { user, client } = await api.newUser();
    const email = newAddress();
    await ageSessions(api.pool, user.id);
    const change = async (currentPassword?: string) =>
      await client.call(updateProfile, { body: { email, ...(currentPassword ? { currentPassword } : {}) } });
    expect([(await change()).status, (await change('wrong password')).status]).toEqual([403, 403]);
    expect(await mailsTo(email)).toEqual([]);
    expect((await client.call(updateProfile, { body: { firstName: 'Ada' } })).status).toBe(200);
    expect((await change(PASSWORD)).status).toBe(200);
    expect(await mailsTo(email)).toEqual(['change-email']);
  });

  test('attack 36: requires a sign-in in the last 15 minutes if the account has no password', async () => {
    const { user, client } = await api.newUser();
    await api.pool.query(sql.typeAlias('void')`update users set password_hash = null where id = ${user.id}`);
    await ageSessions(api.pool, user.id);
    const answer = await client.call(updateProfile, { body: { email: newAddress(), currentPassword: PASSWORD } });
    expect([answer.status, answer.body.message]).toEqual([
      403,
      'Please sign in again before you change your email address.',
    ]);
  });

  test('attack 36: counts wrong passwords like a sign-in', async () => {
    const strict = await startApi({ RATE_LIMIT_ACCOUNT: '2/900' });
    onTestFinished(strict.close);
    const { client } = await strict.newUser();
    await strict.pool.query(sql.typeAlias('void')`update sessions set created_at = now() - interval '16 minutes'`);
    const guess = async () =>
      (await client.call(updateProfile, { body: { email: newAddress(), currentPassword: 'guess' } })).status;
    expect([await guess(), await guess(), await guess()]).toEqual([403, 403, 429]);
  });

  test('attack 36: emails the old address a link that stops the change and ends all sessions', async () => {
    const { user, client: thief } = await api.newUser();
    const email = newAddress();
    await thief.data(updateProfile, { body: { email } });
    expect(await mailsTo(user.email)).toEqual(['change-requested']);
    const [change, stop] = [await mailToken(email, 'change-email'), await mailToken(user.email, 'change-requested')];
    // The link cannot be used as a link of another kind.
    expect((await api.client().call(verifyEmail, { query: { token: stop } })).status).toBe(400);
    await api.client().data(stopAddressChange, { body: { token: stop } });
    expect((await api.client().call(verifyEmail, { query: { token: change } })).status).toBe(400);
    expect((await thief.call(getProfile)).status).toBe(401);
    expect((await api.client().call(stopAddressChange, { body: { token: stop } })).status).toBe(400);
  });

  /** Moves a new user's account to the thief's address, as a thief with a fresh session would do immediately. */
  async function steal() {
    const { user, client: owner } = await api.newUser();
    const thief = api.client(owner);
    const email = newAddress();
    await moveTo(thief, email);
    const stop = await mailToken(user.email, 'change-requested');
    return { user, thief, email, stop };
  }

  async function moveTo(client: HttpClient, email: string): Promise<void> {
    await client.data(updateProfile, { body: { email } });
    await api.client().data(verifyEmail, { query: { token: await mailToken(email, 'change-email') } });
  }

  const addressOf = async ({ id }: { id: string }) => (await findUser(api.pool, id))?.email;
  const useStopLink = async (token: string) => (await api.client().call(stopAddressChange, { body: { token } })).status;

  test('attack 36: once confirmed, can be undone from the old address, ending all access', async () => {
    const { user, thief, email, stop } = await steal();
    await api.client().data(forgetPassword, { body: { email } });
    const reset = await mailToken(email, 'reset-password');
    expect(await api.client().data(getAddressChange, { query: { token: stop } })).toEqual({
      email: user.email,
      isMoved: true,
      isContested: false,
      isLocked: false,
    });
    const { message } = await api.client().data(stopAddressChange, { body: { token: stop } });
    expect(message).toContain('Set a new password now.');
    expect(await addressOf(user)).toBe(user.email);
    expect((await thief.call(getProfile)).status).toBe(401);
    const body = { token: reset, newPassword: NEW_PASSWORD };
    expect((await api.client().call(resetPassword, { body })).status).toBe(400);
    for (const password of [NEW_PASSWORD, PASSWORD]) {
      const answer = await api.client().call(signInEmail, { body: { email: user.email, password } });
      expect(answer.status).toBe(401);
    }
    expect(await mailsTo(email)).toContain('email-changed');
    expect(await useStopLink(stop)).toBe(400);
    await resetBy(user);
    await signInWith(user.email, NEW_PASSWORD);
  });

  test.each<[string, (thief: HttpClient, email: string) => Promise<unknown>]>([
    ['moves the account again', async (thief) => await moveTo(thief, newAddress())],
    ['signs out everywhere', async (thief) => await thief.data(revokeSessions, { body: {} })],
    ['signs out everywhere else', async (thief) => await thief.data(revokeOtherSessions, { body: {} })],
    ['adds a second factor', async (thief) => await addAuthenticatorApp(thief)],
  ])('attack 36: can still be undone after a thief %s', async (_, act) => {
    const { user, thief, email, stop } = await steal();
    await act(thief, email);
    expect(await useStopLink(stop)).toBe(200);
    expect(await addressOf(user)).toBe(user.email);
  });

  const isLocked = async ({ id }: { id: string }) => (await findUser(api.pool, id))?.disabledAt instanceof Date;

  test('attack 36: cannot be undone after a thief has reset the password, and trying locks the account', async () => {
    const { user, thief, email, stop } = await steal();
    await resetBy({ email });
    await moveTo(await signInWith(email, NEW_PASSWORD), newAddress());
    const link = await api.client().data(getAddressChange, { query: { token: stop } });
    expect(link).toEqual({ email: user.email, isMoved: true, isContested: true, isLocked: false });
    const { message } = await api.client().data(stopAddressChange, { body: { token: stop } });
    expect(message).toMatch(/^Nobody can sign in until we unlock it/);
    expect([await isLocked(user), await addressOf(user)]).toEqual([true, expect.not.stringContaining(user.email)]);
    expect((await thief.call(getProfile)).status).toBe(401);
    expect(await useStopLink(stop)).toBe(400);
  });

  test("attack 37a: cannot be undone by an attacker once the new address's owner has reset the password", async () => {
    const { user: attacker, client } = await api.newUser();
    const email = newAddress();
    await moveTo(client, email);
    const stop = await mailToken(attacker.email, 'change-requested');
    await resetBy({ email });
    const owner = await signInWith(email, NEW_PASSWORD);
    expect((await owner.call(getProfile)).status).toBe(200);
    expect(await useStopLink(stop)).toBe(200);
    expect([await isLocked(attacker), await addressOf(attacker)]).toEqual([true, email]);
    expect((await mailsTo(email)).at(-1)).toBe('account-locked');
  });

  test("attack 37a: back to an attacker's former address can be undone by the account's new owner", async () => {
    const { user: attacker, client } = await api.newUser();
    const email = newAddress();
    await moveTo(client, email);
    await resetBy({ email });
    // A stolen session of the owner.
    await moveTo(await signInWith(email, NEW_PASSWORD), attacker.email);
    expect(await useStopLink(await mailToken(email, 'change-requested'))).toBe(200);
    expect([await isLocked(attacker), await addressOf(attacker)]).toEqual([false, email]);
  });

  test('attack 36: reverts to the earliest address if its link is used after that of a later address', async () => {
    const { user, thief, email, stop } = await steal();
    await moveTo(thief, newAddress());
    expect(await useStopLink(await mailToken(email, 'change-requested'))).toBe(200);
    expect(await addressOf(user)).toBe(email);
    expect(await useStopLink(stop)).toBe(200);
    expect(await addressOf(user)).toBe(user.email);
  });

  test('attack 36: reverts to the earliest address if its link is used before that of a later address', async () => {
    const { user, thief, email, stop } = await steal();
    await moveTo(thief, newAddress());
    expect(await useStopLink(stop)).toBe(200);
    expect(await useStopLink(await mailToken(email, 'change-requested'))).toBe(400);
    expect(await addressOf(user)).toBe(user.email);
  });

  test('attack 36: cannot be redone from the interim address once the account has moved back', async () => {
    const { user, thief, email } = await steal();
    await moveTo(thief, user.email);
    expect(await useStopLink(await mailToken(email, 'change-requested'))).toBe(400);
    expect(await addressOf(user)).toBe(user.email);
  });

  test('attack 36: cannot be undone once another account has the old address or the link has expired', async () => {
    const { user, email, stop } = await steal();
    await api.pool.query(sql.typeAlias('void')`delete from whitelist_entries where email = ${user.email}`);
    const other = await seedUser(api.pool, { email: user.email });
    for (const answer of [
      await api.client().call(getAddressChange, { query: { token: stop } }),
      await api.client().call(stopAddressChange, { body: { token: stop } }),
    ]) {
      expect([answer.status, answer.body.message]).toEqual([
        400,
        expect.stringContaining('Another account now uses this address'),
      ]);
    }
    expect([await addressOf(user), await addressOf(other)]).toEqual([email, user.email]);
    await api.pool.query(sql.typeAlias('void')`delete from users where id = ${other.id}`);
    await api.pool.query(sql.typeAlias('void')`
      update auth_tokens set expires_at = now() where user_id = ${user.id} and purpose = 'stop_change_email'
    `);
    expect(await useStopLink(stop)).toBe(400);
    expect(await addressOf(user)).toBe(email);
  });

  test('attack 36: can be undone despite an unverified sign-up with the old address', async () => {
    const { user, stop } = await steal();
    await api.client().data(signUpEmail, { body: { email: user.email, password: NEW_PASSWORD, name: 'Mallory' } });
    expect(await useStopLink(stop)).toBe(200);
    expect(await addressOf(user)).toBe(user.email);
  });

  test('attack 36: ends other sessions and links on confirmation', async () => {
    const user = await seedUser(api.pool);
    const [asker, other] = [await signIn(api.client(), user), await signIn(api.client(), user)];
    await api.client().data(forgetPassword, { body: { email: user.email } });
    const reset = await mailToken(user.email, 'reset-password');
    const email = newAddress();
    await asker.data(updateProfile, { body: { email } });
    await api.client().data(verifyEmail, { query: { token: await mailToken(email, 'change-email') } });
    expect((await asker.data(getProfile)).user.email).toBe(email);
    expect((await other.call(getProfile)).status).toBe(401);
    const body = { token: reset, newPassword: NEW_PASSWORD };
    expect((await api.client().call(resetPassword, { body })).status).toBe(400);
  });

  test("attack 37a: survives a stranger's sign-up with the new address", async () => {
    const { client } = await api.newUser();
    const email = newAddress();
    await client.data(updateProfile, { body: { email } });
    await api.client().data(signUpEmail, { body: { email, password: NEW_PASSWORD, name: 'Mallory' } });
    const stranger = await mailToken(email, 'verify-email');
    const token = await mailToken(email, 'change-email');
    expect((await api.client().call(verifyEmail, { query: { token } })).status).toBe(200);
    expect((await client.data(getProfile)).user.email).toBe(email);
    expect((await api.client().call(verifyEmail, { query: { token: stranger } })).status).toBe(400);
  });

  test('attack 37a: succeeds for an address a stranger signed up with first', async () => {
    const email = newAddress();
    await api.client().data(signUpEmail, { body: { email, password: NEW_PASSWORD, name: 'Mallory' } });
    const { client } = await api.newUser();
    await client.data(updateProfile, { body: { email } });
    await api.client().data(verifyEmail, { query: { token: await mailToken(email, 'change-email') } });
    expect((await client.data(getProfile)).user.email).toBe(email);
  });
});

describe('a verification link', () => {
  async function signUp(email: string, client = api.client()) {
    await client.data(signUpEmail, { body: { email, password: PASSWORD, name: 'Ada' } });
    return { client, token: await mailToken(email, 'verify-email') };
  }
  const needsPress = async (client: ReturnType<TestApi['client']>, token: string) =>
    (await client.data(getVerificationLink, { query: { token } })).needsPress;

  test('attack 37: acts immediately in the browser that signed up, but waits for confirmation elsewhere', async () => {
    const { client, token } = await signUp(newAddress());
    expect(await needsPress(client, token)).toBe(false);
    expect(await needsPress(api.client(), token)).toBe(true);
    // Looking up the link changes nothing.
    expect((await client.call(getSession)).status).toBe(200);
    await api.client().data(verifyEmail, { query: { token } });
    expect(await needsPress(api.client(), token)).toBe(false);
  });

  test('attack 37: for another sign-up waits for confirmation even in a browser that itself signed up', async () => {
    const email = newAddress();
    const owner = await signUp(email);
    const attacker = await signUp(email);
    expect(await needsPress(owner.client, attacker.token)).toBe(true);
    expect(await needsPress(owner.client, owner.token)).toBe(false);
  });

  test('attack 37: for an address change acts immediately only in a session of that account', async () => {
    const { client } = await api.newUser();
    const email = newAddress();
    await client.data(updateProfile, { body: { email } });
    const token = await mailToken(email, 'change-email');
    const { client: stranger } = await api.newUser();
    expect([await needsPress(client, token), await needsPress(stranger, token)]).toEqual([false, true]);
  });

  test('attack 37a: invalidates every password if two sign-ups were confirmed', async () => {
    const email = newAddress();
    const attacker = api.client();
    await attacker.data(signUpEmail, { body: { email, password: NEW_PASSWORD, name: 'Mallory' } });
    const first = await mailToken(email, 'verify-email');
    const { client, token } = await signUp(email);
    for (const link of [first, token]) await client.data(verifyEmail, { query: { token: link } });
    const statusWith = async (password: string) =>
      (await api.client().call(signInEmail, { body: { email, password } })).status;
    expect([await statusWith(NEW_PASSWORD), await statusWith(PASSWORD)]).toEqual([401, 401]);
    await resetBy({ email });
    expect(await statusWith(NEW_PASSWORD)).toBe(200);
  });

  test.each([
    ['the operator ended all sessions', async () => await endSessions(api.pool, null)],
    ['a restore ended all links', async () => await api.pool.transaction(endEverySession)],
  ])('attack 37a: invalidates every password if the owner and a stranger signed up before %s', async (_, endLinks) => {
    const email = newAddress();
    const body = { email, password: NEW_PASSWORD, name: 'Mallory' };
    const { client, token } = await signUp(email);
    await api.client().data(signUpEmail, { body });
    await endLinks();
    expect((await client.call(verifyEmail, { query: { token } })).status).toBe(400);
    await api.client().data(signUpEmail, { body });
    await api.client().data(verifyEmail, { query: { token: await mailToken(email, 'verify-email') } });
    for (const password of [NEW_PASSWORD, PASSWORD])
      expect((await api.client().call(signInEmail, { body: { email, password } })).status).toBe(401);
  });

  test('attack 37a: keeps the password if one browser signed up twice', async () => {
    const email = newAddress();
    const first = await signUp(email);
    const second = await signUp(email, first.client);
    for (const { token } of [first, second]) await first.client.data(verifyEmail, { query: { token } });
    expect((await api.client().call(signInEmail, { body: { email, password: PASSWORD } })).status).toBe(200);
  });
});

describe('linking Google', () => {
  async function googleAccount(options: object = {}): Promise<string> {
    const email = newAddress();
    await api.sandbox.control(api.sandbox.google, '/accounts', { email, name: 'Noa Reyes', ...options });
    return email;
  }

  test('attack 37: removes the password, ends earlier sessions and notifies the owner', async () => {
    const { user, client: before } = await api.newUser({ email: await googleAccount() });
    await before.data(updateProfile, { body: { email: newAddress() } });
    const owner = api.client();
    await signInWithGoogle(api, owner, user.email);
    expect((await owner.data(getSession)).user?.id).toBe(user.id);
    expect((await before.call(getProfile)).status).toBe(401);
    const answer = await api.client().call(signInEmail, { body: { email: user.email, password: PASSWORD } });
    expect(answer.status).toBe(401);
    expect(await mailsTo(user.email)).toContain('provider-joined');
    // The next sign-in does not link it again.
    await signInWithGoogle(api, api.client(), user.email);
    expect((await owner.call(getProfile)).status).toBe(200);
  });

  test("attack 38: is refused if Google does not host the address's mail", async () => {
    const user = await seedUser(api.pool, { email: await googleAccount({ isConsumer: true }) });
    const client = api.client();
    const location = await signInWithGoogle(api, client, user.email);
    expect(new URL(location, 'http://localhost').searchParams.get('error')).toBe('address_not_hosted');
    expect((await client.data(getSession)).user).toBeNull();
    await signIn(api.client(), user);
  });

  test('attack 38: is allowed for gmail.com', async () => {
    const email = `${crypto.randomUUID().slice(0, 8)}@gmail.com`;
    await api.sandbox.control(api.sandbox.google, '/accounts', { email, name: 'Noa Reyes' });
    const user = await seedUser(api.pool, { email });
    const client = api.client();
    await signInWithGoogle(api, client, email);
    expect((await client.data(getSession)).user?.id).toBe(user.id);
  });

  test('attack 37a: when refused for an unverified account, voids its verification link and password', async () => {
    const email = await googleAccount();
    await api.client().data(signUpEmail, { body: { email, password: PASSWORD, name: 'Mallory' } });
    const token = await mailToken(email, 'verify-email');
    const location = await signInWithGoogle(api, api.client(), email);
    expect(location).not.toContain('Follow');
    expect((await api.client().call(verifyEmail, { query: { token } })).status).toBe(400);
    const answer = await api.client().call(signInEmail, { body: { email, password: PASSWORD } });
    expect(answer.status).toBe(401);
    await resetBy({ email });
  });

  test.each([
    ['if the owner had signed up too', true],
    ['if only a stranger had signed up', false],
  ])('attack 37a: voids sign-ups made after it was refused, %s', async (_, hasOwnerSignedUp) => {
    const email = await googleAccount();
    const body = { email, password: NEW_PASSWORD, name: 'Mallory' };
    const [owner, attacker] = [api.client(), api.client()];
    await attacker.data(signUpEmail, { body });
    if (hasOwnerSignedUp) await owner.data(signUpEmail, { body: { ...body, password: PASSWORD } });
    await signInWithGoogle(api, owner, email);
    await attacker.data(signUpEmail, { body });
    await owner.call(verifyEmail, { query: { token: await mailToken(email, 'verify-email') } });
    const answer = await api.client().call(signInEmail, { body: { email, password: NEW_PASSWORD } });
    expect(answer.status).toBe(401);
    expect(await mailsTo(email)).toContain('existing-account');
    await signInWithGoogle(api, owner, email);
    expect((await owner.data(getSession)).user?.email).toBe(email);
  });

  test("attack 37a: is undone when the address's owner resets the password", async () => {
    const attackerEmail = await googleAccount();
    const attacker = api.client();
    await signInWithGoogle(api, attacker, attackerEmail);
    const email = newAddress();
    await attacker.data(updateProfile, { body: { email } });
    await api.client().data(verifyEmail, { query: { token: await mailToken(email, 'change-email') } });
    const accountId = (await attacker.data(getSession)).user?.id;
    await resetBy({ email });
    expect((await attacker.data(getSession)).user).toBeNull();
    const again = api.client();
    await signInWithGoogle(api, again, attackerEmail);
    const { user } = await again.data(getSession);
    expect(user?.email).toBe(attackerEmail);
    expect(user?.id).not.toBe(accountId);
  });

  test('attack 37a: does not sign in to an account if its password reset completes first', async () => {
    const email = await googleAccount();
    const first = api.client();
    await signInWithGoogle(api, first, email);
    const id = (await first.data(getSession)).user?.id ?? '';
    // The account has a new owner; only the identity still leads to it.
    await api.pool.query(sql.typeAlias('void')`update users set email = ${newAddress()} where id = ${id}`);
    const late = api.client();
    const location = await duringReset({ id }, () => signInWithGoogle(api, late, email));
    expect(location).toBe('/app');
    expect((await late.data(getSession)).user?.id).not.toBe(id);
  });
});

test('attack 37a: a sign-in with the old password fails if a reset completes first', async () => {
  const user = await seedUser(api.pool);
  const client = api.client();
  const answer = await duringReset(user, () =>
    client.call(signInEmail, { body: { email: user.email, password: PASSWORD } }),
  );
  expect(answer.status).toBe(401);
  expect((await client.data(getSession)).user).toBeNull();
});

const CHANGES: Record<string, (client: HttpClient) => Promise<{ status: number }>> = {
  'renewing recovery codes': (client) => client.call(renewRecoveryCodes, { body: {} }),
  'removing a factor': (client) => client.call(removeTotp),
  'closing the account': (client) => client.call(deleteAccount, { body: {} }),
  'connecting a calendar': async (client) => {
    const consent = await consentToCalendar(client, 'sam@harborline.test');
    return await client.call(connectCalendar, { body: { provider: 'google', ...consent } });
  },
  'ending one session': (client) => client.call(endSession, { params: { id: crypto.randomUUID() } }),
  'signing out everywhere': (client) => client.call(revokeSessions, { body: {} }),
  'signing out everywhere else': (client) => client.call(revokeOtherSessions, { body: {} }),
};

test.each(Object.entries(CHANGES))('attack 37a: %s fails if a reset completes first', async (_, change) => {
  const { user, client } = await api.newUser();
  await addAuthenticatorApp(client);
  const factors = () =>
    api.pool.one(sql.type(z.object({ text: z.string() }))`
    select concat_ws(' ', (select string_agg(t::text, ' ') from totp_factors t where user_id = ${user.id}),
      (select string_agg(r::text, ' ' order by r::text) from recovery_codes r where user_id = ${user.id}),
      (select disabled_at from users where id = ${user.id})) as text
  `);
  const before = await factors();
  expect((await duringReset(user, () => change(client))).status).toBe(401);
  expect(await factors()).toEqual(before);
});

/** Locks the account like a reset, waits until the call blocks, then revokes all access. Returns the call's result. */
async function duringReset<T>({ id }: { id: string }, begin: () => Promise<T>): Promise<T> {
  const owner = new Client({ connectionString: api.database.ownerUrl });
  await owner.connect();
  try {
    await owner.query('begin');
    await owner.query('select from users where id = $1 for no key update', [id]);
    const begun = begin();
    await expect.poll(() => countWaiting(api.pool), { interval: 20 }).toBe(1);
    await owner.query('update users set access_version = access_version + 1, password_hash = null where id = $1', [id]);
    await owner.query('delete from sessions where user_id = $1', [id]);
    await owner.query('update identities set ended_at = now() where user_id = $1', [id]);
    await owner.query('commit');
    return await begun;
  } finally {
    await owner.end();
  }
}

/** The events that either side can cause, in any order. */
const EVENTS: ((contest: Contest) => Promise<unknown>)[] = [
  (contest) => contest.ownerSignsUp(),
  (contest) => contest.attackerSignsUp('owner'),
  (contest) => contest.attackerSignsUp('new'),
  (contest) => contest.attackerSignsUp('attacker'),
  (contest) => contest.attackerUsesUpMails(),
  (contest) => contest.resend(),
  (contest) => contest.scan(),
  (contest) => contest.ownerFollows(),
  (contest) => contest.ownerFollowsNewest('at home'),
  (contest) => contest.ownerFollowsNewest('elsewhere'),
  (contest) => contest.attackerFollows(),
  (contest) => contest.ownerSignsIn('at home'),
  (contest) => contest.ownerSignsIn('elsewhere'),
  (contest) => contest.attackerSignsIn(),
  (contest) => contest.ownerUsesGoogle(),
  (contest) => contest.attackerUsesGoogle(),
  (contest) => contest.attackerSteals('fresh'),
  (contest) => contest.attackerSteals('old'),
  (contest) => contest.ownerChangesAddress(),
  (contest) => contest.attackerChangesAddress('owner'),
  (contest) => contest.attackerChangesAddress('new'),
  (contest) => contest.attackerChangesAddress('attacker'),
  (contest) => contest.ownerStopsChange(),
  (contest) => contest.attackerStopsChange(),
  (contest) => contest.attackerForgets(),
  (contest) => contest.ownerResetsFirst(),
  (contest) => contest.attackerResets(),
  (contest) => contest.operatorLocks(),
  (contest) => contest.ownerRevokes(),
  (contest) => contest.attackerRevokes(),
  (contest) => contest.attackerRevokesAll(),
  (contest) => contest.ownerEndsOneSession(),
  (contest) => contest.attackerEndsOneSession(),
  (contest) => contest.operatorEndsSessions(),
  (contest) => contest.ownerDeletes(),
  (contest) => contest.attackerDeletes(),
  (contest) => contest.deletionsComplete(),
  (contest) => contest.ownerAddsFactor(),
  (contest) => contest.attackerAddsFactor(),
  (contest) => contest.attackerRemovesFactor(),
];

type Order = { seed: number; events: string[]; isRecovered: boolean; isStartedOver: boolean; opened: string[] };

/** Sequences that can follow the owner's sign-in. */
const BEGINNINGS: (typeof EVENTS)[] = [
  [],
  [(contest) => contest.ownerSignsIn('elsewhere')],
  [(contest) => contest.attackerSteals('fresh')],
  [(contest) => contest.attackerSteals('fresh'), (contest) => contest.attackerChangesAddress('attacker')],
  [
    (contest) => contest.attackerSteals('fresh'),
    (contest) => contest.attackerChangesAddress('attacker'),
    (contest) => contest.attackerFollows(),
    // Emails the attacker a link that stops this change.
    (contest) => contest.attackerChangesAddress('new'),
  ],
];

/** Signs the owner in: a random order rarely gets that far, and many events need a session. */
async function begin(contest: Contest, then: typeof EVENTS): Promise<void> {
  await contest.ownerSignsUp();
  await contest.ownerFollowsNewest('at home');
  await contest.ownerSignsIn('at home');
  for (const act of then) await act(contest);
}

/**
 * Plays random events, some concurrently, then recovers the account, if the events allow it. If they closed it, the
 * owner signs up again once it is deleted; that account must then be theirs alone. Returns what went wrong, with the
 * seed and events that reproduce it.
 */
async function play(seed: number): Promise<Order> {
  const random = createRandom(seed);
  const isLimited = random.chance(0.4);
  const contest = await startContest(isLimited ? limited : api);
  if (random.chance(0.5)) await begin(contest, random.pick(BEGINNINGS) ?? []);
  const next = () => random.pick(EVENTS)?.(contest);
  for (let left = random.whole(2, 7); left > 0; left -= 1) {
    await (random.chance(0.15) ? Promise.all([next(), next()]) : next());
  }
  const opened = await contest.attackerBeatsOwnersSignUp();
  if (random.chance(0.5)) opened.push(...(await contest.ownerUndoesChanges()));
  await contest.operatorUnlocks();
  const isReset = random.chance(0.6);
  const accounts = isReset ? await contest.ownerResets() : await contest.ownerJoins();
  for (const id of accounts) opened.push(...(await attack(contest, id, isReset ? 'password' : 'Google')));
  for (const id of await contest.closedAccounts()) opened.push(...(await contest.attackerWaysInto(id)));
  // The attacker may have used up the emails that a sign-up with a password needs.
  const newWay = isReset && !isLimited ? 'password' : 'Google';
  const newAccounts = await contest.ownerStartsOver(newWay);
  if (newAccounts === null) opened.push('nothing: the owner cannot start over');
  for (const id of newAccounts ?? []) opened.push(...(await attack(contest, id, newWay)));
  // Last, since they may lock the accounts.
  if (await contest.attackerUndoes([...accounts, ...(newAccounts ?? [])]))
    opened.push('a link that stops an address change');
  const [isRecovered, isStartedOver] = [accounts.length > 0, newAccounts !== null && newAccounts.length > 0];
  return { seed, events: contest.events, isRecovered, isStartedOver, opened };
}

/** Tries to get into an account that its owner recovered, as attacker and as owner. */
async function attack(contest: Contest, id: string, way: 'password' | 'Google'): Promise<string[]> {
  const opened = await contest.attackerWaysInto(id);
  if (!(await contest.ownerOpens(id, way))) opened.push('nothing: the owner is locked out');
  const isOperatorAsked = contest.events.at(-1) === 'the operator resets the factors';
  if (isOperatorAsked) opened.push(...(await contest.attackerWaysInto(id)));
  if (await contest.mailReaderOpens(id)) opened.push('the mailbox, without the factor');
  return opened;
}

test(`attack 37a: recovery locks the attacker out in ${ORDERS} random event sequences that recover an account`, {
  timeout: TEST_PATIENCE_MS + ORDERS * 3000, // sign-ups wait in line
}, async () => {
  let seed = createRandom(testSeed).whole(1, 2 ** 30);
  const violations: Order[] = [];
  let [played, recovered, startedOver] = [0, 0, 0];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (recovered < ORDERS) {
        seed += 1;
        const order = await play(seed);
        played += 1;
        if (order.isRecovered) recovered += 1;
        if (order.isStartedOver) startedOver += 1;
        if (order.opened.length > 0) violations.push(order);
      }
    }),
  );
  expect(violations, `${recovered} of ${played} orders recovered an account, ${startedOver} a new one`).toEqual([]);
});
