import * as z from 'zod';
import { integrationStatus } from '#contract/calendar.ts';
import { type Provider, provider } from '#contract/http.ts';
import { type AccountKey, type Connection, sql, type Transaction } from '#db/sql.ts';
import { isPrepared } from './prepared-meetings.ts';

const integrationRow = z.object({
  id: z.uuid(),
  provider,
  accountSubject: z.string(),
  accountEmail: z.string(),
  status: integrationStatus,
  syncEnabled: z.boolean(),
  isSyncing: z.boolean(),
  /** Name of the primary calendar, or of another one if that is off; null if none is enabled. */
  calendarName: z.string().nullable(),
  lastSyncAt: z.date().nullable(),
  /** Error code of the last sync; null if it succeeded. */
  lastSyncError: z.string().nullable(),
  createdAt: z.date(),
});
export type IntegrationRow = z.infer<typeof integrationRow>;

const columns = sql.fragment`
  calendar_integrations.id, calendar_integrations.provider, calendar_integrations.account_subject as "accountSubject",
  calendar_integrations.account_email as "accountEmail", calendar_integrations.status,
  calendar_integrations.sync_enabled as "syncEnabled",
  calendar_integrations.status = 'connected' and calendar_integrations.sync_requested_at is not null
    and calendar_integrations.sync_requested_at > coalesce(calendar_integrations.last_sync_at, '-infinity') as "isSyncing",
  (
    select calendars.name from calendars
    where calendars.integration_id = calendar_integrations.id and calendars.enabled
    order by calendars.is_primary desc, calendars.created_at limit 1
  ) as "calendarName",
  calendar_integrations.last_sync_at as "lastSyncAt", calendar_integrations.last_sync_error as "lastSyncError",
  calendar_integrations.created_at as "createdAt"
`;

const comingMeetings = z.object({
  /** A briefing is planned, being sent or sent. */
  isBriefed: z.boolean(),
  /** Why no briefing is planned, shown to the user. */
  reason: z.string().nullable(),
  meetings: z.number(),
  /** Meetings found in the last 24 hours. */
  newMeetings: z.number(),
});
export type ComingMeetings = z.infer<typeof comingMeetings>;

const listedIntegrationRow = integrationRow.extend({
  coming: z.array(comingMeetings),
  /** Unreadable events in enabled calendars. */
  unreadableEvents: z.number(),
});
export type ListedIntegrationRow = z.infer<typeof listedIntegrationRow>;

/** Returns a user's calendar accounts, with counts of their upcoming meetings by outcome, the largest first. */
export async function listIntegrations(connection: Connection, userId: string) {
  return await connection.any(sql.type(listedIntegrationRow)`
    select ${columns}, coalesce((
      select jsonb_agg(groups order by groups.meetings desc, groups.reason)
      from (
        select
          m.briefing_state in ('scheduled', 'sending', 'sent') as "isBriefed", m.briefing_reason as reason,
          count(*) as meetings, count(*) filter (where m.created_at > now() - interval '1 day') as "newMeetings"
        from meetings m join calendars c on c.id = m.calendar_id
        where m.user_id = ${userId} and m.start_time > now() and m.status = 'confirmed'
          and c.integration_id = calendar_integrations.id and c.enabled
        group by 1, 2
      ) groups
    ), '[]') as coming, (
      select count(*)::integer from unreadable_events e join calendars c on c.id = e.calendar_id
      where c.integration_id = calendar_integrations.id and c.enabled
    ) as "unreadableEvents"
    from calendar_integrations where user_id = ${userId} order by created_at, id
  `);
}

/** Returns a calendar account and locks it until the transaction ends. */
export async function lockIntegration(transaction: Transaction, { userId, provider }: AccountKey) {
  return await transaction.maybeOne(sql.type(integrationRow)`
    select ${columns} from calendar_integrations where user_id = ${userId} and provider = ${provider} for update
  `);
}

export type NewGrant = {
  userId: string;
  provider: Provider;
  accountSubject: string;
  accountEmail: string;
  /** Encrypted, owner `{userId}:{provider}`. */
  refreshToken: string;
  scopes: readonly string[];
};

/** Connects and returns an account, replacing the provider's previous one. Also records a sync request. */
export async function upsertConnectedIntegration(transaction: Transaction, grant: NewGrant) {
  return await transaction.one(sql.type(integrationRow)`
    insert into calendar_integrations (user_id, provider, account_subject, account_email, status, refresh_token, scopes, sync_requested_at)
    values (${grant.userId}, ${grant.provider}, ${grant.accountSubject}, ${grant.accountEmail}, 'connected', ${grant.refreshToken},
            ${sql.array([...grant.scopes], 'text')}, now())
    on conflict (user_id, provider) do update
    set account_subject = excluded.account_subject, account_email = excluded.account_email, status = 'connected', sync_enabled = true,
        refresh_token = excluded.refresh_token, access_token = null, access_token_expires_at = null, scopes = excluded.scopes,
        sync_requested_at = now(), last_sync_error = null, updated_at = now()
    returning ${columns}
  `);
}

/** Replaces a connected account's grant with a later one for the same account. Its syncs and channels continue. */
export async function replaceGrant(transaction: Transaction, grant: Omit<NewGrant, 'accountEmail'>) {
  await transaction.query(sql.typeAlias('void')`
    update calendar_integrations
    set refresh_token = ${grant.refreshToken}, scopes = ${sql.array([...grant.scopes], 'text')}, updated_at = now()
    where user_id = ${grant.userId} and provider = ${grant.provider} and account_subject = ${grant.accountSubject}
      and status = 'connected'
  `);
}

/** Deletes the grant and returns its refresh token (encrypted), to be revoked at the vendor. */
export async function disconnectIntegration(transaction: Transaction, id: string) {
  return await transaction.oneFirst(sql.type(z.object({ refreshToken: z.string().nullable() }))`
    update calendar_integrations
    set status = 'disconnected', refresh_token = null, access_token = null, access_token_expires_at = null, scopes = '{}',
        sync_requested_at = null, last_sync_error = null, updated_at = now()
    where id = ${id}
    returning old.refresh_token as "refreshToken"
  `);
}

/** Turns automatic sync on or off. Turning it on also requests a sync, to catch up. */
export async function updateSyncEnabled(transaction: Transaction, id: string, enabled: boolean) {
  await transaction.query(sql.typeAlias('void')`
    update calendar_integrations
    set sync_enabled = ${enabled}, updated_at = now(), sync_requested_at = case when ${enabled} then now() else sync_requested_at end
    where id = ${id}
  `);
}

/**
 * Disables the calendars of an account that is replaced by another. Their history is kept. Upcoming meetings lose their
 * hash (an empty one never matches), so that a sync that finds them again, here or in the new account, plans them again
 * even if unchanged.
 */
export async function disableCalendars(transaction: Transaction, integrationId: string) {
  await transaction.query(sql.typeAlias('void')`
    update calendars set is_listed = false, sync_cursor = null, full_sync_page_token = null where integration_id = ${integrationId}
  `);
  await transaction.query(sql.typeAlias('void')`
    update meetings set content_hash = ''
    where calendar_id in (select id from calendars where integration_id = ${integrationId})
      and start_time > now() and status = 'confirmed'
  `);
}

/** Increments the version of an account's upcoming meetings that may have a workflow, and returns them. */
export async function touchFutureMeetings(transaction: Transaction, integrationId: string) {
  return await transaction.any(sql.typeAlias('meetingVersion')`
    update meetings set version = version + 1, updated_at = now()
    where calendar_id in (select id from calendars where integration_id = ${integrationId})
      and start_time > now() and status = 'confirmed' and ${isPrepared}
    returning id as "meetingId", version
  `);
}

/**
 * Requests a sync. Returns false if the account is not connected or does not sync automatically; it catches up later.
 */
export async function requestSync(transaction: Transaction, integrationId: string) {
  const { rowCount } = await transaction.query(sql.typeAlias('void')`
    update calendar_integrations set sync_requested_at = now(), updated_at = now()
    where id = ${integrationId} and status = 'connected' and sync_enabled
  `);
  return rowCount === 1;
}

/**
 * Requests a sync of each connected account, at the user's request, unless they requested one in the last `restS`
 * seconds. Includes accounts that do not sync automatically. `waitS`: seconds until the first account may be synced
 * this way again; null if none is connected.
 */
export async function requestSyncsByUser(
  transaction: Transaction,
  userId: string,
  restS: number,
): Promise<{ providers: readonly Provider[]; waitS: number | null }> {
  const { waitS } = await transaction.one(sql.type(z.object({ waitS: z.number().nullable() }))`
    with locked as (
      select sync_asked_at from calendar_integrations where user_id = ${userId} and status = 'connected' order by id for update
    )
    select ceil(extract(epoch from min(coalesce(sync_asked_at + make_interval(secs => ${restS}), now())) - now()))::integer as "waitS"
    from locked
  `);
  const rows = await transaction.any(sql.type(z.object({ provider }))`
    update calendar_integrations set sync_asked_at = now(), sync_requested_at = now(), updated_at = now()
    where user_id = ${userId} and status = 'connected'
      and (sync_asked_at is null or sync_asked_at <= now() - make_interval(secs => ${restS}))
    returning provider
  `);
  return { providers: rows.map((row) => row.provider), waitS };
}

/**
 * Requests a full sync of each of the user's calendars, even during a running sync. Returns the providers of accounts
 * that sync automatically; others catch up when turned on or reconnected.
 */
export async function requestFullSyncs(transaction: Transaction, userId: string): Promise<readonly Provider[]> {
  const rows = await transaction.any(sql.type(z.object({ provider }))`
    update calendar_integrations set sync_requested_at = now(), updated_at = now()
    where user_id = ${userId} and status = 'connected' and sync_enabled
    returning provider
  `);
  await transaction.query(sql.typeAlias('void')`
    update calendars set sync_cursor = null, full_sync_page_token = null, full_sync_started_at = null
    where integration_id in (select id from calendar_integrations where user_id = ${userId})
  `);
  return rows.map((row) => row.provider);
}
