import * as z from 'zod';
import { type Connection, sql, type Transaction } from '#db/sql.ts';

/** Time within which a newly added app must be confirmed. */
const CONFIRM_WITHIN = '1 hour';

/** Returns the owner of an authenticator app's secret. */
export const totpOwner = (userId: string) => `${userId}:totp`;

const totpRow = z.object({
  /** Encrypted, owner `{userId}:totp`. */
  secret: z.string(),
  isConfirmed: z.boolean(),
  createdAt: z.date(),
  lastUsedAt: z.date().nullable(),
});

/** Returns the user's authenticator app, confirmed or awaiting confirmation; null if none. */
export async function findTotpFactor(connection: Connection, userId: string) {
  return await connection.maybeOne(sql.type(totpRow)`
    select secret, confirmed_at is not null as "isConfirmed", coalesce(confirmed_at, created_at) as "createdAt",
      last_used_at as "lastUsedAt"
    from totp_factors
    where user_id = ${userId} and (confirmed_at is not null or created_at > now() - ${CONFIRM_WITHIN}::interval)
  `);
}

/** Adds an app to be confirmed, replacing an unconfirmed one. Returns false if the user has a confirmed one. */
export async function insertTotpFactor(
  transaction: Transaction,
  { userId, secret }: { userId: string; secret: string },
) {
  const { rowCount } = await transaction.query(sql.typeAlias('void')`
    insert into totp_factors (user_id, secret) values (${userId}, ${secret})
    on conflict (user_id) do update set secret = excluded.secret, created_at = now()
    where totp_factors.confirmed_at is null
  `);
  return rowCount === 1;
}

/**
 * Confirms the app whose code was checked, which makes it a factor. Returns false if it already was, is gone or was
 * replaced.
 *
 * @param secret As `findTotpFactor` returned it.
 */
export async function confirmTotpFactor(
  transaction: Transaction,
  { userId, secret, period }: { userId: string; secret: string; period: number },
) {
  const { rowCount } = await transaction.query(sql.typeAlias('void')`
    update totp_factors set confirmed_at = now(), last_period = ${period}, last_used_at = now()
    where user_id = ${userId} and secret = ${secret} and confirmed_at is null
  `);
  return rowCount === 1;
}

/** Uses up a period's code. Returns false if that or a later one was used; of two concurrent uses, one succeeds. */
export async function takeTotpPeriod(connection: Connection, { userId, period }: { userId: string; period: number }) {
  const { rowCount } = await connection.query(sql.typeAlias('void')`
    update totp_factors set last_period = ${period}, last_used_at = now()
    where user_id = ${userId} and confirmed_at is not null and last_period < ${period}
  `);
  return rowCount === 1;
}

/** Deletes a user's app that awaits confirmation, or everyone's if null. Whoever added it knows its secret. */
export async function endPendingTotp(transaction: Transaction, userId: string | null) {
  await transaction.query(sql.typeAlias('void')`
    delete from totp_factors where confirmed_at is null and (${userId}::uuid is null or user_id = ${userId}::uuid)
  `);
}

/** Deletes the user's confirmed app. Returns false if there is none. */
export async function deleteTotpFactor(transaction: Transaction, userId: string) {
  const { rowCount } = await transaction.query(sql.typeAlias('void')`
    delete from totp_factors where user_id = ${userId} and confirmed_at is not null
  `);
  return rowCount === 1;
}
