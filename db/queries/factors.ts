import * as z from 'zod';
import { type FactorMethod, factorMethod } from '#contract/auth.ts';
import { type Connection, sql, type Transaction } from '#db/sql.ts';

/** How the user can give a second factor; empty for an account without one. Recovery codes stand in for factors and are none. */
export async function listFactorMethods(connection: Connection, userId: string): Promise<FactorMethod[]> {
  const { methods } = await connection.one(sql.type(z.object({ methods: z.array(factorMethod) }))`
    select array_remove(array[
      case when exists (select from passkeys where user_id = ${userId}) then 'passkey' end,
      case when exists (select from totp_factors where user_id = ${userId} and confirmed_at is not null) then 'totp' end,
      case when exists (select from recovery_codes where user_id = ${userId} and used_at is null) then 'recoveryCode' end
    ], null) as methods
  `);
  return methods;
}

export async function hasFactor(connection: Connection, userId: string): Promise<boolean> {
  return (await listFactorMethods(connection, userId)).some((method) => method !== 'recoveryCode');
}

export async function deleteFactors(transaction: Transaction, userId: string): Promise<void> {
  await transaction.query(sql.typeAlias('void')`delete from totp_factors where user_id = ${userId}`);
  await transaction.query(sql.typeAlias('void')`delete from passkeys where user_id = ${userId}`);
  await transaction.query(sql.typeAlias('void')`delete from recovery_codes where user_id = ${userId}`);
}
