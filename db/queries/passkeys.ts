import * as z from 'zod';
import { type Connection, type OwnKey, sql, type Transaction } from '#db/sql.ts';

const passkeyRow = z.object({
  id: z.uuid(),
  credentialId: z.string(),
  publicKey: z.instanceof(Buffer),
  counter: z.number(),
  transports: z.array(z.string()),
  name: z.string(),
  createdAt: z.date(),
  lastUsedAt: z.date().nullable(),
});
export type PasskeyRow = z.infer<typeof passkeyRow>;

/** Returns a user's passkeys in the order they were added. */
export async function listPasskeys(connection: Connection, userId: string) {
  return await connection.any(sql.type(passkeyRow)`
    select id, credential_id as "credentialId", public_key as "publicKey", counter, transports, name,
      created_at as "createdAt", last_used_at as "lastUsedAt"
    from passkeys where user_id = ${userId} order by id
  `);
}

/** Adds a passkey. Returns false if its credential is already registered. */
export async function insertPasskey(
  transaction: Transaction,
  passkey: Pick<PasskeyRow, 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'name'> & { userId: string },
) {
  const { rowCount } = await transaction.query(sql.typeAlias('void')`
    insert into passkeys (user_id, credential_id, public_key, counter, transports, name)
    values (${passkey.userId}, ${passkey.credentialId}, ${sql.binary(passkey.publicKey)}, ${passkey.counter},
      ${sql.array(passkey.transports, 'text')}, ${passkey.name})
    on conflict (credential_id) do nothing
  `);
  return rowCount === 1;
}

/** Stores a passkey's new counter. Returns false if it has since been removed or a counter above 0 did not increase. */
export async function markPasskeyUsed(connection: Connection, { id, counter }: { id: string; counter: number }) {
  const { rowCount } = await connection.query(sql.typeAlias('void')`
    update passkeys set counter = ${counter}, last_used_at = now()
    where id = ${id} and (counter < ${counter} or counter = 0)
  `);
  return rowCount === 1;
}

/** Deletes a passkey. Returns false if the user has no such passkey. */
export async function deletePasskey(transaction: Transaction, { userId, id }: OwnKey) {
  const { rowCount } = await transaction.query(sql.typeAlias('void')`
    delete from passkeys where id = ${id} and user_id = ${userId}
  `);
  return rowCount === 1;
}
