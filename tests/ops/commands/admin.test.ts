import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import {
  forgetPassword,
  getSession,
  resetPassword,
  signInEmail,
  stopAddressChange,
  verifyEmail,
} from '#contract/auth.ts';
import { updateProfile } from '#contract/users.ts';
import { deleteUser } from '#db/queries/account-deletion.ts';
import { deleteUnverifiedUsers } from '#db/queries/upkeep.ts';
import { findUser } from '#db/queries/users.ts';
import { sql } from '#db/sql.ts';
import { executeCommand, parseCommand } from '#ops/commands/admin.ts';
import { openTestApi } from '#tests/support/api.ts';
import {
  listMailKinds,
  listOutbox,
  PASSWORD,
  readMailToken,
  seedMeeting,
  seedUser,
  signIn,
} from '#tests/support/builders.ts';
import type { HttpClient } from '#tests/support/http-client.ts';
import { addAuthenticatorApp } from '#tests/support/second-factor.ts';

const api = await openTestApi();

describe('npm run admin', () => {
  test('grants and revokes roles, effective from the next request, and logs both', async () => {
    const user = await seedUser(api.pool);
    const client = await signIn(api.client(), user);
    const run = async (...words: string[]) => await executeCommand(api.config.databaseUrl, parseCommand(words));
    const roleNow = async () => (await client.data(getSession)).user?.role;

    expect(await run('grant', user.email.toUpperCase(), 'superadmin')).toBe(`${user.email} is now superadmin.`);
    expect(await roleNow()).toBe('superadmin');
    expect(await run('grant', user.email, 'superadmin')).toBe(`${user.email} is already superadmin.`);
    await expect(run('revoke', user.email, 'admin')).rejects.toThrow('is not admin; the role is superadmin');
    expect(await run('revoke', user.email, 'superadmin')).toBe(`${user.email} is now user.`);
    expect(await roleNow()).toBe('user');

    const log = await api.pool.any(sql.type(z.object({ action: z.string(), details: z.unknown() }))`
      select action, details from audit_log where action like 'role.%' and subject = ${`user:${user.id}`} order by id
    `);
    expect(log).toMatchObject([
      { action: 'role.granted', details: { from: 'user', to: 'superadmin', by: 'command line' } },
      { action: 'role.revoked', details: { from: 'superadmin', to: 'user' } },
    ]);
  });

  test('attack 51: resets a second factor, ends all sessions, notifies the owner and logs it', async () => {
    const user = await seedUser(api.pool);
    const client = await signIn(api.client(), user);
    await addAuthenticatorApp(client);
    const reset = async () => await executeCommand(api.config.databaseUrl, parseCommand(['reset-factors', user.email]));
    expect(await reset()).toContain('now has no second factor');
    expect((await client.data(getSession)).user).toBeNull();
    const again = await signIn(api.client(), user);
    expect((await again.data(getSession)).user?.id).toBe(user.id);
    await expect(reset()).rejects.toThrow('has no second factor');
    const traces = await api.pool.anyFirst(sql.type(z.object({ what: z.string() }))`
      select action as what from audit_log where action = 'factors.reset' and subject = ${`user:${user.id}`}
      union all
      select data ->> 'change' from emails where to_address = ${user.email} and data ->> 'change' = 'reset'
    `);
    expect(traces).toEqual(['factors.reset', 'reset']);
  });

  const run = async (...words: string[]) =>
    await executeCommand(api.config.databaseUrl, parseCommand(words), api.config.encryptionKeys);
  const signInStatus = async (email: string, password = PASSWORD) =>
    (await api.client().call(signInEmail, { body: { email, password } })).status;

  async function resetPasswordOf(email: string): Promise<void> {
    await api.client().data(forgetPassword, { body: { email } });
    const token = await readMailToken(api.pool, api.encryption, { to: email, kind: 'reset-password' });
    await api.client().data(resetPassword, { body: { token, newPassword: 'a new and longer password' } });
  }

  test('attack 36: locks an account and revokes its access, unlocks it for a reset, and logs both', async () => {
    const { user, client } = await api.newUser();
    const meetingId = await seedMeeting(api.pool, { userId: user.id, researchState: 'completed' });
    const next = `next-${user.email}`;
    await client.data(updateProfile, { body: { email: next } });
    const token = await readMailToken(api.pool, api.encryption, { to: next, kind: 'change-email' });
    expect(await run('lock', user.email)).toBe(`${user.email} is locked: no one can sign in to it.`);
    await expect(run('lock', user.email)).rejects.toThrow('is locked or closed already.');
    expect((await client.data(getSession)).user).toBeNull();
    expect((await api.client().call(verifyEmail, { query: { token } })).status).toBe(400);
    await api.client().data(forgetPassword, { body: { email: user.email } });
    expect([await signInStatus(user.email), await listMailKinds(api.pool, user.email)]).toEqual([
      401,
      ['change-requested', 'account-locked'],
    ]);

    expect(await run('unlock', user.email, user.email)).toContain(`is unlocked and uses ${user.email}.`);
    await expect(run('unlock', user.email, user.email)).rejects.toThrow('is not locked, or it is closed.');
    expect(await signInStatus(user.email)).toBe(401);
    await resetPasswordOf(user.email);
    expect(await signInStatus(user.email, 'a new and longer password')).toBe(200);
    // Locking and unlocking each replan the briefings.
    expect(await listOutbox(api.pool, meetingId)).toHaveLength(2);
    const log = await api.pool.anyFirst(sql.type(z.object({ action: z.string() }))`
      select action from audit_log where action like 'account.%' and subject = ${`user:${user.id}`} order by id
    `);
    expect(log).toEqual(['account.locked', 'account.unlocked']);
  });

  /** Moves an account to a thief's address. */
  async function stealAccount() {
    const { user, client: thief } = await api.newUser();
    const email = `thief-of-${user.email}`;
    await moveTo(thief, email);
    return { user, thief, email };
  }

  async function moveTo(client: HttpClient, email: string): Promise<void> {
    await client.data(updateProfile, { body: { email } });
    const token = await readMailToken(api.pool, api.encryption, { to: email, kind: 'change-email' });
    await client.data(verifyEmail, { query: { token } });
  }

  test('attack 36: locks a stolen account by its former address and restores that address on unlock', async () => {
    const { user, thief, email } = await stealAccount();
    const other = await seedUser(api.pool);
    const moveOther = async (to: string) =>
      await api.pool.query(sql.typeAlias('void')`update users set email = ${to} where id = ${other.id}`);
    await moveOther(user.email);
    await expect(run('lock', user.email)).rejects.toThrow('Use the id of the right one');
    await moveOther(other.email);
    expect(await run('lock', user.email)).toContain(`The account ${user.id} (${email}) is locked`);
    expect((await thief.data(getSession)).user).toBeNull();
    await expect(run('unlock', user.id, (await seedUser(api.pool)).email)).rejects.toThrow('Another account has');
    await expect(run('lock', 'nobody@harborline.test')).rejects.toThrow('No account has the address');
    expect(await run('unlock', user.id, user.email)).toContain(`is unlocked and uses ${user.email}.`);
    await resetPasswordOf(user.email);
    expect(await signInStatus(user.email, 'a new and longer password')).toBe(200);
    expect(await listMailKinds(api.pool, email)).toContain('email-changed');
  });

  test.each(['its former address', 'its present address', 'another address'])(
    'attack 36: voids every link that stops an address change once an account is unlocked with %s',
    async (given) => {
      const { user, thief, email } = await stealAccount();
      await moveTo(thief, `beyond-${email}`);
      const stops = await Promise.all(
        [user.email, email].map((to) => readMailToken(api.pool, api.encryption, { to, kind: 'change-requested' })),
      );
      // As if the owner had reported it a day after the first change.
      await api.pool.query(sql.typeAlias('void')`
        update auth_tokens set expires_at = now() where user_id = ${user.id} and email = ${user.email}
      `);
      await run('lock', user.id);
      const newEmail = { 'its former address': user.email, 'its present address': `beyond-${email}` }[given];
      await run('unlock', user.id, newEmail ?? `owner-of-${email}`);
      for (const stop of stops) {
        expect((await api.client().call(stopAddressChange, { body: { token: stop } })).status).toBe(400);
      }
      expect(await findUser(api.pool, user.id)).toMatchObject({
        email: newEmail ?? `owner-of-${email}`,
        disabledAt: null,
      });
    },
  );

  test('attack 36: requires an address to unlock, since the current one may be an attacker’s', async () => {
    const { user, email } = await stealAccount();
    await run('lock', user.email);
    await expect(run('unlock', user.email)).rejects.toThrow('Usage: npm run admin');
    expect(await findUser(api.pool, user.id)).toMatchObject({ email, disabledAt: expect.any(Date) });
    await api.client().data(forgetPassword, { body: { email } });
    expect(await listMailKinds(api.pool, email)).not.toContain('reset-password');
  });

  test('attack 36: unlocks an unverified account with its current address', async () => {
    const user = await seedUser(api.pool, { isVerified: false });
    await run('lock', user.email);
    await expect(run('unlock', user.email, user.email)).resolves.toContain('is unlocked');
    expect(await findUser(api.pool, user.id)).toMatchObject({ email: user.email, disabledAt: null });
  });

  test('attack 36: finds a stolen account by its former address even after others used that address', async () => {
    const { user, email } = await stealAccount();
    const { id } = await seedUser(api.pool, { email: `stranger-${user.email}`, isVerified: false });
    await api.pool.query(sql.typeAlias('void')`
      update users set email = ${user.email}, created_at = now() - interval '8 days' where id = ${id}
    `);
    expect(await api.pool.transaction(async (transaction) => await deleteUnverifiedUsers(transaction))).toBe(1);
    const other = await seedUser(api.pool, { email: `second-${user.email}` });
    await api.pool.query(
      sql.typeAlias(
        'void',
      )`update users set email = ${user.email}, disabled_at = now(), deletion_requested_at = now() where id = ${other.id}`,
    );
    await api.pool.transaction(
      async (transaction) => await deleteUser(transaction, api.encryption, { userId: other.id, email: user.email }),
    );
    await expect(run('lock', user.email)).resolves.toContain(`The account ${user.id} (${email}) is locked`);
  });

  test('attack 36: keeps an account locked when its owner undoes the address change', async () => {
    const { user, email } = await stealAccount();
    await run('lock', email);
    const stop = await readMailToken(api.pool, api.encryption, { to: user.email, kind: 'change-requested' });
    const { message } = await api.client().data(stopAddressChange, { body: { token: stop } });
    expect(message).toContain('Nobody can sign in until we unlock it');
    expect(await findUser(api.pool, user.id)).toMatchObject({ email: user.email, disabledAt: expect.any(Date) });
  });

  test('attack 37: refuses to grant a role to an unverified address', async () => {
    const user = await seedUser(api.pool, { isVerified: false });
    const grant = async () =>
      await executeCommand(api.config.databaseUrl, parseCommand(['grant', user.email, 'superadmin']));
    await expect(grant()).rejects.toThrow(`${user.email} has not been verified.`);
    await api.pool.query(sql.typeAlias('void')`update users set email_verified_at = now() where id = ${user.id}`);
    expect(await grant()).toBe(`${user.email} is now superadmin.`);
  });

  test('refuses an address without an account', async () => {
    const command = parseCommand(['grant', 'nobody@harborline.test', 'admin']);
    await expect(executeCommand(api.config.databaseUrl, command)).rejects.toThrow(
      'There is no account with the address',
    );
  });

  test.each([
    [[]],
    [['grant']],
    [['grant', 'a@b.test']],
    [['grant', 'a@b.test', 'king']],
    [['reset-factors']],
    [['reset-factors', 'a@b.test', 'admin']],
    [['lock']],
    [['lock', 'a@b.test', 'b@b.test']],
    [['lock', 'no-address']],
    [['unlock', 'a@b.test']],
    [['unlock', 'a@b.test', 'no-address']],
    [['unlock', 'a@b.test', 'b@b.test', 'c@b.test']],
    [['make', 'a@b.test', 'admin']],
  ])('shows its usage for %j', (words: string[]) => {
    expect(() => parseCommand(words)).toThrow('Usage: npm run admin');
  });

  test('reports an invalid address', () => {
    expect(() => parseCommand(['grant', 'not-an-address', 'admin'])).toThrow(
      '"not-an-address" is not an email address',
    );
  });
});
