import { expect, test } from 'vitest';
import { listAuditLog } from '#contract/admin.ts';
import { addToWhitelist } from '#contract/admin-whitelist.ts';
import { openTestApi } from '#tests/support/api.ts';
import { seedUser, signIn } from '#tests/support/builders.ts';

const api = await openTestApi();

test('GET /admin/audit-log returns every entry once across pages, newest first, during writes', async () => {
  const admin = await seedUser(api.pool, { role: 'admin' });
  const client = await signIn(api.client(), admin);
  const add = (index: number) => client.data(addToWhitelist, { body: { email: `log${index}@brightwater.test` } });
  for (let index = 0; index < 5; index += 1) await add(index);

  const first = await client.data(listAuditLog, { query: { limit: '3' } });
  await add(5);
  const second = await client.data(listAuditLog, { query: { limit: '3', cursor: first.nextCursor ?? '' } });
  expect([...first.entries, ...second.entries].map(({ subjectEmail }) => subjectEmail)).toEqual([
    ...[4, 3, 2, 1, 0].map((index) => `log${index}@brightwater.test`),
    admin.email,
  ]);
  expect(second.nextCursor).toBeNull();
  expect(first.entries[0]).toMatchObject({
    action: 'whitelist.added',
    actor: { name: 'Robin Vale', email: admin.email },
    ip: expect.any(String),
    details: { entryId: expect.any(String) },
  });
});

test('GET /admin/audit-log refuses malformed cursors; unknown ones return nothing', async () => {
  const { client } = await api.newUser({ role: 'superadmin' });
  expect((await client.call(listAuditLog, { query: { cursor: 'nonsense' } })).status).toBe(400);
  const unknown = await client.data(listAuditLog, { query: { cursor: crypto.randomUUID() } });
  expect(unknown).toEqual({ entries: [], nextCursor: null });
});
