import * as z from 'zod';
import { type Connection, sql, type Transaction } from '#db/sql.ts';

export async function hasUsedTrial(connection: Connection, emailHashes: readonly Buffer[]) {
  return await connection.exists(sql.type(z.object({ noted: z.number() }))`
    select 1 as noted from used_trials where email_hash = any(${sql.array([...emailHashes], 'bytea')})
  `);
}

export async function rememberTrial(transaction: Transaction, userId: string, emailHash: Buffer) {
  await transaction.query(sql.typeAlias('void')`
    insert into used_trials (email_hash) values (${sql.binary(emailHash)}) on conflict do nothing
  `);
  await transaction.query(sql.typeAlias('void')`
    update payment_customers set is_trial_remembered = true where user_id = ${userId}
  `);
}
