import * as z from 'zod';
import { sql, type Transaction } from '#db/sql.ts';

/**
 * To be taken before a change of the user's settings that reaches calendars and meetings: the user's calendars, coming meetings and own row, in the
 * order in which syncs (calendar, then meetings) and requests for research (meeting, then user) lock them, so that none waits for another in a ring.
 *
 * @returns whether the account is open: a request that was let in may have been overtaken by the user's wish to leave.
 */
export async function lockPlanning(transaction: Transaction, userId: string): Promise<boolean> {
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
