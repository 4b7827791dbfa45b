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
  /** The session that requested an address change. */
  sessionId: z.uuid().nullable(),
  /** For links that stop an address change: the account was recovered from a later address (`contestStopLinks`). */
  isContested: z.boolean(),
});
export type TokenRow = z.infer<typeof tokenRow>;

const columns = sql.fragment`
  id, user_id as "userId", purpose, email, used_at as "usedAt", session_id as "sessionId",
  contested_at is not null as "isContested"
`;

/**
 * Stores a token and returns its id.
 *
 * @param tokenHash SHA-256 of the token, which only the email contains.
 */
export async function insertAuthToken(
  transaction: Transaction,
  token: {
    userId: string;
    purpose: TokenPurpose;
    tokenHash: Buffer;
    email: string;
    expiresInHours: number;
    /** From the sign-up the link confirms; null for other links. */
    passwordHash: string | null;
    /** SHA-256 of the sign-up cookie. In the browser that has it, the link works without a click. */
    browserHash?: Buffer | null | undefined;
    /** The session that requested an address change. */
    sessionId?: string | null | undefined;
  },
) {
  return await transaction.oneFirst(sql.typeAlias('id')`
    insert into auth_tokens (user_id, purpose, token_hash, email, expires_at, password_hash, browser_hash, session_id)
    values (${token.userId}, ${token.purpose}, ${sql.binary(token.tokenHash)}, ${token.email},
            now() + make_interval(hours => ${token.expiresInHours}), ${token.passwordHash},
            ${token.browserHash ? sql.binary(token.browserHash) : null}, ${token.sessionId ?? null})
    returning id
  `);
}

/** Matches a token that is neither used nor expired. */
const isOpen = ({ purpose, tokenHash }: { purpose: TokenPurpose; tokenHash: Buffer }) => sql.fragment`
  token_hash = ${sql.binary(tokenHash)} and purpose = ${purpose} and used_at is null and expires_at > now()
`;

/** Uses up a token. Returns null if it is unknown, expired or used; of two concurrent uses, one succeeds. */
export async function useAuthToken(transaction: Transaction, token: { purpose: TokenPurpose; tokenHash: Buffer }) {
  return await transaction.maybeOne(sql.type(tokenRow)`
    update auth_tokens set used_at = now() where ${isOpen(token)} returning ${columns}
  `);
}

/** Finds a valid token without using it. */
export async function findOpenAuthToken(connection: Connection, token: { purpose: TokenPurpose; tokenHash: Buffer }) {
  return await connection.maybeOne(sql.type(tokenRow)`
    select ${columns} from auth_tokens where ${isOpen(token)}
  `);
}

/** Finds a token, even if used or expired. */
export async function findAuthToken(connection: Connection, tokenHash: Buffer) {
  return await connection.maybeOne(sql.type(tokenRow)`
    select ${columns} from auth_tokens where token_hash = ${sql.binary(tokenHash)}
  `);
}

/**
 * Returns whether the link needs a button click, which proves that a person opened it, not a mail scanner. It doesn't
 * in the browser that signed up, in one signed in to the account, or once the link no longer does anything.
 */
export async function needsPress(
  connection: Connection,
  { tokenHash, browserHash, userId }: { tokenHash: Buffer; browserHash: Buffer | null; userId: string | null },
) {
  return await connection.exists(sql.typeAlias('id')`
    select id from auth_tokens
    where token_hash = ${sql.binary(tokenHash)} and purpose in ('verify_email', 'change_email')
      and used_at is null and expires_at > now()
      and user_id is distinct from ${userId}::uuid
      and (browser_hash is null or browser_hash is distinct from ${browserHash ? sql.binary(browserHash) : null}::bytea)
  `);
}

/** Returns whether this browser signed up for this account: a resent link then works there like the first. */
export async function hasSignedUp(
  transaction: Transaction,
  { userId, browserHash }: { userId: string; browserHash: Buffer },
) {
  return await transaction.exists(sql.typeAlias('id')`
    select id from auth_tokens
    where user_id = ${userId} and password_hash is not null and browser_hash = ${sql.binary(browserHash)}
  `);
}

/** Returns whether a sign-up from another browser was confirmed too: then no one can tell which was the owner's. */
export async function isOtherSignUpConfirmed(
  transaction: Transaction,
  { userId, tokenId }: { userId: string; tokenId: string },
) {
  return await transaction.exists(sql.typeAlias('id')`
    select other.id from auth_tokens own join auth_tokens other on other.user_id = own.user_id and other.id <> own.id
    where own.id = ${tokenId} and own.user_id = ${userId} and own.password_hash is not null
      and other.password_hash is not null and other.used_at is not null
      and other.browser_hash is distinct from own.browser_hash
  `);
}

/** Deletes the user's unused links of this kind, except sign-up links, each of which confirms a different sign-up. */
export async function deleteUnusedAuthTokens(
  transaction: Transaction,
  { userId, purpose }: { userId: string; purpose: TokenPurpose },
) {
  await transaction.query(sql.typeAlias('void')`
    delete from auth_tokens where user_id = ${userId} and purpose = ${purpose} and used_at is null and password_hash is null
  `);
}

/**
 * Matches sign-ups whose address is still unverified. If the owner's were deleted, only a stranger's password would
 * remain.
 */
export const isPendingSignUp = sql.fragment`
  password_hash is not null
  and exists (select from users where users.id = auth_tokens.user_id and users.email_verified_at is null)
`;

/**
 * Ends the unused links of a user, or everyone's if null. Pending sign-ups still count, but lose their links.
 *
 * @param keep `stop links`: links that stop an address change stay valid.
 */
export async function endAuthTokens(transaction: Transaction, userId: string | null, keep?: 'stop links') {
  const isUnused = sql.fragment`
    used_at is null and (${userId}::uuid is null or user_id = ${userId}::uuid)
      and (${keep === undefined} or purpose <> 'stop_change_email')
  `;
  await transaction.query(
    sql.typeAlias('void')`delete from auth_tokens where ${isUnused} and not (${isPendingSignUp})`,
  );
  // A hash no token has. The expiry is kept: until it passes, neither the account nor its sign-ups are deleted.
  await transaction.query(sql.typeAlias('void')`
    update auth_tokens set token_hash = uuid_send(gen_random_uuid()) where ${isUnused}
  `);
}

const isStopLinkOf = (userId: string) => sql.fragment`user_id = ${userId} and purpose = 'stop_change_email'`;

/**
 * Marks the links that would undo a change of address, because someone at the current address has recovered the
 * account. That may be its owner, who followed a stranger's link, or a thief who moved it: no one can tell.
 */
export async function contestStopLinks(transaction: Transaction, userId: string) {
  await transaction.query(sql.typeAlias('void')`
    update auth_tokens set contested_at = now()
    where ${isStopLinkOf(userId)} and used_at is null and contested_at is null
      and email <> (select email from users where id = ${userId})
  `);
}

/**
 * Ends the links that stop changes made after the account got its current address. If the account is back at a former
 * address, whoever reads its mail takes precedence over every address that the account has had in between, unless
 * the account was recovered from one of those.
 *
 * @param whose `others`: those emailed to the current address stay valid.
 */
export async function endStopLinks(transaction: Transaction, userId: string, whose: 'others' | 'all') {
  const isStopLink = isStopLinkOf(userId);
  const current = sql.fragment`(select email from users where id = ${userId})`;
  // By id, which follows insertion order: `created_at` is when the transaction began, before it got its lock.
  await transaction.query(sql.typeAlias('void')`
    delete from auth_tokens
    where ${isStopLink} and used_at is null
      and case
        when email = ${current} then ${whose === 'all'}
        else id > (
          select id from auth_tokens
          where ${isStopLink} and email = ${current} and expires_at > now() and contested_at is null
          order by id limit 1
        )
      end
  `);
}

/**
 * Returns the hash of the password that a verification link sets; null for none, until the owner sets one with a reset.
 *
 * A link proves who reads the mailbox, not whose sign-up it came from: strangers can sign up with the address too, and
 * the owner may follow any of the emailed links. So the password is one chosen in the browser that follows the link. If
 * that browser never signed up, it is one chosen in the only browser that did. Of that browser's sign-ups, the link's
 * own counts, or else the latest.
 *
 * @param browserHash SHA-256 of the sign-up cookie of the browser that follows the link; null if it has none.
 */
export async function findSignUpPassword(
  transaction: Transaction,
  { userId, tokenId, browserHash }: { userId: string; tokenId: string; browserHash: Buffer | null },
): Promise<string | null> {
  const chosen = await transaction.maybeOne(sql.type(signUpPassword)`
    with sign_ups as (
      select id, password_hash, created_at, coalesce(browser_hash, '') as browser from auth_tokens
      where user_id = ${userId} and password_hash is not null
    )
    select password_hash as "passwordHash" from sign_ups
    where browser = ${browserHash ? sql.binary(browserHash) : null}::bytea
      or (select count(distinct browser) from sign_ups) = 1
    order by id = ${tokenId} desc, created_at desc limit 1
  `);
  return chosen?.passwordHash ?? null;
}

const signUpPassword = z.object({ passwordHash: z.string() });
