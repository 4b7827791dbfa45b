import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import * as z from 'zod';
import { openPool } from '#db/pool.ts';
import { sql } from '#db/sql.ts';
import { findCustomers } from '#ops/commands/find-customers.ts';
import { createStripePayments } from '#providers/payments/stripe.ts';
import { seedUser } from '#tests/support/builders.ts';
import { startSandbox } from '#tests/support/sandbox.ts';
import { createDatabase } from '#tests/support/services.ts';

const [database, sandbox] = await Promise.all([createDatabase(), startSandbox()]);
const pool = await openPool(database.databaseUrl);
afterAll(async () => {
  await pool.end();
  await Promise.all([database.drop(), sandbox.close()]);
});

test('customers lost in a restore are added and refreshed, or reported if their user is lost too', async () => {
  const payments = createStripePayments({ secretKey: 'sk_test_sandbox', baseUrl: sandbox.stripe.url, retries: 0 });
  const user = await seedUser(pool);
  const lost = randomUUID();
  const create = (userId: string, email: string) => payments.createCustomer({ userId, email, replaces: null });
  const [own, unknown] = [await create(user.id, user.email), await create(lost, `${lost}@harborline.test`)];

  const { added, unclear } = await findCustomers(pool, payments);
  expect(added).toBe(1);
  expect(unclear).toContain(`${unknown}: of user ${lost}, whom the database lacks`);
  const row = z.object({ id: z.string(), queued: z.number() });
  const stored = sql.type(row)`
    select provider_customer_id as id,
      (select count(*)::int from outbox where message ->> 'workflow' = 'subscription' and message ->> 'userId' = user_id::text) as queued
    from payment_customers where user_id = ${user.id}
  `;
  expect(await pool.one(stored)).toEqual({ id: own, queued: 1 });
  expect(await findCustomers(pool, payments)).toMatchObject({ added: 0 });
});
