import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { journalFactors } from '#db/queries/factors.ts';
import { replaceRecoveryCodes, takeRecoveryCode } from '#db/queries/recovery-codes.ts';
import { sql } from '#db/sql.ts';
import { seedUser } from '#tests/support/builders.ts';
import { countWaiting, whileLocked } from '#tests/support/locks.ts';
import { openTestDatabase } from '#tests/support/test-pool.ts';

const { database, pool } = await openTestDatabase();

test('attack 47: the later of two concurrent factor changes journals both, even without an account lock', async () => {
  const { id: userId } = await seedUser(pool);
  const hashes = [Buffer.from('first'), Buffer.from('second')];
  await pool.transaction(async (transaction) => await replaceRecoveryCodes(transaction, userId, hashes));
  const changes = await whileLocked(database, 'journal_entries', async () => {
    const started = hashes.map((codeHash) =>
      pool.transaction(async (transaction) => {
        await takeRecoveryCode(transaction, { userId, codeHash });
        await journalFactors(transaction, userId);
      }),
    );
    while ((await countWaiting(pool)) < 2) await sleep(10);
    return started;
  });
  await Promise.all(changes);
  const left = await pool.anyFirst(sql.type(z.object({ left: z.number() }))`
    select jsonb_array_length(entry -> 'factors' -> 'recoveryCodes') as left from journal_entries order by id
  `);
  expect(left).toEqual([1, 0]);
});
