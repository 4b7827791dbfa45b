import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { deleteAccount, deleteUser } from '#contract/account.ts';
import { forgetPassword, resetPassword, signInEmail } from '#contract/auth.ts';
import { connectCalendar } from '#contract/calendar.ts';
import { getProfile } from '#contract/users.ts';
import { sql } from '#db/sql.ts';
import { openTestApi, type TestApi } from '#tests/support/api.ts';
import {
  listOutbox,
  PASSWORD,
  readMailToken,
  type SeededUser,
  seedCalendar,
  seedUser,
  signIn,
} from '#tests/support/builders.ts';
import { consentToCalendar } from '#tests/support/google-sign-in.ts';
import { countWaiting, startWaiting, whileRowLocked } from '#tests/support/locks.ts';

const api = await openTestApi();

const statusOf = async (client: ReturnType<TestApi['client']>) => (await client.call(getProfile)).status;

const mailRow = z.object({ id: z.uuid(), kind: z.string(), state: z.string(), secret: z.string().nullable() });
async function mailsTo({ email }: SeededUser) {
  return await api.pool.any(sql.type(mailRow)`
    select id, kind, state, secret from emails where to_address = ${email} order by id
  `);
}

async function auditOf({ id }: SeededUser): Promise<readonly string[]> {
  return await api.pool.anyFirst(sql.type(z.object({ action: z.string() }))`
    select action from audit_log where actor_user_id = ${id} and action like 'account.%'
  `);
}

describe.each([
  ['DELETE /users/account [7.14]', deleteAccount],
  ['POST /auth/delete-user [7.10]', deleteUser],
])('%s', (_, endpoint) => {
  test('closes the account: ends sessions, suppresses queued email, requests deletion', async () => {
    const { user, client } = await api.newUser();
    const elsewhere = await signIn(api.client(), user);
    const stolen = api.client(client);
    await api.client().data(forgetPassword, { body: { email: user.email } });

    const answer = await client.call(endpoint, { body: {} });
    expect([answer.status, answer.body.success]).toEqual([200, true]);
    expect(client.cookies.size).toBe(0);
    expect([await statusOf(client), await statusOf(elsewhere), await statusOf(stolen)]).toEqual([401, 401, 401]);

    const [device, reset, notice, ...others] = await mailsTo(user);
    expect(device).toMatchObject({ kind: 'new-device', state: 'suppressed' });
    expect(reset).toMatchObject({ kind: 'reset-password', state: 'suppressed', secret: null });
    expect(notice).toMatchObject({ kind: 'account-deleted', state: 'queued' });
    expect(others).toEqual([]);
    expect(await listOutbox(api.pool, user.id)).toEqual([
      { workflow: 'account-deletion', userId: user.id, noticeId: notice?.id },
    ]);
    expect(await auditOf(user)).toEqual(['account.deletion_requested']);
  });

  test('closes the account once under ten concurrent requests', async () => {
    const { user, client } = await api.newUser();
    const answers = await Promise.all(Array.from({ length: 10 }, () => client.call(endpoint, { body: {} })));
    expect(answers.every(({ status }) => status === 200 || status === 401)).toBe(true);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect(await mailsTo(user)).toHaveLength(1);
    expect(await listOutbox(api.pool, user.id)).toHaveLength(1);
    expect(await auditOf(user)).toHaveLength(1);
  });

  test('works without a subscription or body and affects only the caller', async () => {
    const user = await seedUser(api.pool, { isWhitelisted: false });
    const { user: stranger, client: other } = await api.newUser();
    const client = await signIn(api.client(), user);
    expect((await api.client().call(endpoint, { body: {} })).status).toBe(401);
    expect((await client.call(endpoint, { body: { userId: stranger.id } })).status).toBe(400);
    expect(await statusOf(client)).toBe(200);
    expect((await client.call(endpoint)).status).toBe(200);
    expect([await statusOf(client), await statusOf(other)]).toEqual([401, 200]);
    expect(await listOutbox(api.pool, stranger.id)).toEqual([]);
  });
});

test('closing an account takes locks in the same order as a sync, so the two cannot deadlock', async () => {
  const { user, client } = await api.newUser();
  await seedCalendar(api.pool, { userId: user.id, encryption: api.encryption });
  const sync = new Client({ connectionString: api.database.ownerUrl });
  await sync.connect();
  try {
    await sync.query('begin');
    await sync.query('select from calendar_integrations where user_id = $1 for update', [user.id]);
    const closing = client.call(deleteAccount, { body: {} });
    await expect.poll(() => countWaiting(api.pool), { interval: 20 }).toBe(1);
    const locking = sync.query('select from users where id = $1 for no key update nowait', [user.id]);
    await expect(locking).resolves.toMatchObject({ rowCount: 1 });
    await sync.query('commit');
    expect((await closing).status).toBe(200);
  } finally {
    await sync.end();
  }
});

describe('a closed account', () => {
  test('accepts neither its password nor an earlier reset link, and is not emailed a new one', async () => {
    const { user, client } = await api.newUser();
    await api.client().data(forgetPassword, { body: { email: user.email } });
    const token = await readMailToken(api.pool, api.encryption, { to: user.email, kind: 'reset-password' });
    await client.data(deleteAccount, { body: {} });

    const newPassword = 'a new and longer password';
    expect((await api.client().call(resetPassword, { body: { token, newPassword } })).status).toBe(400);
    for (const password of [PASSWORD, newPassword]) {
      const answer = await api.client().call(signInEmail, { body: { email: user.email, password } });
      expect([answer.status, answer.body.message]).toEqual([401, 'Invalid email or password.']);
    }
    await api.client().data(forgetPassword, { body: { email: user.email } });
    expect((await mailsTo(user)).filter(({ state }) => state === 'queued')).toHaveLength(1);
  });

  test('is disconnected from its calendar but keeps the grant for a later revocation', async () => {
    const { user, client } = await api.newUser();
    await seedCalendar(api.pool, { userId: user.id, encryption: api.encryption, refreshToken: 'the grant' });
    await client.data(deleteAccount, { body: {} });
    const row = z.object({ status: z.string(), token: z.string(), accessToken: z.null() });
    const { status, token } = await api.pool.one(sql.type(row)`
      select status, refresh_token as token, access_token as "accessToken" from calendar_integrations where user_id = ${user.id}
    `);
    expect(status).toBe('disconnected');
    expect(api.encryption.decrypt(token, `${user.id}:google`)).toBe('the grant');
  });

  test('does not get a calendar from a connection in progress when it closed', async () => {
    const { user, client } = await api.newUser();
    const consent = await consentToCalendar(client, 'sam@harborline.test');
    // Both are admitted while the account is open. The deletion goes first, since it was waiting first.
    const started = await whileRowLocked(api.database, { table: 'users', id: user.id }, () =>
      startWaiting(api.pool, [
        () => client.call(deleteAccount, { body: {} }),
        () => client.call(connectCalendar, { body: { provider: 'google', ...consent } }),
      ]),
    );
    expect(await Promise.all(started)).toEqual([200, 401]);
    const integrations = await api.pool.any(sql.typeAlias('id')`
      select id from calendar_integrations where user_id = ${user.id}
    `);
    expect(integrations).toEqual([]);
    expect(await listOutbox(api.pool, user.id)).toHaveLength(1);
  });
});

test("an account's audit log cannot be pseudonymized without a deletion request", async () => {
  const { user } = await api.newUser();
  const call = api.pool.query(sql.typeAlias('id')`select pseudonymise_audit_log(${user.id}) as id`);
  await expect(call).rejects.toMatchObject({ code: 'P0001' });
});
