import * as z from 'zod';
import { scope } from '#contract/tokens.ts';
import { type Connection, type OwnKey, sql, type Transaction } from '#db/sql.ts';
import { userAccess, userAccessColumns, userAccessTables } from './access.ts';
import { journalRevocation } from './journal-entries.ts';

const tokenAccess = userAccess.extend({
  tokenId: z.uuid(),
  scopes: z.array(scope),
  tokenLastUsedAt: z.date().nullable(),
});
/** The access that one of a user's tokens grants a tool. */
export type TokenAccess = z.infer<typeof tokenAccess>;

/** Returns what a token grants; null if it is unknown, revoked or expired, or its account is closed or locked. */
export async function findTokenAccess(connection: Connection, tokenHash: Buffer) {
  return await connection.maybeOne(sql.type(tokenAccess)`
    select access_tokens.id as "tokenId", scopes, last_used_at as "tokenLastUsedAt", ${userAccessColumns}
    from access_tokens join users on users.id = access_tokens.user_id ${userAccessTables}
    where token_hash = ${sql.binary(tokenHash)} and access_tokens.expires_at > now() and users.disabled_at is null
  `);
}

/** Records that a token was used, at most once every ten minutes. */
export async function markTokenUsed(connection: Connection, id: string) {
  await connection.query(sql.typeAlias('void')`
    update access_tokens set last_used_at = now()
    where id = ${id} and (last_used_at is null or last_used_at < now() - interval '10 minutes')
  `);
}

const listedToken = z.object({
  id: z.uuid(),
  name: z.string(),
  scopes: z.array(scope),
  createdAt: z.date(),
  expiresAt: z.date(),
  lastUsedAt: z.date().nullable(),
});

const listedColumns = sql.fragment`
  id, name, scopes, created_at as "createdAt", expires_at as "expiresAt", last_used_at as "lastUsedAt"
`;

/** Returns a user's valid tokens, newest first. */
export async function listAccessTokens(connection: Connection, userId: string) {
  return await connection.any(sql.type(listedToken)`
    select ${listedColumns} from access_tokens
    where user_id = ${userId} and expires_at > now() order by created_at desc, id desc
  `);
}

/**
 * Stores a token and returns it as listed.
 *
 * @param token.tokenHash SHA-256 of the token, which only the user has.
 */
export async function insertAccessToken(
  transaction: Transaction,
  token: {
    userId: string;
    sessionId: string;
    name: string;
    scopes: readonly z.infer<typeof scope>[];
    tokenHash: Buffer;
    expiresInDays: number;
  },
) {
  return await transaction.one(sql.type(listedToken)`
    insert into access_tokens (user_id, session_id, name, scopes, token_hash, expires_at)
    values (${token.userId}, ${token.sessionId}, ${token.name}, ${sql.array([...token.scopes], 'text')},
      ${sql.binary(token.tokenHash)}, now() + make_interval(days => ${token.expiresInDays}))
    returning ${listedColumns}
  `);
}

/** Deletes a token. Returns false if the user has no such token. */
export async function deleteAccessToken(transaction: Transaction, { userId, id }: OwnKey) {
  const { rowCount } = await transaction.query(sql.typeAlias('void')`
    delete from access_tokens where id = ${id} and user_id = ${userId}
  `);
  if (rowCount === 1) await journalRevocation(transaction, userId);
  return rowCount === 1;
}
