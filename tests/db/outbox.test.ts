import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { deferOutboxRows, insertOutboxMessages, listDueOutboxRows, type OutboxMessage } from '#db/queries/outbox.ts';
import { sql, type Transaction } from '#db/sql.ts';
import { inSpan, traceContextFrom } from '#telemetry/traces.ts';
import { openTestDatabase } from '#tests/support/test-pool.ts';

const { database, pool } = await openTestDatabase();

/** Inserts a message in its own trace, as a separate request would. */
const announce = (message: OutboxMessage) =>
  inSpan(traceContextFrom(null), { name: 'announce', kind: 'SERVER' }, () =>
    pool.transaction((transaction) => insertOutboxMessages(transaction, [message])),
  );
/** A node of a query plan, with the fields that count rows. `Actual Rows` and `Rows Removed …` are averages per loop. */
type PlanNode = { Plans?: PlanNode[] | undefined; 'Actual Loops': number; [field: string]: unknown };
const planNode: z.ZodType<PlanNode> = z.looseObject({
  'Actual Loops': z.number(),
  get Plans() {
    return z.array(planNode).optional();
  },
});
const explanation = z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: planNode })]) });

/** Counts the rows that a plan's nodes returned or rejected. */
function countRows({ Plans = [], 'Actual Loops': loops, ...fields }: PlanNode): number {
  const perLoop = Object.entries(fields)
    .filter(([name]) => name === 'Actual Rows' || name.startsWith('Rows Removed'))
    .map(([, rows]) => Number(rows));
  return loops * sum(perLoop) + sum(Plans.map(countRows));
}
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

/** Inserts `count` messages, each for a different workflow; the oldest `deferred` wait for an hour. */
const insertMany = (count: number, { deferred }: { deferred: number }) =>
  pool.query(sql.typeAlias('void')`
    insert into outbox (message, next_attempt_at)
    select jsonb_build_object('workflow', 'tomorrow', 'number', number),
      now() + interval '1 hour' * (number <= ${deferred})::integer
    from generate_series(1, ${count}) as number
  `);
const listDue = () => pool.transaction((transaction) => listDueOutboxRows(transaction, 10));

test('a deferred message holds back only later messages of its own workflow', async () => {
  const [userId, otherId] = [randomUUID(), randomUUID()];
  const message = (signal: 'sync' | 'stop') =>
    ({ workflow: 'calendar-sync', userId, provider: 'google', signal }) as const;
  await announce(message('sync'));
  const [first] = await listDue();
  expect(first).toMatchObject({ message: message('sync'), traceparent: expect.stringMatching(/^00-[0-9a-f]{32}-/) });
  await pool.transaction((transaction) => deferOutboxRows(transaction, [{ id: first?.id ?? '', error: 'down' }]));
  // Deferred further, since its one second may pass before the rows are listed.
  await pool.query(sql.typeAlias('void')`
    update outbox set next_attempt_at = next_attempt_at + interval '1 hour'
    where next_attempt_at >= created_at + interval '1 second'
  `);
  await announce(message('stop'));
  await announce({ ...message('sync'), userId: otherId });
  expect((await listDue()).map((row) => row.message)).toEqual([{ ...message('sync'), userId: otherId }]);
});

test('a failing row is retried after 1 s, then after twice as long each time, up to 8 s', async () => {
  await pool.query(sql.typeAlias('void')`delete from outbox`);
  await announce({ workflow: 'send-email', emailId: randomUUID() });
  const [row] = await listDue();
  const delays: number[] = [];
  for (let attempt = 0; attempt < 6; attempt += 1) {
    const delayS = await pool.transaction(async (transaction) => {
      await deferOutboxRows(transaction, [{ id: row?.id ?? '', error: 'down' }]);
      // The same now() as the row's, since now() is fixed per transaction.
      return await transaction.oneFirst(sql.type(z.object({ delayS: z.number() }))`
        select extract(epoch from next_attempt_at - now())::float8 as "delayS" from outbox
      `);
    });
    delays.push(delayS);
  }
  expect(delays).toEqual([1, 2, 4, 8, 8, 8]);
});

test('attack 58: webhook events wait behind emails', async () => {
  await pool.query(sql.typeAlias('void')`delete from outbox`);
  const webhook = { workflow: 'deliver-webhook', deliveryId: randomUUID(), userId: randomUUID() } as const;
  const mail = { workflow: 'send-email', emailId: randomUUID() } as const;
  await announce(webhook);
  await announce(mail);
  expect((await listDue()).map((row) => row.message)).toEqual([mail, webhook]);
});

/** Updates the table's statistics, which only its owner may do. */
async function analyze(): Promise<void> {
  const owner = new Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query('analyze outbox');
  await owner.end();
}

test.each([
  ['of a nearly empty table', () => insertMany(50, { deferred: 0 })],
  [
    'of an outage that deferred many messages of one workflow',
    () =>
      pool.query(sql.typeAlias('void')`
        insert into outbox (message, next_attempt_at)
        select '{"workflow": "tomorrow"}', now() + interval '1 hour' + interval '1 ms' * number
        from generate_series(1, 240) as number
      `),
  ],
])('attack 44: thousands of messages are listed in few passes, even with statistics %s', async (_, insertFormer) => {
  await pool.query(sql.typeAlias('void')`delete from outbox`);
  await insertFormer();
  await analyze();
  await pool.query(sql.typeAlias('void')`delete from outbox`);
  await insertMany(4000, { deferred: 2000 });
  const rowsRead = await pool.transaction(async (transaction) => {
    const counts: number[] = [];
    const explain = async (query: Parameters<Transaction['any']>[0]) => {
      const [{ Plan }] = await transaction.oneFirst(sql.type(explanation)`explain (analyze, format json) ${query}`);
      counts.push(countRows(Plan));
    };
    const explained: Pick<Transaction, 'any' | 'anyFirst'> = {
      any: async (query) => {
        await explain(query);
        return await transaction.any(query);
      },
      anyFirst: async (query) => {
        await explain(query);
        return await transaction.anyFirst(query);
      },
    };
    await listDueOutboxRows({ ...transaction, ...explained }, 50);
    return counts;
  });
  // A few passes over the table at most. Comparing each due row with each deferred one would read 4,000,000.
  expect(rowsRead).toEqual([
    expect.toSatisfy((count: number) => count > 50 && count < 5 * 4000),
    expect.toSatisfy((count: number) => count >= 50 && count < 5 * 4000),
  ]);
});
