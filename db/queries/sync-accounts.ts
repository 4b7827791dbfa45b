import * as z from 'zod';
import { integrationStatus } from '#contract/calendar.ts';
import { type AccountKey, type Connection, sql, type Transaction } from '#db/sql.ts';

const syncAccountRow = z.object({
  integrationId: z.uuid(),
  status: integrationStatus,
  syncEnabled: z.boolean(),
  /** Encrypted, owner `{userId}:{provider}`, like the access token. */
  refreshToken: z.string().nullable(),
  accessToken: z.string().nullable(),
  accessTokenExpiresAt: z.date().nullable(),
  /** As the vendor granted them. */
  scopes: z.array(z.string()),
  /** Error code of the last sync; null if it succeeded. */
  lastSyncError: z.string().nullable(),
  companyDomain: z.string().nullable(),
  /** The user's addresses: the verified one, and those of sign-ins and connected calendars. */
  ownAddresses: z.array(z.string()),
  excludedDomains: z.array(z.string()),
  leadMinutes: z.number(),
  /** The user's IANA time zone. */
  timeZone: z.string(),
  /** The user has not used the product for 14 days. */
  isIdle: z.boolean(),
  /** The database's time as the sync starts. */
  readAt: z.date(),
});
export type SyncAccountRow = z.infer<typeof syncAccountRow>;

/** Returns a calendar account with everything its sync needs; null if it is gone. */
export async function findSyncAccount(connection: Connection, key: AccountKey) {
  return await connection.maybeOne(sql.type(syncAccountRow)`
    select
      i.id as "integrationId", i.status, i.sync_enabled as "syncEnabled", i.refresh_token as "refreshToken",
      i.access_token as "accessToken", i.access_token_expires_at as "accessTokenExpiresAt",
      i.scopes, i.last_sync_error as "lastSyncError",
      u.company_domain as "companyDomain", u.lead_minutes as "leadMinutes", u.timezone as "timeZone",
      array(
        select i.account_email
        union select account_email from calendar_integrations where user_id = u.id and status <> 'disconnected'
        union select u.email where u.email_verified_at is not null
        union select email from identities where user_id = u.id
      ) as "ownAddresses",
      array(select domain from domain_exclusions where user_id = u.id) as "excludedDomains",
      coalesce(u.last_seen_at, i.updated_at) < now() - interval '14 days' as "isIdle",
      now() as "readAt"
    from calendar_integrations i join users u on u.id = i.user_id
    where i.user_id = ${key.userId} and i.provider = ${key.provider}
  `);
}

const accountTokensRow = syncAccountRow.pick({ refreshToken: true, accessToken: true, accessTokenExpiresAt: true });
export type AccountTokensRow = z.infer<typeof accountTokensRow>;

/** Returns an account's current tokens; null if it is no longer connected. */
export async function findAccountTokens(connection: Connection, integrationId: string) {
  return await connection.maybeOne(sql.type(accountTokensRow)`
    select refresh_token as "refreshToken", access_token as "accessToken", access_token_expires_at as "accessTokenExpiresAt"
    from calendar_integrations where id = ${integrationId} and status = 'connected'
  `);
}

/** Longer than the vendor timeout, so that a claim expires only if its process died. */
const REFRESH_CLAIM = '25 seconds';

/**
 * Returns a claim that makes the caller the only one who may refresh the account's tokens, until it is released or
 * expires. Null if someone else is refreshing or the grant has changed. The claim is stored in the row, as a lock would
 * occupy a connection while waiting for the vendor.
 *
 * @param refreshToken Envelope of the token to be used.
 */
export async function claimTokenRefresh(connection: Connection, integrationId: string, refreshToken: string) {
  return await connection.maybeOneFirst(sql.type(z.object({ claim: z.uuid() }))`
    update calendar_integrations
    set refresh_claim = gen_random_uuid(), refresh_claimed_until = now() + ${REFRESH_CLAIM}::interval
    where id = ${integrationId} and status = 'connected' and refresh_token = ${refreshToken}
      and (refresh_claimed_until is null or refresh_claimed_until < now())
    returning refresh_claim as claim
  `);
}

/** Releases the claim, so that others may refresh. */
export async function releaseTokenRefresh(connection: Connection, integrationId: string, claim: string) {
  await connection.query(sql.typeAlias('void')`
    update calendar_integrations set refresh_claim = null, refresh_claimed_until = null
    where id = ${integrationId} and refresh_claim = ${claim}
  `);
}

/**
 * Stores a new access token and, if the vendor sent one, a new refresh token; both encrypted. Does nothing if the
 * account has since been disconnected or reconnected.
 *
 * @param tokens.usedRefreshToken Envelope of the token they were requested with.
 */
export async function updateAccountTokens(
  connection: Connection,
  integrationId: string,
  tokens: { accessToken: string; expiresAt: Date; refreshToken: string | null; usedRefreshToken: string },
) {
  await connection.query(sql.typeAlias('void')`
    update calendar_integrations
    set access_token = ${tokens.accessToken}, access_token_expires_at = ${sql.timestamp(tokens.expiresAt)},
        refresh_token = coalesce(${tokens.refreshToken}, refresh_token), updated_at = now()
    where id = ${integrationId} and status = 'connected' and refresh_token = ${tokens.usedRefreshToken}
  `);
}

/** Records a successful sync. @param startedAt When it started; syncs requested since then are still due. */
export async function markAccountSynced(connection: Connection, integrationId: string, startedAt: Date) {
  await connection.query(sql.typeAlias('void')`
    update calendar_integrations set last_sync_at = ${sql.timestamp(startedAt)}, last_sync_error = null
    where id = ${integrationId}
  `);
}

/** Records a failed sync. @param code A stable code, never a vendor's message. */
export async function updateAccountSyncError(connection: Connection, key: AccountKey, code: string) {
  await connection.query(sql.typeAlias('void')`
    update calendar_integrations set last_sync_error = ${code}
    where user_id = ${key.userId} and provider = ${key.provider} and last_sync_error is distinct from ${code}
  `);
}

/**
 * Marks an account whose grant has ended as needing reconnection. Also deletes the same account's sign-in grant, which
 * ended with it and would otherwise be used to connect the calendar again, unless a later sign-in renewed it. Returns
 * whom to email; null if the account was disconnected, or reconnected with another grant.
 *
 * @param grant.refreshToken Envelope of the failed grant.
 * @param grant.errorCode Why it ended: a stable code, never a vendor's message.
 */
export async function markReconnectNeeded(
  transaction: Transaction,
  integrationId: string,
  { refreshToken, errorCode }: { refreshToken: string | null; errorCode: string },
) {
  return await transaction.maybeOne(sql.type(
    z.object({ email: z.string(), firstName: z.string(), lastName: z.string(), markedAt: z.date() }),
  )`
    with marked as (
      update calendar_integrations i
      set status = 'reconnect_needed', access_token = null, access_token_expires_at = null,
          last_sync_error = ${errorCode}, updated_at = now()
      from users u
      where i.id = ${integrationId} and i.status = 'connected' and i.refresh_token is not distinct from ${refreshToken}
        and u.id = i.user_id
      returning u.email, u.first_name, u.last_name, i.user_id, i.provider, i.account_subject, i.refresh_token,
        old.updated_at as alive_at, new.updated_at as marked_at
    ), forgotten as (
      update identities
      set refresh_token = null, scopes = '{}', updated_at = now()
      from marked
      where identities.user_id = marked.user_id and identities.provider = marked.provider
        and identities.subject = marked.account_subject
        and (identities.refresh_token = marked.refresh_token or identities.updated_at <= marked.alive_at)
    )
    select email, first_name as "firstName", last_name as "lastName", marked_at as "markedAt" from marked
  `);
}

/** Returns the encrypted refresh token of an account in any state; null if none. */
export async function findCalendarGrant(connection: Connection, key: AccountKey) {
  return await connection.maybeOneFirst(sql.type(accountTokensRow.pick({ refreshToken: true }))`
    select refresh_token as "refreshToken" from calendar_integrations
    where user_id = ${key.userId} and provider = ${key.provider}
  `);
}
