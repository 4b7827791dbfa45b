import { createHash } from 'node:crypto';
import * as z from 'zod';
import { provider } from '#contract/http.ts';
import { suppressionReason } from '#contract/users.ts';
import { type Connection, sql, type Transaction } from '#db/sql.ts';

const account = z.string().regex(/^[0-9a-f]{64}$/);

/** All second factors of an account. Leaves out passkey names, which may be personal. */
const keptFactors = z.object({
  /** Encrypted, as in its row (`totpOwner`). */
  totp: z.object({ secret: z.string(), lastPeriod: z.number() }).nullable(),
  passkeys: z.array(
    z.object({
      credentialId: z.string(),
      /** Base64. */
      publicKey: z.string(),
      counter: z.number(),
      transports: z.array(z.string()),
    }),
  ),
  /** Hex hashes of unused recovery codes. */
  recoveryCodes: z.array(z.string()),
});
export type KeptFactors = z.infer<typeof keptFactors>;

/** Things users can stop and resume in their settings or with a link in an email. */
const stop = z.discriminatedUnion('of', [
  /** All briefings: the pause in the settings. */
  z.object({ of: z.literal('briefings') }),
  /** An account's automatic sync. */
  z.object({ of: z.literal('sync'), provider }),
  z.object({ of: z.literal('calendar'), calendarId: z.uuid() }),
  z.object({ of: z.literal('meeting'), meetingId: z.uuid() }),
  z.object({ of: z.literal('series'), calendarId: z.uuid(), seriesId: z.string() }),
  /** Research on guests from a domain, which is encrypted, owner `JOURNAL`. */
  z.object({ of: z.literal('domain'), domain: z.string() }),
]);
export type Stop = z.infer<typeof stop>;

/**
 * A change that restoring an older database must not undo. Accounts are identified by `hashAccount`; addresses are
 * encrypted, owner `JOURNAL`.
 */
export const journalEntry = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum([
      'access-ended',
      'account-closed',
      'account-locked',
      'account-unlocked',
      'briefings-stopped',
      'briefings-resumed',
      'role-revoked',
    ]),
    account,
  }),
  /** Sessions, tokens, shares or browsers' push messages. Every replay ends all of these, even without this entry. */
  z.object({ kind: z.literal('sessions-ended'), account }),
  z.object({ kind: z.enum(['stop-set', 'stop-lifted']), account, stop }),
  z.object({ kind: z.literal('factors-changed'), account, factors: keptFactors }),
  z.object({ kind: z.literal('address-changed'), account, address: z.string() }),
  z.object({ kind: z.literal('calendar-disconnected'), account, provider }),
  z.object({ kind: z.literal('meeting-deleted'), account, meetingId: z.uuid() }),
  z.object({ kind: z.literal('webhook-deleted'), account, webhookId: z.uuid() }),
  z.object({ kind: z.literal('channel-deleted'), account, channelId: z.uuid() }),
  z.object({ kind: z.literal('newsletter-ended'), subscriptionId: z.uuid() }),
  z.object({ kind: z.literal('whitelist-removed'), entryId: z.uuid() }),
  /** `listed`: the address or domain, encrypted, owner `JOURNAL`. */
  z.object({
    kind: z.literal('objection-listed'),
    objectionId: z.uuid(),
    about: z.enum(['address', 'domain']),
    listed: z.string(),
  }),
  z.object({ kind: z.literal('objection-removed'), objectionId: z.uuid() }),
  z.object({
    kind: z.literal('mail-stopped'),
    address: z.string(),
    reason: suppressionReason,
    reportedAt: z.iso.datetime(),
  }),
  /** Address of a deleted account, which the restored database may lack. */
  z.object({ kind: z.literal('address-erased'), address: z.string() }),
  /** A former address of a deleted account. */
  z.object({ kind: z.literal('suppression-erased'), address: z.string() }),
]);
export type JournalEntry = z.infer<typeof journalEntry>;

/** Owner of the journal's envelopes. */
export const JOURNAL = 'journal';

/**
 * Adds an entry to the journal. Call in the change's transaction, which returns only once the entry is outside the
 * database (db/journal.ts).
 */
export async function insertJournalEntry(transaction: Transaction, entry: JournalEntry) {
  await transaction.query(sql.typeAlias('void')`insert into journal_entries (entry) values (${sql.jsonb(entry)})`);
  journalled.add(transaction);
}

/** Records what a user stopped or resumed, so that it neither restarts nor stops again after a restore. */
export async function journalStop(
  transaction: Transaction,
  { userId, isStopped, ...stop }: Stop & { userId: string; isStopped: boolean },
) {
  const kind = isStopped ? 'stop-set' : 'stop-lifted';
  await insertJournalEntry(transaction, { kind, account: hashAccount(userId), stop });
}

/** Records that a session, access token, share or push subscription has ended. */
export async function journalRevocation(transaction: Transaction, userId: string) {
  await insertJournalEntry(transaction, { kind: 'sessions-ended', account: hashAccount(userId) });
}

const journalled = new WeakSet<Transaction>();

/** Returns whether this transaction inserted any entry. */
export const hasJournalEntries = (transaction: Transaction): boolean => journalled.has(transaction);

/** Identifies an account in the journal. Ids are random enough that the hash cannot be reversed. */
export function hashAccount(userId: string): string {
  return createHash('sha256').update(userId).digest('hex');
}

const keptEntry = z.object({ id: z.uuid(), at: z.date(), entry: z.unknown() });
export type KeptEntry = z.infer<typeof keptEntry>;

/** Keeps others from copying entries out of the database until the transaction ends. */
export async function lockJournal(transaction: Transaction) {
  await transaction.query(sql.typeAlias('void')`select from pg_advisory_xact_lock(hashtext('foreword.journal'))`);
}

/** Returns the entries not yet copied out of the database, oldest first. */
export async function listEntriesToKeep(connection: Connection) {
  return await connection.any(sql.type(keptEntry)`
    select id, at, entry from journal_entries where kept_at is null order by id
  `);
}

/** Returns the entries not yet copied out of the database with an envelope encrypted with another key. */
export async function listEntriesOfOldKeys(connection: Connection, keyId: string) {
  return await connection.anyFirst(sql.type(z.object({ id: z.uuid() }))`
    select id from journal_entries where kept_at is null and exists (
      select from regexp_matches(entry::text, '"v1[.]([^.]+)[.]', 'g') as envelope (parts) where parts[1] <> ${keyId}
    ) order by id
  `);
}

/** Marks entries as copied and empties them: otherwise their envelopes would outlive accounts and replaced keys. */
export async function markEntriesKept(connection: Connection, ids: readonly string[]) {
  await connection.query(sql.typeAlias('void')`
    update journal_entries set kept_at = now(), entry = '{}' where id = any(${sql.array([...ids], 'uuid')})
  `);
}

/** Returns the age in seconds of the oldest entry not yet copied out of the database, 0 if none. */
export async function getOldestEntryAgeS(connection: Connection) {
  return await connection.oneFirst(sql.type(z.object({ ageS: z.number() }))`
    select coalesce(extract(epoch from now() - min(at)), 0)::float8 as "ageS" from journal_entries where kept_at is null
  `);
}

/** Returns which of these entries are not in the database. */
export async function listUnseenEntries(connection: Connection, ids: readonly string[]) {
  return await connection.anyFirst(sql.type(z.object({ id: z.uuid() }))`
    select id from unnest(${sql.array([...ids], 'uuid')}) as kept (id)
    where not exists (select from journal_entries where journal_entries.id = kept.id)
  `);
}

/** Marks a replayed entry as seen by the database. */
export async function insertReplayedEntry(transaction: Transaction, { id, at }: { id: string; at: Date }) {
  await transaction.query(sql.typeAlias('void')`
    insert into journal_entries (id, entry, at, kept_at) values (${id}, '{}', ${sql.timestamp(at)}, now())
    on conflict (id) do nothing
  `);
}

/** Returns the newest entry of the last `days` days that was copied out of the database; null if none. */
export async function findNewestKeptEntry(connection: Connection, days: number) {
  return await connection.maybeOneFirst(sql.type(z.object({ id: z.uuid() }))`
    select id from journal_entries where kept_at is not null and at > now() - make_interval(days => ${days})
    order by id desc limit 1
  `);
}

/** Forgets the entries that were copied out of the database, except these. Returns how many. */
export async function forgetKeptEntries(connection: Connection, except: readonly string[]) {
  const { rowCount } = await connection.query(sql.typeAlias('void')`
    delete from journal_entries where kept_at is not null and id <> all(${sql.array([...except], 'uuid')})
  `);
  return rowCount;
}

/** Finds the account an entry refers to; null if the database has none. */
export async function findUserIdByHash(connection: Connection, hash: string) {
  return await connection.maybeOneFirst(sql.typeAlias('id')`
    select id from users where encode(sha256(convert_to(id::text, 'UTF8')), 'hex') = ${hash}
  `);
}
