import * as z from 'zod';
import { type Connection, sql, type Transaction } from '#db/sql.ts';
import { journalRevocation } from './journal-entries.ts';

type Subscription = { userId: string; sessionId: string; endpoint: string; p256dh: string; auth: string };

/** Subscribes a browser, which then belongs only to this session. Safe to repeat. */
export async function insertPushSubscription(transaction: Transaction, one: Subscription) {
  const former = await transaction.anyFirst(sql.type(z.object({ userId: z.uuid() }))`
    delete from push_subscriptions where endpoint = ${one.endpoint} and session_id <> ${one.sessionId}
    returning user_id as "userId"
  `);
  for (const userId of former) await journalRevocation(transaction, userId);
  await transaction.query(sql.typeAlias('void')`
    insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth)
    values (${one.userId}, ${one.sessionId}, ${one.endpoint}, ${one.p256dh}, ${one.auth})
    on conflict (endpoint) do nothing
  `);
}

export async function countPushSubscriptions(connection: Connection, userId: string) {
  return await connection.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) from push_subscriptions where user_id = ${userId}
  `);
}

export async function deletePushSubscription(
  transaction: Transaction,
  { userId, endpoint }: { userId: string; endpoint: string },
) {
  const { rowCount } = await transaction.query(sql.typeAlias('void')`
    delete from push_subscriptions where user_id = ${userId} and endpoint = ${endpoint}
  `);
  if (rowCount === 1) await journalRevocation(transaction, userId);
}

/** Deletes a subscription. Call when the vendor reports that the browser is no longer subscribed. */
export async function deleteGoneSubscription(connection: Connection, id: string) {
  await connection.query(sql.typeAlias('void')`delete from push_subscriptions where id = ${id}`);
}
