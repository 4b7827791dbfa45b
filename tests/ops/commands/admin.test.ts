import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { getSession } from '#contract/auth.ts';
import { sql } from '#db/sql.ts';
import { executeCommand, parseCommand } from '#ops/commands/admin.ts';
import { openTestApi } from '#tests/support/api.ts';
import { seedUser, signIn } from '#tests/support/builders.ts';
import { addAuthenticatorApp } from '#tests/support/second-factor.ts';

const api = await openTestApi();

describe('npm run admin', () => {
  test('grants and revokes roles from the next request on and logs both', async () => {
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

  test('attack 37: grants nothing to an address that anyone may have signed up with', async () => {
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
    [['make', 'a@b.test', 'admin']],
  ])('shows its usage for %j', (words: string[]) => {
    expect(() => parseCommand(words)).toThrow('Usage: npm run admin');
  });

  test('names an invalid address', () => {
    expect(() => parseCommand(['grant', 'not-an-address', 'admin'])).toThrow(
      '"not-an-address" is not an email address',
    );
  });
});
