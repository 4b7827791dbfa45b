import { sql, type Transaction } from '#db/sql.ts';

/**
 * To be taken before a change of the user's settings that reaches calendars and meetings: the user's calendars, coming meetings and own row, in the
 * order in which syncs (calendar, then meetings) and requests for research (meeting, then user) lock them, so that none waits for another in a ring.
 */
export async function lockPlanning(transaction: Transaction, userId: string): Promise<void> {
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
  await transaction.query(sql.typeAlias('id')`select id from users where id = ${userId} for no key update`);
}
