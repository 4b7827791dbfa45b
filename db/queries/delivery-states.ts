import * as z from 'zod';
import { type Connection, sql } from '#db/sql.ts';

/** Tables whose rows change from queued to sending, then to delivered, unknown or failed. */
export type DeliveryTable = 'webhook_deliveries' | 'push_deliveries' | 'channel_messages';

export const deliveryState = z.enum(['queued', 'sending', 'delivered', 'unknown', 'failed']);

/**
 * Outcome of a delivery. `unknown`: it may or may not have arrived, so it is not sent again. `gone`: its row, or the
 * account, no longer exists.
 */
export type DeliveryOutcome = 'delivered' | 'unknown' | 'failed' | 'gone';

type Answer = { status?: number | null; error?: string | null };

/**
 * Marks a delivery as being sent, or as being sent again. Commit this before sending: from then on it may have arrived.
 */
export async function markDeliverySending(connection: Connection, table: DeliveryTable, id: string) {
  await connection.query(sql.typeAlias('void')`
    update ${sql.identifier([table])}
    set state = 'sending', attempts = attempts + 1, status = null, error = null, sending_at = now()
    where id = ${id} and state in ('queued', 'sending')
  `);
}

/** Requeues a delivery that was not accepted. */
export async function requeueDelivery(
  connection: Connection,
  table: DeliveryTable,
  id: string,
  { status = null, error = null }: Answer,
) {
  await connection.query(sql.typeAlias('void')`
    update ${sql.identifier([table])} set state = 'queued', status = ${status}, error = ${error}
    where id = ${id} and state = 'sending'
  `);
}

/** Marks a delivery as delivered, even one requeued or closed as `unknown` whose response arrived late. */
export async function markDelivered(connection: Connection, table: DeliveryTable, id: string, status: number) {
  await connection.query(sql.typeAlias('void')`
    update ${sql.identifier([table])} set state = 'delivered', status = ${status}, error = null, finished_at = now()
    where id = ${id} and state in ('queued', 'sending', 'unknown')
  `);
}

/** Ends an open delivery. Keeps the last attempt's status and error unless new ones are given. */
export async function closeDelivery(
  connection: Connection,
  table: DeliveryTable,
  id: string,
  { as, status = null, error = null }: Answer & { as: 'unknown' | 'failed' | 'withdrawn' },
) {
  await connection.query(sql.typeAlias('void')`
    update ${sql.identifier([table])}
    set state = ${as}, error = coalesce(${error}, error), status = coalesce(${status}::integer, status), finished_at = now()
    where id = ${id} and state in ('queued', 'sending')
  `);
}
