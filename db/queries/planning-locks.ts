import * as z from 'zod';
import { sql, type Transaction } from '#db/sql.ts';

/**
 * Locks the user's calendars, upcoming meetings and row. Call before changing user settings that affect calendars and
 * meetings. The order is that of syncs (calendar, meetings) and research requests (meeting, user), so that they cannot
 * deadlock.
 *
 * @returns whether the account is still open: it may have been closed since the request was admitted
 */
export async function lockPlanning(transaction: Transaction, userId: string) {
  await transaction.query(sql.typeAlias('id')`
    select id from calendar_integrations where user_id = ${userId} order by id for update
  `);
  await transaction.query(sql.typeAlias('id')`
    select id from calendars
    where integration_id in (select id from calendar_integrations where user_id = ${userId})
    order by id for update
  `);
  await transaction.query(sql.typeAlias('id')`
    select id from meetings where user_id = ${userId} and start_time > now() and status = 'confirmed'
    order by id for no key update
  `);
  const user = await transaction.maybeOne(sql.type(z.object({ isOpen: z.boolean() }))`
    select disabled_at is null as "isOpen" from users where id = ${userId} for no key update
  `);
  return user?.isOpen ?? false;
}
