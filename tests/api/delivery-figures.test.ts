import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createEncryption } from '#db/encryption.ts';
import { closeDelivery, type DeliveryTable, markDeliverySending } from '#db/queries/delivery-states.ts';
import { closeEmail, markEmailSending } from '#db/queries/emails.ts';
import { insertPushes } from '#db/queries/push-deliveries.ts';
import { insertPushSubscription } from '#db/queries/push-subscriptions.ts';
import { sql } from '#db/sql.ts';
import { openTestApi } from '#tests/support/api.ts';
import { seedChannel, seedMeeting, seedUser, seedWebhook } from '#tests/support/builders.ts';
import { createPushBrowser } from '#tests/support/push-browser.ts';
import { queueMail } from '#tests/support/queued-mail.ts';

const encryption = createEncryption(`test:${randomBytes(32).toString('base64')}`);

const api = await openTestApi();

/** Seeds one delivery in each table, all for one user. Returns the tables with the ids of their deliveries. */
async function seedDeliveries(): Promise<[DeliveryTable, string][]> {
  const { pool } = api;
  const { id: userId } = await seedUser(pool);
  const webhookId = await seedWebhook(pool, { userId, encryption });
  const channelId = await seedChannel(pool, { userId, encryption });
  const sessionId = await pool.oneFirst(sql.typeAlias('id')`
    insert into sessions (user_id, expires_at) values (${userId}, now() + interval '1 day') returning id
  `);
  const { endpoint, keys } = createPushBrowser(`https://fcm.googleapis.com/fcm/send/${userId}`).subscription;
  const meetingId = await seedMeeting(pool, { userId });
  await pool.transaction(async (transaction) => {
    await insertPushSubscription(transaction, { userId, sessionId, endpoint, ...keys });
    await insertPushes(transaction, { userId, meetingId });
  });
  const rows = sql.typeAlias('id');
  return [
    [
      'webhook_deliveries',
      await pool.oneFirst(
        rows`insert into webhook_deliveries (webhook_id, event, data) values (${webhookId}, 'briefing.ready', '{}') returning id`,
      ),
    ],
    [
      'channel_messages',
      await pool.oneFirst(
        rows`insert into channel_messages (user_id, channel_id, kind, is_test) values (${userId}, ${channelId}, 'slack', true) returning id`,
      ),
    ],
    ['push_deliveries', await pool.oneFirst(rows`select id from push_deliveries where meeting_id = ${meetingId}`)],
  ];
}

async function readFigures(): Promise<[stuck: string | undefined, unknownAddresses: string | undefined]> {
  const text = await (await fetch(`${api.url}/metrics`)).text();
  const read = (name: string) => new RegExp(`^foreword_deliveries_${name}(?:\\{.*\\})? (\\d+)$`, 'm').exec(text)?.[1];
  return [read('stuck'), read('unknown_addresses')];
}

test('metrics count stuck deliveries, and messages and pushes with an unknown outcome', async () => {
  const deliveries = await seedDeliveries();
  for (const [table, id] of deliveries) await markDeliverySending(api.pool, table, id);
  expect(await readFigures()).toEqual(['0', '0']);
  for (const [table, id] of deliveries) {
    await api.pool.query(sql.typeAlias('void')`
      update ${sql.identifier([table])} set sending_at = now() - interval '3 minutes' where id = ${id}
    `);
  }
  expect(await readFigures()).toEqual(['3', '0']);
  for (const [table, id] of deliveries) await closeDelivery(api.pool, table, id, { as: 'unknown' });
  expect(await readFigures()).toEqual(['0', '2']);
});

test('metrics count mailboxes whose mail recently had an unknown outcome, except after a restore', async () => {
  const { pool } = api;
  const before = Number((await readFigures())[1]);
  const [unknown, restored, old] = [
    await queueMail({ pool, encryption }),
    await queueMail({ pool, encryption }),
    await queueMail({ pool, encryption }),
  ];
  for (const { emailId } of [unknown, restored, old]) await markEmailSending(pool, emailId);
  await closeEmail(pool, unknown.emailId, 'unknown', 'outcome_unknown');
  await closeEmail(pool, restored.emailId, 'unknown', 'restored');
  await closeEmail(pool, old.emailId, 'unknown', 'outcome_unknown');
  await pool.query(sql.typeAlias('void')`
    update emails set sending_at = now() - interval '2 hours' where id = ${old.emailId}
  `);
  expect(Number((await readFigures())[1])).toBe(before + 1);
});
