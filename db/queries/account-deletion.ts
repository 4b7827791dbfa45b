import * as z from 'zod';
import { provider } from '#contract/http.ts';
import type { Encryption } from '#db/encryption.ts';
import { type AccountKey, type Connection, sql, type Transaction } from '#db/sql.ts';
import { insertJournalEntry, JOURNAL } from './journal-entries.ts';
import { deleteFormerSuppressions } from './mail-suppressions.ts';

const owner = z.object({ email: z.string(), firstName: z.string(), lastName: z.string() });

/**
 * Disables the account and its calendars. Returns whom to email; null if already done. Grants are kept until they
 * are revoked. Needs `lockPlanning`.
 */
export async function requestDeletion(transaction: Transaction, userId: string) {
  const requested = await transaction.maybeOne(sql.type(owner)`
    update users
    set deletion_requested_at = now(), disabled_at = coalesce(disabled_at, now()), updated_at = now()
    where id = ${userId} and deletion_requested_at is null
    returning email, first_name as "firstName", last_name as "lastName"
  `);
  if (!requested) return null;
  await transaction.query(sql.typeAlias('void')`
    update calendar_integrations
    set status = 'disconnected', sync_enabled = false, sync_requested_at = null, access_token = null,
        access_token_expires_at = null, updated_at = now()
    where user_id = ${userId}
  `);
  return requested;
}

/**
 * Returns everything the user may have workflows for: calendars ever connected, and meetings that are upcoming or
 * started within the last hour.
 */
export async function listAccountWork(connection: Connection, userId: string) {
  return await connection.one(sql.type(z.object({ providers: z.array(provider), meetingIds: z.array(z.uuid()) }))`
    select
      array(select provider from calendar_integrations where user_id = ${userId}) as providers,
      array(select id from meetings where user_id = ${userId} and start_time > now() - interval '1 hour') as "meetingIds"
  `);
}

const heldGrants = (userId: string) => sql.fragment`
  select provider, refresh_token from calendar_integrations where user_id = ${userId} and refresh_token is not null
  union
  select provider, refresh_token from identities where user_id = ${userId} and refresh_token is not null
`;

/** Returns the envelopes (owner `{userId}:{provider}`) of a user's grants from a provider: calendar and sign-ins. */
export async function listGrants(connection: Connection, { userId, provider }: AccountKey) {
  return await connection.anyFirst(sql.type(z.object({ refreshToken: z.string() }))`
    select refresh_token as "refreshToken" from (${heldGrants(userId)}) as held where provider = ${provider}
  `);
}

/** Deletes a grant. Call it after revoking the grant. */
export async function deleteGrant(connection: Connection, userId: string, refreshToken: string) {
  await connection.query(sql.typeAlias('void')`
    with forgotten as (
      update identities set refresh_token = null, scopes = '{}', updated_at = now()
      where user_id = ${userId} and refresh_token = ${refreshToken}
    )
    update calendar_integrations set refresh_token = null, scopes = '{}', updated_at = now()
    where user_id = ${userId} and refresh_token = ${refreshToken}
  `);
}

const leaving = z.object({ email: z.string(), isRequested: z.boolean(), grants: z.array(provider) });

/** Returns a user to be deleted, and locks the row until the transaction ends. `grants`: providers still to revoke. */
export async function lockLeavingUser(transaction: Transaction, userId: string) {
  await transaction.query(sql.typeAlias('id')`select id from users where id = ${userId} for update`);
  return await transaction.maybeOne(sql.type(leaving)`
    select email, deletion_requested_at is not null as "isRequested",
      array(select distinct provider from (${heldGrants(userId)}) as held order by provider) as grants
    from users where id = ${userId}
  `);
}

/**
 * Deletes everything stored about a user, and returns the pseudonym that replaces them in the audit log. Emails keep
 * only their kind and outcome. The email that confirms the deletion is erased once sent (`eraseEmail`).
 */
export async function deleteUser(
  transaction: Transaction,
  { encrypt }: Pick<Encryption, 'encrypt'>,
  { userId, email }: { userId: string; email: string },
) {
  await eraseAddress(transaction, email);
  // A restore may bring back what is stored under the address, but not the account.
  await insertJournalEntry(transaction, { kind: 'address-erased', address: encrypt(email, JOURNAL) });
  for (const former of await deleteFormerSuppressions(transaction, userId)) {
    await insertJournalEntry(transaction, { kind: 'suppression-erased', address: encrypt(former, JOURNAL) });
  }
  await transaction.query(sql.typeAlias('void')`
    update emails set ${erasure} where user_id = ${userId} and ${isNoConfirmation}
  `);
  await transaction.query(sql.typeAlias('void')`
    delete from payment_events using payment_customers
    where payment_customers.provider_customer_id = payment_events.provider_customer_id and user_id = ${userId}
  `);
  await transaction.query(sql.typeAlias('void')`delete from outbox where message ->> 'userId' = ${userId}`);
  const { id: pseudonym } = await transaction.one(sql.typeAlias('id')`select pseudonymise_audit_log(${userId}) as id`);
  await transaction.query(sql.typeAlias('void')`delete from users where id = ${userId}`);
  return pseudonym;
}

/** The workflow of each deletion erases the email that confirms it. */
const isNoConfirmation = sql.fragment`kind <> 'account-deleted'`;

/**
 * Erases what is stored under a deleted account's address, except emails that confirm a deletion and emails of accounts
 * that had the address before, which are needed to find those accounts (`listUsersByAnyEmail`).
 */
export async function eraseAddress(transaction: Transaction, email: string) {
  await transaction.query(sql.typeAlias('void')`
    update emails set ${erasure}
    where ${isNoConfirmation}
      and (
        (to_address = ${email} and not exists (select from users where users.id = emails.user_id))
        or (kind = 'contact' and lower(data ->> 'email') = ${email})
      )
  `);
  await transaction.query(sql.typeAlias('void')`delete from newsletter_subscriptions where email = ${email}`);
  await transaction.query(sql.typeAlias('void')`delete from mail_suppressions where address = ${email}`);
  await transaction.query(sql.typeAlias('void')`delete from whitelist_entries where email = ${email}`);
}

/**
 * Frees the address of a closed account that is not deleted yet, so that another account can move to it. Erases now
 * what the deletion would erase by this address, since by then it belongs to the other account. Does nothing if no
 * closed account has it.
 */
export async function freeClosedAddress(transaction: Transaction, email: string) {
  const holder = await transaction.maybeOne(sql.typeAlias('id')`
    select id from users where email = ${email} and deletion_requested_at is not null for update
  `);
  if (!holder) return;
  await eraseAddress(transaction, email);
  // A unique address at a domain that can never receive mail.
  await transaction.query(sql.typeAlias('void')`
    update users set email = id || '@closed.invalid', updated_at = now() where id = ${holder.id}
  `);
}

/** A condition on `emails`: confirms a deletion that has not finished, since erasing its address is the last step. */
const isUnfinished = sql.fragment`kind = 'account-deleted' and to_address <> ''`;
const unfinished = z.object({ userId: z.string(), noticeId: z.uuid() });

/** Returns deletions requested more than `minutes` ago that have not finished, by `noticeId`. */
export async function listUnfinishedDeletions(
  connection: Connection,
  { minutes, after, limit }: { minutes: number; after: string | null; limit: number },
) {
  return await connection.any(sql.type(unfinished)`
    select split_part(mail_key, ':', 2) as "userId", id as "noticeId" from emails
    where ${isUnfinished} and created_at < now() - make_interval(mins => ${minutes})
      and (${after}::uuid is null or id > ${after}::uuid)
    order by id limit ${limit}
  `);
}

/** Returns the age in seconds of the oldest deletion that has not finished, 0 if none. */
export async function getOldestDeletionAgeS(connection: Connection) {
  return await connection.oneFirst(sql.type(z.object({ ageS: z.number() }))`
    select coalesce(extract(epoch from now() - least(
      (select min(deletion_requested_at) from users where deletion_requested_at is not null),
      (select min(created_at) from emails where ${isUnfinished})
    )), 0)::float8 as "ageS"
  `);
}

/** Erases an email's recipient and content. */
export async function eraseEmail(connection: Connection, emailId: string) {
  await connection.query(sql.typeAlias('void')`update emails set ${erasure} where id = ${emailId}`);
}

/** Assignments that erase an email. An unsent one is never sent. The key keeps its kind but drops the user's id. */
export const erasure = sql.fragment`
  mail_key = split_part(mail_key, ':', 1) || ':deleted:' || id, user_id = null, to_address = '', data = '{}', secret = null,
  provider_message_id = null, state = case when state = 'queued' then 'suppressed' else state end
`;
