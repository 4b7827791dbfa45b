import * as z from 'zod';
import { type Connection, sql, type Transaction } from '#db/sql.ts';
import { currentTraceparent } from '#telemetry/traces.ts';
import { deliveryState } from './delivery-states.ts';

type Subscription = { userId: string; sessionId: string; endpoint: string; p256dh: string; auth: string };

/** A browser belongs to the user who subscribed in it last. */
export async function insertPushSubscription(transaction: Transaction, one: Subscription): Promise<void> {
  await transaction.query(sql.typeAlias('void')`
    delete from push_subscriptions where endpoint = ${one.endpoint} and session_id <> ${one.sessionId}
  `);
  await transaction.query(sql.typeAlias('void')`
    insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth)
    values (${one.userId}, ${one.sessionId}, ${one.endpoint}, ${one.p256dh}, ${one.auth})
    on conflict (endpoint) do nothing
  `);
}

export async function countPushSubscriptions(connection: Connection, userId: string): Promise<number> {
  return await connection.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) from push_subscriptions where user_id = ${userId}
  `);
}

export async function deletePushSubscription(
  connection: Connection,
  { userId, endpoint }: { userId: string; endpoint: string },
): Promise<void> {
  await connection.query(sql.typeAlias('void')`
    delete from push_subscriptions where user_id = ${userId} and endpoint = ${endpoint}
  `);
}

/**
 * Queues one message per browser in which the user is signed in, unless it already had one about the meeting, with its outbox message.
 * Call in the transaction of the event, so that neither exists without the other.
 */
export async function insertPushes(
  transaction: Transaction,
  { userId, meetingId }: { userId: string; meetingId: string },
): Promise<void> {
  await transaction.query(sql.typeAlias('void')`
    with wanting as (
      -- Locked: waits for a subscription being deleted, then skips it.
      select s.id from push_subscriptions s join sessions on sessions.id = s.session_id
      where s.user_id = ${userId} and sessions.expires_at > now() order by s.id for key share of s
    ), queued as (
      insert into push_deliveries (subscription_id, meeting_id)
      select wanting.id, meetings.id from wanting, meetings
      where meetings.id = ${meetingId} and meetings.start_time > now() and meetings.status = 'confirmed'
      on conflict do nothing
      returning id
    )
    insert into outbox (message, traceparent)
    select jsonb_build_object('workflow', 'deliver-webhook', 'deliveryId', id, 'userId', ${userId}::text), ${currentTraceparent()} from queued
  `);
}

const pushDelivery = z.object({
  subscriptionId: z.uuid(),
  endpoint: z.string(),
  p256dh: z.string(),
  auth: z.string(),
  meetingId: z.uuid(),
  title: z.string(),
  startTime: z.date(),
  isWanted: z.boolean(),
  state: deliveryState,
});
export type PushDelivery = z.infer<typeof pushDelivery>;

/** Locks the delivery until the transaction ends. Null if its browser or meeting is gone. */
export async function lockPush(transaction: Transaction, id: string): Promise<PushDelivery | null> {
  return await transaction.maybeOne(sql.type(pushDelivery)`
    select s.id as "subscriptionId", s.endpoint, s.p256dh, s.auth, m.id as "meetingId", m.title, m.start_time as "startTime", d.state,
      m.status = 'confirmed' and users.disabled_at is null and sessions.expires_at > now() as "isWanted"
    from push_deliveries d join push_subscriptions s on s.id = d.subscription_id join meetings m on m.id = d.meeting_id
      join users on users.id = s.user_id join sessions on sessions.id = s.session_id
    where d.id = ${id} for update of d
  `);
}

/** Call when the browser is no longer subscribed. */
export async function deleteGoneSubscription(connection: Connection, id: string): Promise<void> {
  await connection.query(sql.typeAlias('void')`delete from push_subscriptions where id = ${id}`);
}
