import { afterAll, expect, test } from 'vitest';
import * as z from 'zod';
import { openPool } from '#db/pool.ts';
import { insertRestore } from '#db/queries/restores.ts';
import { sql } from '#db/sql.ts';
import { latestDigest } from '#domain/digest-schedule.ts';
import { storeUnknownDigests } from '#ops/commands/store-unknown-digests.ts';
import { seedMeeting, seedUser } from '#tests/support/builders.ts';
import { createDatabase } from '#tests/support/services.ts';
import { queueNotices } from '#workers/billing/queue-notices.ts';

const database = await createDatabase();
const pool = await openPool(database.databaseUrl);
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const MINUTE_MS = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS);

test('billing emails from the time lost in a restore are stored as unknown, not resent', async () => {
  const { id: userId } = await seedUser(pool);
  await pool.transaction((transaction) => insertRestore(transaction, { from: ago(10), until: ago(3) }));
  const receipt = (key: string, at: Date) =>
    ({ kind: 'receipt', key, at, amountCents: 1000, currency: 'usd', paidAt: at }) as const;
  await queueNotices(pool, userId, [receipt('before', ago(20)), receipt('lost', ago(5)), receipt('since', ago(1))]);
  const stored = sql.type(z.object({ key: z.string(), state: z.string(), queued: z.boolean() }))`
    select mail_key as key, state,
      exists (select from outbox where message ->> 'emailId' = emails.id::text) as queued
    from emails where user_id = ${userId} order by mail_key
  `;
  expect(await pool.any(stored)).toEqual([
    { key: 'before', state: 'queued', queued: true },
    { key: 'lost', state: 'unknown', queued: false },
    { key: 'since', state: 'queued', queued: true },
  ]);
});

test('a digest due in the time lost in a restore is stored as unknown, once', async () => {
  const { id: userId } = await seedUser(pool);
  await pool.query(sql.typeAlias('void')`
    update users set briefing_digest = true, timezone = 'UTC' where id = ${userId}
  `);
  const { at, from, date } = latestDigest({ quietHours: null, timezone: 'UTC' }, new Date());
  await seedMeeting(pool, { userId, startsInMinutes: (from.getTime() - Date.now()) / MINUTE_MS + 60 });
  const store = (from: Date, until: Date) =>
    pool.transaction((transaction) => storeUnknownDigests(transaction, { from, until }));
  const around = (minutes: number) => new Date(at.getTime() + minutes * MINUTE_MS);
  expect([await store(around(1), new Date()), await store(around(-9), around(-1))]).toEqual([0, 0]);
  expect([await store(at, new Date()), await store(at, new Date())]).toEqual([1, 0]);
  const states = sql.type(z.object({ state: z.string() }))`
    select state from emails where mail_key = ${`digest:${userId}:${date}`}
  `;
  expect(await pool.anyFirst(states)).toEqual(['unknown']);
});
