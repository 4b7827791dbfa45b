import { beforeEach, describe, expect, test } from 'vitest';
import { countUsage, refundUsage, reserveUsage, settleUsage } from '#db/queries/usage-entries.ts';
import { seedUser } from '#tests/support/builders.ts';
import { openTestPool } from '#tests/support/test-pool.ts';

let userId: string;

const pool = await openTestPool();
beforeEach(async () => {
  userId = (await seedUser(pool)).id;
});

const periodStart = new Date(Date.now() - 86_400_000);
const key = (reference: string) => ({ userId, kind: 'research', reference }) as const;
const reserve = (reference: string, limit: number) =>
  pool.transaction((transaction) => reserveUsage(transaction, key(reference), { limit, periodStart }));
const used = () => countUsage(pool, { userId, kind: 'research', periodStart });

describe('a quota', () => {
  test('counts a settled unit even after a refund', async () => {
    await reserve('m:0', 1);
    await settleUsage(pool, key('m:0'));
    await refundUsage(pool, key('m:0'));
    expect(await used()).toBe(1);
    expect(await reserve('m:1', 1)).toBe(false);
  });

  test('gets back units reserved for a request’s further runs, but not those of another request', async () => {
    for (const reference of ['m:1', 'm:1:1', 'm:10']) await reserve(reference, 3);
    await settleUsage(pool, key('m:1'));
    await refundUsage(pool, key('m:1'));
    expect(await used()).toBe(2);
    expect(await reserve('m:1:1', 3)).toBe(true);
    expect(await reserve('m:2', 3)).toBe(false);
  });

  test('counts a unit settled after its refund', async () => {
    await reserve('m:0', 1);
    await refundUsage(pool, key('m:0'));
    await settleUsage(pool, key('m:0'));
    expect(await used()).toBe(1);
  });
});
