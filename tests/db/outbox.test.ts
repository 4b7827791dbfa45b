import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { deferOutboxRows, insertOutboxMessages, listDueOutboxRows, type OutboxMessage } from '#db/queries/outbox.ts';
import { sql } from '#db/sql.ts';
import { inSpan, traceContextFrom } from '#telemetry/traces.ts';
import { openTestPool } from '#tests/support/test-pool.ts';

const pool = await openTestPool();

/** Inserts a message in its own trace, as a separate request would. */
const announce = (message: OutboxMessage) =>
  inSpan(traceContextFrom(null), { name: 'announce', kind: 'SERVER' }, () =>
    pool.transaction((transaction) => insertOutboxMessages(transaction, [message])),
  );
const listDue = () => pool.transaction((transaction) => listDueOutboxRows(transaction, 10));

test('a deferred message holds back later messages of its workflow only', async () => {
  const [userId, otherId] = [randomUUID(), randomUUID()];
  const message = (signal: 'sync' | 'stop') =>
    ({ workflow: 'calendar-sync', userId, provider: 'google', signal }) as const;
  await announce(message('sync'));
  const [first] = await listDue();
  expect(first).toMatchObject({ message: message('sync'), traceparent: expect.stringMatching(/^00-[0-9a-f]{32}-/) });
  await pool.transaction((transaction) => deferOutboxRows(transaction, [{ id: first?.id ?? '', error: 'down' }]));
  await announce(message('stop'));
  await announce({ ...message('sync'), userId: otherId });
  expect((await listDue()).map((row) => row.message)).toEqual([{ ...message('sync'), userId: otherId }]);
});

test('a failing row is retried after 8 s at most, so it recovers soon after an outage', async () => {
  await pool.query(sql.typeAlias('void')`delete from outbox`);
  await announce({ workflow: 'send-email', emailId: randomUUID() });
  const [row] = await listDue();
  const delays: number[] = [];
  for (let attempt = 0; attempt < 6; attempt += 1) {
    await pool.transaction((transaction) => deferOutboxRows(transaction, [{ id: row?.id ?? '', error: 'down' }]));
    const { delayS } = await pool.one(sql.type(z.object({ delayS: z.number() }))`
      select extract(epoch from next_attempt_at - now())::float8 as "delayS" from outbox
    `);
    delays.push(Math.round(delayS));
  }
  expect(delays).toEqual([1, 2, 4, 8, 8, 8]);
});

test('attack 58: webhook events wait behind mails', async () => {
  await pool.query(sql.typeAlias('void')`delete from outbox`);
  const webhook = { workflow: 'deliver-webhook', deliveryId: randomUUID(), userId: randomUUID() } as const;
  const mail = { workflow: 'send-email', emailId: randomUUID() } as const;
  await announce(webhook);
  await announce(mail);
  expect((await listDue()).map((row) => row.message)).toEqual([mail, webhook]);
});
