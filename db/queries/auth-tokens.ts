import * as z from 'zod';
import { type Connection, sql, type Transaction } from '#db/sql.ts';

export const tokenPurpose = z.enum(['verify_email', 'reset_password', 'change_email', 'stop_change_email']);
export type TokenPurpose = z.infer<typeof tokenPurpose>;

const tokenRow = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  purpose: tokenPurpose,
  email: z.string(),
  usedAt: z.date().nullable(),
  /** The session that asked for a change of address. */
  sessionId: z.uuid().nullable(),
});
export type TokenRow = z.infer<typeof tokenRow>;

const columns = sql.fragment`
  id, user_id as "userId", purpose, email, used_at as "usedAt", session_id as "sessionId"
`;

/** @param tokenHash SHA-256 of the token; the token itself is in the mail alone. */
export async function insertAuthToken(
  transaction: Transaction,
  token: {
    userId: string;
    purpose: TokenPurpose;
    tokenHash: Buffer;
    email: string;
    expiresInHours: number;
    /** Of the sign-up that the link confirms; null for every other link. */
    passwordHash: string | null;
    /** SHA-256 of the mark of the browser that signed up; the link acts there without a press. */
    browserHash?: Buffer | null | undefined;
    /** Of a change of address. */
    sessionId?: string | null | undefined;
  },
): Promise<string> {
  const row = await transaction.one(sql.typeAlias('id')`
    insert into auth_tokens (user_id, purpose, token_hash, email, expires_at, password_hash, browser_hash, session_id)
    values (${token.userId}, ${token.purpose}, ${sql.binary(token.tokenHash)}, ${token.email},
            now() + make_interval(hours => ${token.expiresInHours}), ${token.passwordHash},
            ${token.browserHash ? sql.binary(token.browserHash) : null}, ${token.sessionId ?? null})
    returning id
  `);
  return row.id;
}

/** Uses a token up. Null when there is none, it has expired or was used: of two at once, one gets it. */
export async function useAuthToken(
  transaction: Transaction,
  { purpose, tokenHash }: { purpose: TokenPurpose; tokenHash: Buffer },
): Promise<TokenRow | null> {
  return await transaction.maybeOne(sql.type(tokenRow)`
    update auth_tokens set used_at = now()
    where token_hash = ${sql.binary(tokenHash)} and purpose = ${purpose} and used_at is null and expires_at > now()
    returning ${columns}
  `);
}

/** A link that still works; it is not used up. */
export async function findOpenAuthToken(
  connection: Connection,
  { purpose, tokenHash }: { purpose: TokenPurpose; tokenHash: Buffer },
): Promise<TokenRow | null> {
  return await connection.maybeOne(sql.type(tokenRow)`
    select ${columns} from auth_tokens
    where token_hash = ${sql.binary(tokenHash)} and purpose = ${purpose} and used_at is null and expires_at > now()
  `);
}

/** Also finds what was used or has expired. */
export async function findAuthToken(connection: Connection, tokenHash: Buffer): Promise<TokenRow | null> {
  return await connection.maybeOne(sql.type(tokenRow)`
    select ${columns} from auth_tokens where token_hash = ${sql.binary(tokenHash)}
  `);
}

/**
 * Whether opening the link is enough. It is in the browser that signed up and in one with a session of the account; elsewhere a person presses a button,
 * which the scanners of mail services do not. A link that does nothing (any more) needs no press either.
 */
export async function needsPress(
  connection: Connection,
  { tokenHash, browserHash, userId }: { tokenHash: Buffer; browserHash: Buffer | null; userId: string | null },
): Promise<boolean> {
  return await connection.exists(sql.typeAlias('id')`
    select id from auth_tokens
    where token_hash = ${sql.binary(tokenHash)} and purpose in ('verify_email', 'change_email')
      and used_at is null and expires_at > now()
      and user_id is distinct from ${userId}::uuid
      and (browser_hash is null or browser_hash is distinct from ${browserHash ? sql.binary(browserHash) : null}::bytea)
  `);
}

/** Whether a browser signed up with an address that waits to be verified: a link that is sent again acts there as the first one does. */
export async function hasSignedUp(
  transaction: Transaction,
  { userId, browserHash }: { userId: string; browserHash: Buffer },
): Promise<boolean> {
  return await transaction.exists(sql.typeAlias('id')`
    select id from auth_tokens
    where user_id = ${userId} and password_hash is not null and browser_hash = ${sql.binary(browserHash)}
  `);
}

/** Whether the link of a sign-up was followed that came from another browser than this one's: nobody can tell which is the owner's. */
export async function isOtherSignUpConfirmed(
  transaction: Transaction,
  { userId, tokenId }: { userId: string; tokenId: string },
): Promise<boolean> {
  return await transaction.exists(sql.typeAlias('id')`
    select other.id from auth_tokens own join auth_tokens other on other.user_id = own.user_id and other.id <> own.id
    where own.id = ${tokenId} and own.user_id = ${userId} and own.password_hash is not null
      and other.password_hash is not null and other.used_at is not null
      and other.browser_hash is distinct from own.browser_hash
  `);
}

/** Makes the user's other links of this kind useless; those of sign-ups stay, because each confirms another sign-up. */
export async function deleteUnusedAuthTokens(
  transaction: Transaction,
  { userId, purpose }: { userId: string; purpose: TokenPurpose },
): Promise<void> {
  await transaction.query(sql.typeAlias('void')`
    delete from auth_tokens where user_id = ${userId} and purpose = ${purpose} and used_at is null and password_hash is null
  `);
}

/**
 * The password that following a verification link decides on: that of the sign-up the link belongs to. A link that was sent again belongs to none: with
 * one sign-up its password stands, with several nobody can tell whose it is, and the account has none until its owner sets one.
 *
 * @returns `undefined`: the account keeps what it has
 */
export async function findSignUpPassword(
  transaction: Transaction,
  { userId, tokenId }: { userId: string; tokenId: string },
): Promise<string | null | undefined> {
  const { own, signUps } = await transaction.one(sql.type(signUpPasswords)`
    select (select password_hash from auth_tokens where id = ${tokenId}) as own,
      (select count(*) from auth_tokens where user_id = ${userId} and password_hash is not null) as "signUps"
  `);
  if (own !== null) return own;
  return signUps > 1 ? null : undefined;
}

const signUpPasswords = z.object({ own: z.string().nullable(), signUps: z.number() });
