import * as z from 'zod';
import { type Connection, sql, type Transaction } from '#db/sql.ts';

export async function countRecoveryCodes(connection: Connection, userId: string) {
  return await connection.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) from recovery_codes where user_id = ${userId} and used_at is null
  `);
}

/** Replaces the user's codes. */
export async function replaceRecoveryCodes(transaction: Transaction, userId: string, hashes: readonly Buffer[]) {
  await deleteRecoveryCodes(transaction, userId);
  await transaction.query(sql.typeAlias('void')`
    insert into recovery_codes (user_id, code_hash)
    select ${userId}, code_hash from ${sql.unnest(
      hashes.map((hash) => [hash]),
      ['bytea'],
    )} as codes (code_hash)
  `);
}

/** Uses up a code. Returns false if it is not the user's or was used; of two concurrent uses, one succeeds. */
export async function takeRecoveryCode(
  connection: Connection,
  { userId, codeHash }: { userId: string; codeHash: Buffer },
) {
  const { rowCount } = await connection.query(sql.typeAlias('void')`
    update recovery_codes set used_at = now()
    where user_id = ${userId} and code_hash = ${sql.binary(codeHash)} and used_at is null
  `);
  return rowCount === 1;
}

export async function deleteRecoveryCodes(transaction: Transaction, userId: string) {
  await transaction.query(sql.typeAlias('void')`delete from recovery_codes where user_id = ${userId}`);
}
