import type { FragmentSqlToken } from 'slonik';
import * as z from 'zod';
import { provider } from '#contract/http.ts';
import { JOURNAL_DAYS, RETENTION_MONTHS } from '#contract/limits.ts';
import { runTogether } from '#db/run-together.ts';
import { type Connection, sql, type Transaction } from '#db/sql.ts';
import { erasure } from './account-deletion.ts';
import { isPendingSignUp } from './auth-tokens.ts';
import { isInUse } from './mail-suppressions.ts';

/** `after`: id of the previous batch's last row; null to start. */
type Page = { after: string | null; limit: number };

const overdueAccount = z.object({
  integrationId: z.uuid(),
  userId: z.uuid(),
  provider,
  /** Error code of the last sync; null if it succeeded. */
  error: z.string().nullable(),
});
export type OverdueAccount = z.infer<typeof overdueAccount>;

/**
 * Returns automatically synced accounts that are overdue, by id. Accounts whose users have been away for two weeks get
 * twice as long, since they are polled half as often.
 */
export async function listOverdueAccounts(
  connection: Connection,
  { overdueS, after, limit }: Page & { overdueS: number },
) {
  return await connection.any(sql.type(overdueAccount)`
    select i.id as "integrationId", i.user_id as "userId", i.provider, i.last_sync_error as error
    from calendar_integrations i join users u on u.id = i.user_id
    where i.status = 'connected' and i.sync_enabled and u.disabled_at is null
      and coalesce(i.last_sync_at, i.created_at) < now() - ${overdueS} * interval '1 second'
        * case when coalesce(u.last_seen_at, i.updated_at) < now() - interval '14 days' then 2 else 1 end
      and (${after}::uuid is null or i.id > ${after}::uuid)
    order by i.id limit ${limit}
  `);
}

/** Makes the next sync of each of the account's calendars a full one. */
export async function dropCursors(transaction: Transaction, integrationId: string) {
  await transaction.query(sql.typeAlias('void')`
    update calendars set sync_cursor = null, full_sync_page_token = null, full_sync_started_at = null
    where integration_id = ${integrationId}
  `);
}

const dueMeeting = z.object({ meetingId: z.uuid(), userId: z.uuid(), version: z.number() });

/** Returns meetings whose briefing is overdue, or due within `withinHours`, by id. */
export async function listDueMeetings(
  connection: Connection,
  { withinHours, after, limit }: Page & { withinHours: number },
) {
  return await connection.any(sql.type(dueMeeting)`
    select m.id as "meetingId", m.user_id as "userId", m.version
    from meetings m join users u on u.id = m.user_id
    where m.briefing_state = 'scheduled' and m.briefing_due_at < now() + ${withinHours} * interval '1 hour'
      and m.status = 'confirmed' and m.start_time > now() and u.disabled_at is null
      and (${after}::uuid is null or m.id > ${after}::uuid)
    order by m.id limit ${limit}
  `);
}

const accountKey = z.object({ integrationId: z.uuid(), userId: z.uuid(), provider });

/** Returns accounts with a channel that their sync should have renewed more than an hour ago, by id. */
export async function listAccountsWithOldChannels(connection: Connection, { after, limit }: Page) {
  return await connection.any(sql.type(accountKey)`
    select i.id as "integrationId", i.user_id as "userId", i.provider
    from calendar_integrations i
    where i.status = 'connected' and i.sync_enabled
      and exists (
        select from calendar_channels ch join calendars c on c.id = ch.calendar_id
        where c.integration_id = i.id and c.enabled and ch.renew_at < now() - interval '1 hour'
          and (c.channel_retry_at is null or c.channel_retry_at < now())
      )
      and (${after}::uuid is null or i.id > ${after}::uuid)
    order by i.id limit ${limit}
  `);
}

const deleted = z.object({ count: z.number() });

const UNVERIFIED_DAYS = 7;
/** Small, since deleting an account checks every table that refers to it. */
const ACCOUNT_BATCH = 1_000;
/** Rows of a table that are deleted at once, well within the time limit of a statement. */
const ROW_BATCH = 5_000;
const ADDRESS_BATCH = 10_000;

/** A condition on `users`: the address was not verified in time, and every unused link has expired. */
const isAbandoned = sql.fragment`
  email_verified_at is null and disabled_at is null and created_at < now() - make_interval(days => ${UNVERIFIED_DAYS})
  and not exists (
    select from auth_tokens
    where auth_tokens.user_id = users.id and auth_tokens.expires_at > now() and auth_tokens.used_at is null
  )
`;

/**
 * Deletes a batch of accounts whose address was not verified in time and whose unused links have all expired, and
 * erases the emails to them, but not those of accounts that had the address before. Skips accounts locked by another
 * transaction, which may be emailing them a link. Returns how many accounts, 0 when none are left.
 */
export async function deleteUnverifiedUsers(transaction: Transaction) {
  const ids = await transaction.anyFirst(sql.typeAlias('id')`
    select id from users where ${isAbandoned} order by created_at limit ${ACCOUNT_BATCH} for update skip locked
  `);
  // Checked again by a statement of its own: the first one may not see a link committed just before it took the lock.
  return await transaction.oneFirst(sql.type(deleted)`
    with abandoned as (
      delete from users where id = any(${sql.array([...ids], 'uuid')}) and ${isAbandoned} returning id, email
    ), erased as (
      update emails set ${erasure}
      where to_address = any(array(select email from abandoned))
        and (user_id = any(array(select id from abandoned)) or not exists (select from users where users.id = emails.user_id))
    )
    select count(*) from abandoned
  `);
}

/**
 * Deletes a batch of old rows that no longer serve a purpose, and erases old objection emails. Returns the number of
 * rows, 0 when none are left.
 */
export async function deleteExpiredRows(connection: Connection) {
  return await runTogether(connection, [
    deleteBatch('sessions', sql.fragment`expires_at < now() - interval '1 day'`),
    deleteBatch('access_tokens', sql.fragment`expires_at < now() - interval '30 days'`),
    deleteBatch('briefing_shares', sql.fragment`expires_at < now() - interval '30 days'`),
    deleteBatch('auth_tokens', sql.fragment`expires_at < now() - interval '7 days' and not (${isPendingSignUp})`),
    deleteBatch(
      'newsletter_subscriptions',
      sql.fragment`confirmed_at is null and token_expires_at < now() - interval '30 days'`,
    ),
    deleteBatch('objections', sql.fragment`confirmed_at is null and token_expires_at < now() - interval '1 day'`),
    sql.fragment`
      update emails set ${erasure}
      where ${inBatch('emails', sql.fragment`kind = 'objection-confirm' and to_address <> '' and created_at < now() - interval '8 days'`)}
    `,
    // Bounce and complaint reports are redelivered for days, but not for weeks.
    deleteBatch(
      'mail_suppressions',
      sql.fragment`
        lifted_at < now() - interval '30 days'
        or (reported_at < now() - make_interval(months => ${RETENTION_MONTHS}) and not ${isInUse})
      `,
    ),
    deleteBatch('calendar_channels', sql.fragment`expires_at < now() - interval '1 day'`),
    deleteBatch(
      'full_sync_seen',
      sql.fragment`
        exists (
          select from calendars
          where calendars.id = full_sync_seen.calendar_id
            and (calendars.full_sync_started_at is null or calendars.full_sync_started_at < now() - interval '1 day')
        )
      `,
    ),
    deleteBatch('offering_suggestions', sql.fragment`created_at < now() - interval '30 days'`),
    deleteBatch('deleted_research_costs', sql.fragment`created_at < now() - interval '1 day'`),
    deleteBatch('unfinished_research', sql.fragment`meeting_id is null and created_at < now() - interval '1 day'`),
    deleteBatch('journal_entries', sql.fragment`at < now() - make_interval(days => ${JOURNAL_DAYS})`),
  ]);
}

function deleteBatch(table: string, condition: FragmentSqlToken) {
  return sql.fragment`delete from ${sql.identifier([table])} where ${inBatch(table, condition)}`;
}

/** Matches a batch of the rows that meet the condition, except rows changed before this statement reaches them. */
function inBatch(table: string, condition: FragmentSqlToken) {
  const rows = sql.fragment`select ctid from ${sql.identifier([table])} where ${condition} limit ${ROW_BATCH}`;
  return sql.fragment`ctid = any(array(${rows})) and (${condition})`;
}

/** Erases a batch of old IP addresses from the audit log. Returns the number of entries, 0 when none are left. */
export async function forgetAuditAddresses(connection: Connection, days: number) {
  return await connection.oneFirst(sql.type(deleted)`
    select forget_audit_addresses(${days}, ${ADDRESS_BATCH}) as count
  `);
}
