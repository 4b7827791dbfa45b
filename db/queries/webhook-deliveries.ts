import * as z from 'zod';
import type { WebhookEvent } from '#contract/outgoing-webhooks.ts';
import { type Connection, type OwnKey, sql, type Transaction } from '#db/sql.ts';
import { currentTraceparent } from '#telemetry/traces.ts';
import { deliveryState } from './delivery-states.ts';

/** The event sent by the test button. */
export const TEST_EVENT = 'webhook.test';

/** Ids, versions, enums and instants only: receivers read details with an access token. */
type EventData = Record<string, string | number>;

/**
 * Queues an event and its outbox message for each of the user's webhooks that subscribes to it. Call it in the
 * transaction of the event, so that neither exists without the other.
 */
export async function insertWebhookEvents(
  transaction: Transaction,
  userId: string,
  event: WebhookEvent,
  occasions: readonly EventData[],
) {
  if (occasions.length === 0) return;
  await transaction.query(sql.typeAlias('void')`
    with wanting as (
      -- Locked: waits for a webhook being deleted, then skips it.
      select id from outgoing_webhooks
      where user_id = ${userId} and stopped_at is null and ${event} = any(events)
      order by id for key share
    ), queued as (
      insert into webhook_deliveries (webhook_id, event, data)
      select wanting.id, ${event}, occasion
      from wanting, jsonb_array_elements(${sql.jsonb([...occasions])}) as occasion
      returning id
    )
    insert into outbox (message, traceparent)
    select jsonb_build_object('workflow', 'deliver-webhook', 'deliveryId', id, 'userId', ${userId}::text), ${currentTraceparent()} from queued
  `);
}

/**
 * Queues a test event, even to a stopped webhook; the caller queues its outbox message. Null if the user has no such
 * webhook.
 */
export async function insertTestDelivery(transaction: Transaction, { userId, id }: OwnKey) {
  return await transaction.maybeOneFirst(sql.typeAlias('id')`
    with tested as (select id from outgoing_webhooks where id = ${id} and user_id = ${userId} for key share)
    insert into webhook_deliveries (webhook_id, event, data) select id, ${TEST_EVENT}, '{}' from tested returning id
  `);
}

const delivery = z.object({
  webhookId: z.uuid(),
  userId: z.uuid(),
  url: z.string(),
  secret: z.string(),
  event: z.string(),
  data: z.record(z.string(), z.union([z.string(), z.number()])),
  state: deliveryState,
  attempts: z.number(),
  createdAt: z.date(),
  isStopped: z.boolean(),
  /** The account is closed or locked. */
  isOwnerDisabled: z.boolean(),
});
export type Delivery = z.infer<typeof delivery>;

/** Returns the delivery and locks it until the transaction ends. Null if its webhook was deleted. */
export async function lockDelivery(transaction: Transaction, id: string) {
  return await transaction.maybeOne(sql.type(delivery)`
    select webhook_id as "webhookId", user_id as "userId", url, secret, event, data, state, attempts,
      d.created_at as "createdAt", w.stopped_at is not null as "isStopped", users.disabled_at is not null as "isOwnerDisabled"
    from webhook_deliveries d join outgoing_webhooks w on w.id = d.webhook_id join users on users.id = w.user_id
    where d.id = ${id} for update of d
  `);
}

/** Returns whether at least `count` deliveries to the webhook are open. */
export async function areDeliveriesOpen(
  connection: Connection,
  { webhookId, count }: { webhookId: string; count: number },
) {
  return await connection.exists(sql.typeAlias('id')`
    select id from webhook_deliveries where webhook_id = ${webhookId} and state in ('queued', 'sending')
    offset ${count - 1} limit 1
  `);
}

const listedDelivery = z.object({
  id: z.uuid(),
  event: z.string(),
  state: deliveryState,
  attempts: z.number(),
  status: z.number().nullable(),
  error: z.string().nullable(),
  createdAt: z.date(),
  finishedAt: z.date().nullable(),
});
export type ListedDelivery = z.infer<typeof listedDelivery>;

const MOST_LISTED = 50;

/** Returns a webhook's last deliveries, newest first. */
export async function listWebhookDeliveries(connection: Connection, webhookId: string) {
  return await connection.any(sql.type(listedDelivery)`
    select id, event, state, attempts, status, error, created_at as "createdAt", finished_at as "finishedAt"
    from webhook_deliveries where webhook_id = ${webhookId} order by created_at desc, id desc limit ${MOST_LISTED}
  `);
}
