import { randomUUID } from 'node:crypto';
import type { DatabasePool } from 'slonik';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '#db/pool.ts';
import { deferOutboxRow, insertOutboxMessages, listDueOutboxRows, type OutboxMessage } from '#db/queries/outbox.ts';
import { sql } from '#db/sql.ts';
import { inSpan, traceContextFrom } from '#telemetry/traces.ts';
import { createDatabase, type TestDatabase } from '#tests/support/services.ts';

let database: TestDatabase;
let pool: DatabasePool;
beforeAll(async () => {
  database = await createDatabase();
  pool = await openPool(database.databaseUrl);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** Each message as a request of its own writes it. */
const announce = (message: OutboxMessage) =>
  inSpan(traceContextFrom(null), { name: 'announce', kind: 'SERVER' }, () =>
    pool.transaction((transaction) => insertOutboxMessages(transaction, [message])),
  );
const listDue = () => pool.transaction((transaction) => listDueOutboxRows(transaction, 10));

test('what was put off holds back later messages of its workflow, whichever request wrote them, and no others', async () => {
  const [userId, otherId] = [randomUUID(), randomUUID()];
  const message = (signal: 'sync' | 'stop') =>
    ({ workflow: 'calendar-sync', userId, provider: 'google', signal }) as const;
  await announce(message('sync'));
  const [first] = await listDue();
  expect(first).toMatchObject({ message: message('sync'), traceparent: expect.stringMatching(/^00-[0-9a-f]{32}-/) });
  await pool.transaction((transaction) => deferOutboxRow(transaction, first?.id ?? '', 'down'));
  await announce(message('stop'));
  await announce({ ...message('sync'), userId: otherId });
  expect((await listDue()).map((row) => row.message)).toEqual([{ ...message('sync'), userId: otherId }]);
});

test('attack 58: events for other tools wait until everybody’s mails are handed over', async () => {
  await pool.query(sql.typeAlias('void')`delete from outbox`);
  const webhook = { workflow: 'deliver-webhook', deliveryId: randomUUID(), userId: randomUUID() } as const;
  const mail = { workflow: 'send-email', emailId: randomUUID() } as const;
  await announce(webhook);
  await announce(mail);
  expect((await listDue()).map((row) => row.message)).toEqual([mail, webhook]);
});
