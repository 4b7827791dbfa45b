import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { getSession, revokeOtherSessions, revokeSessions, updateUser } from '#contract/auth.ts';
import { getProfile } from '#contract/users.ts';
import { sql } from '#db/sql.ts';
import { openTestApi } from '#tests/support/api.ts';
import { type SeededUser, signIn } from '#tests/support/builders.ts';
import type { HttpClient } from '#tests/support/http-client.ts';

const api = await openTestApi();

const statusOf = async (client: HttpClient) => (await client.call(getProfile)).status;

async function auditOf({ id }: SeededUser): Promise<readonly string[]> {
  const rows = await api.pool.any(sql.type(z.object({ action: z.string() }))`
    select action from audit_log where actor_user_id = ${id} and action like 'sessions.%'
  `);
  return rows.map(({ action }) => action);
}

describe('POST /auth/update-user', () => {
  test('changes the name in both session and profile', async () => {
    const { client } = await api.newUser();
    const { user } = await client.data(updateUser, { body: { name: ' Ada King  Lovelace ' } });
    expect(user.name).toBe('Ada King Lovelace');
    expect((await client.data(getSession)).user).toEqual(user);
    expect((await client.data(getProfile)).user).toMatchObject({ firstName: 'Ada', lastName: 'King Lovelace' });
  });

  test('keeps the family name of a Japanese user first', async () => {
    const { client } = await api.newUser();
    const { user } = await client.data(updateUser, { body: { name: '山田 太郎' } });
    expect(user.name).toBe('山田 太郎');
    expect((await client.data(getProfile)).user).toMatchObject({ firstName: '太郎', lastName: '山田' });
  });

  test.each([
    ['an address', { email: 'ada@evil.test' }],
    ['an empty name', { name: ' ' }],
  ])('refuses %s with 400 and changes nothing', async (_, body) => {
    const { client } = await api.newUser();
    const before = (await client.data(getProfile)).user;
    expect((await client.call(updateUser, { body })).status).toBe(400);
    expect((await client.data(getProfile)).user).toEqual(before);
  });
});

describe('POST /auth/revoke-sessions', () => {
  test("ends all of the user's sessions, including the current one", async () => {
    const { user, client } = await api.newUser();
    const { client: stranger } = await api.newUser();
    const elsewhere = await signIn(api.client(), user);
    const stolen = api.client(client);
    await client.data(revokeSessions, { body: {} });
    expect(client.cookies.size).toBe(0);
    expect([await statusOf(client), await statusOf(elsewhere), await statusOf(stolen)]).toEqual([401, 401, 401]);
    expect(await statusOf(stranger)).toBe(200);
    expect(await auditOf(user)).toEqual(['sessions.revoked']);
  });

  test('handles ten concurrent calls without a server error', async () => {
    const { client } = await api.newUser();
    const answers = await Promise.all(Array.from({ length: 10 }, () => client.call(revokeSessions, { body: {} })));
    expect(answers.every(({ status }) => status === 200 || status === 401)).toBe(true);
    expect(await statusOf(client)).toBe(401);
  });
});

describe('POST /auth/revoke-other-sessions', () => {
  test("ends the user's other sessions only", async () => {
    const { user, client } = await api.newUser();
    const { client: stranger } = await api.newUser();
    const elsewhere = await signIn(api.client(), user);
    await client.data(revokeOtherSessions, { body: {} });
    expect([await statusOf(client), await statusOf(elsewhere), await statusOf(stranger)]).toEqual([200, 401, 200]);
    expect(await auditOf(user)).toEqual(['sessions.others_revoked']);
  });
});
