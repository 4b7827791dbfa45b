import * as z from 'zod';
import { type Connection, sql, type Transaction } from '#db/sql.ts';

export const tokenPurpose = z.enum(['verify_email', 'reset_password', 'change_email']);
export type TokenPurpose = z.infer<typeof tokenPurpose>;

const tokenRow = z.object({ id: z.uuid(), userId: z.uuid(), email: z.string(), usedAt: z.date().nullable() });
export type TokenRow = z.infer<typeof tokenRow>;

const columns = sql.fragment`id, user_id as "userId", email, used_at as "usedAt"`;

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
  },
): Promise<string> {
  const row = await transaction.one(sql.typeAlias('id')`
    insert into auth_tokens (user_id, purpose, token_hash, email, expires_at, password_hash)
    values (${token.userId}, ${token.purpose}, ${sql.binary(token.tokenHash)}, ${token.email},
            now() + make_interval(hours => ${token.expiresInHours}), ${token.passwordHash})
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

/** Also finds what was used or has expired. */
export async function findAuthToken(
  connection: Connection,
  { purpose, tokenHash }: { purpose: TokenPurpose; tokenHash: Buffer },
): Promise<TokenRow | null> {
  return await connection.maybeOne(sql.type(tokenRow)`
    select ${columns} from auth_tokens where token_hash = ${sql.binary(tokenHash)} and purpose = ${purpose}
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
