import { expect, test } from 'vitest';
import { deleteAccount } from '#contract/account.ts';
import { sql } from '#db/sql.ts';
import { openTestApi } from '#tests/support/api.ts';

const api = await openTestApi();

async function readAgeS(): Promise<number> {
  const text = await (await fetch(`${api.url}/metrics`)).text();
  return Number(/^foreword_deletions_oldest_age(?:\{.*\})? (\S+)$/m.exec(text)?.[1]);
}

test('attack 46: metrics show the age of a deletion until the address in its email is erased', async () => {
  expect(await readAgeS()).toBe(0);
  const { user, client } = await api.newUser();
  await client.data(deleteAccount, { body: {} });
  await api.pool.query(sql.typeAlias('void')`
    update users set deletion_requested_at = now() - interval '2 hours' where id = ${user.id}
  `);
  expect(await readAgeS()).toBeCloseTo(7200, -2);

  // The workflow was lost after it deleted the rows.
  await api.pool.query(sql.typeAlias('void')`delete from users where id = ${user.id}`);
  await api.pool.query(sql.typeAlias('void')`
    update emails set created_at = now() - interval '3 hours' where kind = 'account-deleted'
  `);
  expect(await readAgeS()).toBeCloseTo(10_800, -2);
  await api.pool.query(sql.typeAlias('void')`update emails set to_address = '' where kind = 'account-deleted'`);
  expect(await readAgeS()).toBe(0);
});
