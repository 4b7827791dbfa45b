import * as z from 'zod';
import { type Connection, sql, type Transaction } from '#db/sql.ts';

/** Stores an event. Returns false if it was already stored. */
export async function insertPaymentEvent(
  transaction: Transaction,
  event: { eventId: string; type: string; customerId: string | null; occurredAt: Date },
) {
  const inserted = await transaction.maybeOne(sql.type(z.object({ id: z.string() }))`
    insert into payment_events (id, type, provider_customer_id, occurred_at)
    values (${event.eventId}, ${event.type}, ${event.customerId}, ${sql.timestamp(event.occurredAt)})
    on conflict (id) do nothing
    returning id
  `);
  return inserted !== null;
}

/** Returns the time of a customer's latest event by the provider's clock, which may be ahead; null without events. */
export async function findLatestEventAt(connection: Connection, customerId: string) {
  return await connection.oneFirst(sql.type(z.object({ at: z.date().nullable() }))`
    select max(occurred_at) as at from payment_events where provider_customer_id = ${customerId}
  `);
}

/** Deletes old events, which are kept only to detect redeliveries. */
export async function deleteOldPaymentEvents(connection: Connection, keepDays: number) {
  await connection.query(sql.typeAlias('void')`
    delete from payment_events where received_at < now() - make_interval(days => ${keepDays})
  `);
}
