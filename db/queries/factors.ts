import * as z from 'zod';
import { factorMethod } from '#contract/auth.ts';
import { type Connection, sql, type Transaction } from '#db/sql.ts';
import { hashAccount, insertJournalEntry, type KeptFactors } from './journal-entries.ts';
import { insertPasskey, listPasskeys } from './passkeys.ts';
import { replaceRecoveryCodes } from './recovery-codes.ts';
import { lockAndFindUser } from './users.ts';

/** Name of a passkey restored from the journal, which does not store names. */
const RESTORED_PASSKEY = 'Restored passkey';

/**
 * Returns the user's second-factor methods; empty if they have none. Recovery codes are included, but do not count as a
 * factor on their own (`hasFactor`).
 */
export async function listFactorMethods(connection: Connection, userId: string) {
  return await connection.oneFirst(sql.type(z.object({ methods: z.array(factorMethod) }))`
    select array_remove(array[
      case when exists (select from passkeys where user_id = ${userId}) then 'passkey' end,
      case when exists (select from totp_factors where user_id = ${userId} and confirmed_at is not null) then 'totp' end,
      case when exists (select from recovery_codes where user_id = ${userId} and used_at is null) then 'recoveryCode' end
    ], null) as methods
  `);
}

export async function hasFactor(connection: Connection, userId: string): Promise<boolean> {
  return (await listFactorMethods(connection, userId)).some((method) => method !== 'recoveryCode');
}

export async function deleteFactors(transaction: Transaction, userId: string) {
  await transaction.query(sql.typeAlias('void')`delete from totp_factors where user_id = ${userId}`);
  await transaction.query(sql.typeAlias('void')`delete from passkeys where user_id = ${userId}`);
  await transaction.query(sql.typeAlias('void')`delete from recovery_codes where user_id = ${userId}`);
}

/**
 * Adds an account's factors to the journal. Call after every change to them, in its transaction, so that replaying the
 * journal after a restore brings back exactly the latest ones. Locks the user's row: an entry must not miss another
 * change that is about to be committed. To avoid a deadlock, lock it before the change too.
 */
export async function journalFactors(transaction: Transaction, userId: string) {
  await lockAndFindUser(transaction, userId);
  const totp = await transaction.maybeOne(sql.type(z.object({ secret: z.string(), lastPeriod: z.number() }))`
    select secret, coalesce(last_period, 0) as "lastPeriod" from totp_factors
    where user_id = ${userId} and confirmed_at is not null
  `);
  const recoveryCodes = await transaction.anyFirst(sql.type(z.object({ hash: z.string() }))`
    select encode(code_hash, 'hex') as hash from recovery_codes where user_id = ${userId} and used_at is null
  `);
  const passkeys = (await listPasskeys(transaction, userId)).map(
    ({ credentialId, publicKey, counter, transports }) => ({
      credentialId,
      publicKey: publicKey.toString('base64'),
      counter,
      transports,
    }),
  );
  const factors = { totp, passkeys, recoveryCodes: [...recoveryCodes] };
  await insertJournalEntry(transaction, { kind: 'factors-changed', account: hashAccount(userId), factors });
}

/** Sets an account's factors to those in the journal. Existing passkeys keep their name. */
export async function restoreFactors(transaction: Transaction, userId: string, factors: KeptFactors) {
  const { totp, passkeys, recoveryCodes } = factors;
  const credentialIds = passkeys.map(({ credentialId }) => credentialId);
  await transaction.query(sql.typeAlias('void')`delete from totp_factors where user_id = ${userId}`);
  await transaction.query(sql.typeAlias('void')`
    delete from passkeys where user_id = ${userId} and credential_id <> all(${sql.array(credentialIds, 'text')})
  `);
  if (totp) {
    await transaction.query(sql.typeAlias('void')`
      insert into totp_factors (user_id, secret, confirmed_at, last_period)
      values (${userId}, ${totp.secret}, now(), ${totp.lastPeriod})
    `);
  }
  for (const { publicKey, ...passkey } of passkeys) {
    await insertPasskey(transaction, {
      ...passkey,
      userId,
      publicKey: Buffer.from(publicKey, 'base64'),
      name: RESTORED_PASSKEY,
    });
  }
  await replaceRecoveryCodes(
    transaction,
    userId,
    recoveryCodes.map((hash) => Buffer.from(hash, 'hex')),
  );
}
