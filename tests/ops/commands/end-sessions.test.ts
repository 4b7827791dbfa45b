import type { DatabasePool } from 'slonik';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { forgetPassword, getSession, resetPassword } from '#contract/auth.ts';
import { sql } from '#db/sql.ts';
import { endSessions } from '#ops/commands/end-sessions.ts';
import { openTestApi } from '#tests/support/api.ts';
import { readMailToken, seedUser, signIn } from '#tests/support/builders.ts';

const api = await openTestApi();

test('an operator ends the sessions of one account or of all, and each is logged', async () => {
  const [one, other] = [await seedUser(api.pool), await seedUser(api.pool)];
  const [phone, desk, third] = await Promise.all([one, one, other].map((user) => signIn(api.client(), user)));
  const isIn = async (client = phone) => (await client?.data(getSession))?.user !== null;
  expect(await endSessions(api.pool, one.email)).toEqual({ accounts: 1, failures: [] });
  expect([await isIn(phone), await isIn(desk), await isIn(third)]).toEqual([false, false, true]);
  expect(await endSessions(api.pool, null)).toEqual({ accounts: 1, failures: [] });
  expect(await isIn(third)).toBe(false);
  const log = await api.pool.any(sql.type(z.object({ subject: z.string() }))`
    select subject from audit_log where action = 'sessions.revoked' and details ->> 'by' = 'command line' order by id
  `);
  expect(log.map(({ subject }) => subject)).toEqual([one, other].map(({ id }) => `user:${id}`));
  await expect(endSessions(api.pool, 'nobody@harborline.test')).rejects.toThrow('There is no account');
  expect(await isIn(await signIn(api.client(), one))).toBe(true);
});

test('ending all sessions skips and reports accounts that fail', async () => {
  await endSessions(api.pool, null);
  const users = [await seedUser(api.pool), await seedUser(api.pool), await seedUser(api.pool)];
  const browsers = await Promise.all(users.map((user) => signIn(api.client(), user)));
  let calls = 0;
  const failing: DatabasePool = Object.assign(Object.create(api.pool), {
    transaction: (...work: Parameters<DatabasePool['transaction']>) => {
      calls += 1;
      return calls === 2 ? Promise.reject(new Error('the row is locked')) : api.pool.transaction(...work);
    },
  });
  const failures = [expect.stringMatching(/^user [\w-]{36}: the row is locked$/)];
  expect(await endSessions(failing, null)).toEqual({ accounts: 2, failures });
  const signedIn = await Promise.all(browsers.map(async (browser) => (await browser.data(getSession)).user !== null));
  expect(signedIn.filter(Boolean)).toHaveLength(1);
});

test('ending all sessions also voids the emailed links of accounts without sessions', async () => {
  const user = await seedUser(api.pool);
  await api.client().data(forgetPassword, { body: { email: user.email } });
  const token = await readMailToken(api.pool, api.encryption, { to: user.email, kind: 'reset-password' });
  await endSessions(api.pool, null);
  const { status } = await api
    .client()
    .call(resetPassword, { body: { token, newPassword: 'a new and longer password' } });
  expect(status).toBe(400);
});
