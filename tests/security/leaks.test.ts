import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { createClient } from 'redis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { signInEmail } from '#api/contract/auth.ts';
import { connectCalendar } from '#api/contract/calendar.ts';
import { triggerResearch } from '#api/contract/research.ts';
import { insertAuditEntry } from '#db/queries/audit-log.ts';
import { sql } from '#db/sql.ts';
import { startApi, type TestApi } from '#tests/support/api.ts';
import { PASSWORD, seedUser, signIn } from '#tests/support/builders.ts';
import { consentToCalendar } from '#tests/support/google-sign-in.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => {
  await api.close();
});

describe('a database error', () => {
  test('is a plain 500 with the request id, and nothing of the error', async () => {
    const client = await signIn(api.client(), await seedUser(api.pool));
    const owner = new Client({ connectionString: api.database.ownerUrl });
    await owner.connect();
    await owner.query('alter table meetings rename to meetings_gone');
    const answer = await client.call(triggerResearch, { body: { meetingId: crypto.randomUUID() } });
    await owner.query('alter table meetings_gone rename to meetings');
    await owner.end();
    expect(answer.status).toBe(500);
    expect(answer.body).toEqual({
      success: false,
      message: 'Something went wrong on our side. Please try again.',
      error: 'Something went wrong on our side. Please try again.',
      code: 'INTERNAL',
      requestId: answer.headers.get('x-request-id'),
    });
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
  });
});

describe('the audit log', () => {
  test('cannot be changed or emptied by the role the product uses', async () => {
    const denied = { code: '42501' };
    await insertAuditEntry(api.pool, { actorUserId: null, action: 'test', subject: 'user:x', ip: null });
    await expect(api.pool.query(sql.typeAlias('void')`update audit_log set action = 'nothing'`)).rejects.toMatchObject(
      denied,
    );
    await expect(api.pool.query(sql.typeAlias('void')`delete from audit_log`)).rejects.toMatchObject(denied);
    await expect(api.pool.query(sql.typeAlias('void')`truncate audit_log`)).rejects.toMatchObject(denied);
  });
});

describe('secrets at rest', () => {
  test('the refresh token stands in no row and no Redis value as it came from Google', async () => {
    const user = await seedUser(api.pool);
    const client = await signIn(api.client(), user);
    const consent = await consentToCalendar(client, 'sam@harborline.test');
    await client.data(connectCalendar, { body: { provider: 'google', ...consent } });
    const envelope = await api.pool.oneFirst(sql.type(z.object({ token: z.string() }))`
      select refresh_token as token from calendar_integrations where user_id = ${user.id}
    `);
    const token = api.encryption.decrypt(envelope, `${user.id}:google`);
    expect(() => api.encryption.decrypt(envelope, `${crypto.randomUUID()}:google`)).toThrow('authenticate');
    const dump = await dumpEverything();
    expect(dump).toContain(envelope);
    for (const secret of [token, PASSWORD, consent.authCode]) expect(dump).not.toContain(secret);
  });
});

describe('what a session can be talked into', () => {
  test('no field beyond the described ones is taken', async () => {
    const user = await seedUser(api.pool);
    const body = { email: user.email, password: PASSWORD, role: 'admin', emailVerified: true, plan: 'Research' };
    expect((await api.client().call(signInEmail, { body })).status).toBe(400);
  });

  test('a secret of the wrong size or a random cookie is nobody', async () => {
    const client = api.client();
    client.cookies.set(api.config.sessionCookie, randomBytes(40).toString('hex'));
    expect((await client.request('GET', '/api/users/profile')).status).toBe(401);
  });
});

/** Every row of every table, and every value in Redis, as text. */
async function dumpEverything(): Promise<string> {
  const tables = await api.pool.anyFirst(sql.type(z.object({ name: z.string() }))`
    select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('migrations', 'pgmigrations')
  `);
  const rows = await Promise.all(
    tables.map((name) =>
      api.pool.anyFirst(sql.type(z.object({ row: z.string() }))`
        select t::text as row from ${sql.identifier([name])} as t
      `),
    ),
  );
  const redis = createClient({ url: api.config.redisUrl });
  await redis.connect();
  const values: string[] = [];
  for (const key of await redis.keys('*')) {
    const type = await redis.type(key);
    values.push(key, JSON.stringify(type === 'hash' ? await redis.hGetAll(key) : await redis.get(key)));
  }
  redis.destroy();
  return JSON.stringify([rows, values]);
}
