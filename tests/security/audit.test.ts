import { createHash } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { signInEmail } from '#contract/auth.ts';
import { AUDIT_IP_DAYS } from '#contract/limits.ts';
import { addObjection } from '#contract/objections.ts';
import { insertAuditEntry } from '#db/queries/audit-log.ts';
import { forgetAuditAddresses } from '#db/queries/upkeep.ts';
import { sql } from '#db/sql.ts';
import { openTestApi, startApi } from '#tests/support/api.ts';
import { PASSWORD, seedUser, seedWhitelistEntry, signIn } from '#tests/support/builders.ts';
import { listEndpoints, nameOf } from '#tests/support/contract.ts';
import { getBotToken, signInWithGoogle } from '#tests/support/google-sign-in.ts';
import type { CallOptions } from '#tests/support/http-client.ts';

const api = await openTestApi();

const auditRow = z.object({
  actorUserId: z.uuid().nullable(),
  action: z.string(),
  subject: z.string(),
  details: z.record(z.string(), z.unknown()),
});
type AuditRow = z.infer<typeof auditRow>;

/** Runs an action. Returns the entries that it added to the log. */
async function recordedBy(act: () => Promise<unknown>): Promise<AuditRow[]> {
  const list = async () =>
    await api.pool.any(sql.type(auditRow)`
      select actor_user_id as "actorUserId", action, subject, details from audit_log order by id
    `);
  const before = await list();
  await act();
  return (await list()).slice(before.length);
}

/** Every change an admin can make. A new one fails below until it is listed here. */
const adminActs: Record<string, () => Promise<CallOptions>> = {
  'POST /admin/whitelist': async () => ({ body: { email: 'one@brightwater.test' } }),
  'POST /admin/whitelist/bulk': async () => ({ body: { emails: ['two@brightwater.test'] } }),
  'DELETE /admin/whitelist/:id': async () => {
    await seedWhitelistEntry(api.pool, { email: 'three@brightwater.test' });
    const { id } = await api.pool.one(sql.typeAlias('id')`
      select id from whitelist_entries where email = 'three@brightwater.test'
    `);
    return { params: { id } };
  },
  'POST /admin/objections': async () => ({ body: { email: 'one@northpeak.test' } }),
  'DELETE /admin/objections/:id': async () => {
    const { client } = await api.newUser({ role: 'admin' });
    const { objection } = await client.data(addObjection, { body: { email: 'two@northpeak.test' } });
    return { params: { id: objection.id } };
  },
};

const changes = (await listEndpoints()).filter(({ access, method }) => access === 'admin' && method !== 'get');

test('attack 33: every admin change is covered', () => {
  expect(changes.map(nameOf).toSorted()).toEqual(Object.keys(adminActs).toSorted());
});

test.each(changes.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  "attack 33: %s is logged with the admin's id",
  async (name, endpoint) => {
    const admin = await seedUser(api.pool, { role: 'admin' });
    const client = await signIn(api.client(), admin);
    const options = await adminActs[name]?.();
    const rows = await recordedBy(async () => expect((await client.call(endpoint, options)).status).toBe(200));
    expect(rows).toMatchObject([{ actorUserId: admin.id, action: expect.stringMatching(/^[a-z]+\.[a-z]+$/) }]);
  },
);

describe('a refused sign-in', () => {
  const withPassword = async (email: string, password: string, headers: Record<string, string> = {}) =>
    await api.client().call(signInEmail, { body: { email, password }, headers });

  test.each([
    ['a wrong password', 'password', {}, 'wrong password'],
    ['an unverified address', 'address_unverified', { isVerified: false }, PASSWORD],
  ])('attack 33: is logged for %s', async (_, reason, user, password) => {
    const { id, email } = await seedUser(api.pool, user);
    expect(await recordedBy(() => withPassword(email, password))).toEqual([
      { actorUserId: null, action: 'sign-in.refused', subject: `user:${id}`, details: { reason } },
    ]);
  });

  test('attack 33: is logged for an unknown address without recording it', async () => {
    const rows = await recordedBy(() => withPassword('nobody@brightwater.test', PASSWORD));
    expect(rows).toMatchObject([{ action: 'sign-in.refused', details: { reason: 'password' } }]);
    expect(rows[0]?.subject).toMatch(/^address:[\da-f]{32}$/);
  });

  test('attack 33: is logged for closed accounts and for users on the admin form', async () => {
    const [closed, user] = [await seedUser(api.pool), await seedUser(api.pool)];
    await api.pool.query(sql.typeAlias('void')`update users set disabled_at = now() where id = ${closed.id}`);
    expect(await recordedBy(() => withPassword(closed.email, PASSWORD))).toMatchObject([
      { subject: `user:${closed.id}`, details: { reason: 'account_disabled' } },
    ]);
    const headers = { 'X-Admin-Login': 'true', 'X-Turnstile-Token': await getBotToken(api, 'admin') };
    expect(await recordedBy(() => withPassword(user.email, PASSWORD, headers))).toMatchObject([
      { subject: `user:${user.id}`, details: { reason: 'not_admin' } },
    ]);
  });

  test("attack 33: is logged even beyond the account's rate limit", async () => {
    const strict = await startApi({ RATE_LIMIT_ACCOUNT: '1/900' });
    onTestFinished(strict.close);
    const { id, email } = await seedUser(strict.pool);
    const body = { email, password: 'wrong password' };
    const statuses = [];
    for (let tries = 0; tries < 2; tries += 1)
      statuses.push((await strict.client().call(signInEmail, { body })).status);
    expect(statuses).toEqual([401, 429]);
    const reason = z.object({ reason: z.string() });
    expect(
      await strict.pool.any(sql.type(reason)`
        select details ->> 'reason' as reason from audit_log where subject = ${`user:${id}`} order by id
      `),
    ).toEqual([{ reason: 'password' }, { reason: 'too_many_tries' }]);
  });

  test('attack 33: is logged when it comes through Google', async () => {
    const email = 'squatted@brightwater.test';
    await api.sandbox.control(api.sandbox.google, '/accounts', { email, name: 'Noa Reyes' });
    await seedUser(api.pool, { email, isVerified: false });
    expect(await recordedBy(() => signInWithGoogle(api, api.client(), email))).toMatchObject([
      { action: 'sign-in.refused', details: { reason: 'account_unverified' } },
    ]);
  });
});

test("attack 33: an admin's sign-in through the admin form is logged", async () => {
  const { id, email } = await seedUser(api.pool, { role: 'admin' });
  const headers = { 'X-Admin-Login': 'true', 'X-Turnstile-Token': await getBotToken(api, 'admin') };
  const rows = await recordedBy(() => api.client().data(signInEmail, { body: { email, password: PASSWORD }, headers }));
  expect(rows).toEqual([{ actorUserId: id, action: 'sign-in.admin', subject: `user:${id}`, details: {} }]);
});

test('attack 55: a sign-in with a password is logged', async () => {
  const { id, email } = await seedUser(api.pool);
  const rows = await recordedBy(() => api.client().data(signInEmail, { body: { email, password: PASSWORD } }));
  expect(rows).toEqual([{ actorUserId: id, action: 'sign-in.password', subject: `user:${id}`, details: {} }]);
});

test('attack 55: unknown addresses are logged as keyed hashes, not plain ones', async () => {
  const email = 'somebody@brightwater.test';
  const refused = () => recordedBy(() => api.client().call(signInEmail, { body: { email, password: PASSWORD } }));
  const [[first], [second]] = [await refused(), await refused()];
  expect(first?.subject).toMatch(/^address:[\da-f]{32}$/);
  expect(second?.subject).toBe(first?.subject);
  expect(first?.subject).not.toBe(`address:${createHash('sha256').update(email).digest('hex').slice(0, 32)}`);
});

test('attack 55: IP addresses are removed from the log after 90 days', async () => {
  const entry = (age: string) => sql.typeAlias('void')`
    insert into audit_log (at, action, subject, ip) values (now() - ${age}::interval, ${`test.${age.split(' ')[0]}`}, 'user:x', '192.0.2.1')
  `;
  for (const age of ['89 days', '91 days']) await api.pool.query(entry(age));
  expect(await forgetAuditAddresses(api.pool, AUDIT_IP_DAYS)).toBe(1);
  const rows = await api.pool.any(sql.type(z.object({ action: z.string(), ip: z.string().nullable() }))`
    select action, ip from audit_log where action in ('test.89', 'test.91') order by action
  `);
  expect(rows).toEqual([
    { action: 'test.89', ip: '192.0.2.1' },
    { action: 'test.91', ip: null },
  ]);
});

describe('the audit log', () => {
  test("attack 33: cannot be changed or emptied by the product's database role", async () => {
    const denied = { code: '42501' };
    await insertAuditEntry(api.pool, { actorUserId: null, action: 'test', subject: 'user:x', ip: null });
    for (const statement of [
      sql.typeAlias('void')`update audit_log set action = 'nothing'`,
      sql.typeAlias('void')`delete from audit_log`,
      sql.typeAlias('void')`truncate audit_log`,
      sql.typeAlias('void')`drop table audit_log`,
      sql.typeAlias('void')`alter table audit_log disable row level security`,
    ]) {
      await expect(api.pool.query(statement)).rejects.toMatchObject(denied);
    }
  });
});
