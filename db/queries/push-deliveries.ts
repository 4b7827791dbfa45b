import * as z from 'zod';
import { type MeetingKey, sql, type Transaction } from '#db/sql.ts';
import { currentTraceparent } from '#telemetry/traces.ts';
import { deliveryState } from './delivery-states.ts';

/**
 * Queues a push about an upcoming meeting, and its outbox message, for each of the user's subscribed browsers that is
 * signed in and has had none about it yet. Call in the event's transaction, so that neither exists without the other.
 */
export async function insertPushes(transaction: Transaction, { userId, meetingId }: MeetingKey) {
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

/** Returns the push and locks it until the transaction ends. Null if its subscription or meeting is gone. */
export async function lockPush(transaction: Transaction, id: string) {
  return await transaction.maybeOne(sql.type(pushDelivery)`
    select s.id as "subscriptionId", s.endpoint, s.p256dh, s.auth, m.id as "meetingId", m.title, m.start_time as "startTime", d.state,
      m.status = 'confirmed' and users.disabled_at is null and sessions.expires_at > now() as "isWanted"
    from push_deliveries d join push_subscriptions s on s.id = d.subscription_id join meetings m on m.id = d.meeting_id
      join users on users.id = s.user_id join sessions on sessions.id = s.session_id
    where d.id = ${id} for update of d
  `);
}
