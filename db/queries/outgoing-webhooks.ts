import * as z from 'zod';
import { type WebhookEvent, webhookEvent } from '#contract/outgoing-webhooks.ts';
import { type Connection, type OwnKey, sql, type Transaction } from '#db/sql.ts';
import { hashAccount, insertJournalEntry } from './journal-entries.ts';

/** Returns the owner of a secret's envelope. */
export const webhookOwner = (id: string) => `webhook:${id}`;

const webhookRow = z.object({
  id: z.uuid(),
  url: z.string(),
  events: z.array(webhookEvent),
  createdAt: z.date(),
  lastDeliveredAt: z.date().nullable(),
  stoppedAt: z.date().nullable(),
});

/** Returns a user's webhooks, newest first. */
export async function listOutgoingWebhooks(connection: Connection, userId: string) {
  return await connection.any(sql.type(webhookRow)`
    select id, url, events, created_at as "createdAt", stopped_at as "stoppedAt",
      (select max(finished_at) from webhook_deliveries where webhook_id = outgoing_webhooks.id and state = 'delivered') as "lastDeliveredAt"
    from outgoing_webhooks where user_id = ${userId} order by created_at desc, id desc
  `);
}

/**
 * Stores a webhook.
 *
 * @param webhook.secret Encrypted, owner `webhookOwner(id)`.
 */
export async function insertOutgoingWebhook(
  transaction: Transaction,
  webhook: { id: string; userId: string; url: string; events: readonly WebhookEvent[]; secret: string },
) {
  await transaction.query(sql.typeAlias('void')`
    insert into outgoing_webhooks (id, user_id, url, events, secret)
    values (${webhook.id}, ${webhook.userId}, ${webhook.url}, ${sql.array([...webhook.events], 'text')}, ${webhook.secret})
  `);
}

export async function isOwnWebhook(connection: Connection, { userId, id }: OwnKey) {
  return await connection.exists(sql.typeAlias('id')`
    select id from outgoing_webhooks where id = ${id} and user_id = ${userId}
  `);
}

/** Deletes a webhook; also used after a restore. Returns false if the user has no such webhook. */
export async function deleteOutgoingWebhook(transaction: Transaction, { userId, id }: OwnKey) {
  const { rowCount } = await transaction.query(sql.typeAlias('void')`
    delete from outgoing_webhooks where id = ${id} and user_id = ${userId}
  `);
  if (rowCount === 1)
    await insertJournalEntry(transaction, { kind: 'webhook-deleted', account: hashAccount(userId), webhookId: id });
  return rowCount === 1;
}

const stoppedWebhook = z.object({ id: z.uuid(), userId: z.uuid(), url: z.string(), stoppedAt: z.date() });

/**
 * Stops a webhook. Returns null if it was already stopped, so that its user is emailed once, or if a delivery has
 * succeeded since the given time.
 */
export async function stopWebhook(transaction: Transaction, { webhookId, since }: { webhookId: string; since: Date }) {
  return await transaction.maybeOne(sql.type(stoppedWebhook)`
    update outgoing_webhooks set stopped_at = now()
    where id = ${webhookId} and stopped_at is null and not exists (
      select from webhook_deliveries
      where webhook_id = ${webhookId} and state = 'delivered' and finished_at > ${sql.timestamp(since)}
    )
    returning id, user_id as "userId", url, stopped_at as "stoppedAt"
  `);
}

export async function resumeWebhook(transaction: Transaction, id: string) {
  await transaction.query(sql.typeAlias('void')`update outgoing_webhooks set stopped_at = null where id = ${id}`);
}
