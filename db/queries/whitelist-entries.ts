import * as z from 'zod';
import { type Connection, sql, type Transaction } from '#db/sql.ts';

const whitelistEntryRow = z.object({
  id: z.uuid(),
  email: z.string(),
  reason: z.string().nullable(),
  expiresAt: z.coerce.date().nullable(),
  contractReference: z.string().nullable(),
  createdAt: z.coerce.date(),
  addedByUser: z.object({ firstName: z.string(), lastName: z.string(), email: z.string() }).nullable(),
});
export type WhitelistEntryRow = z.infer<typeof whitelistEntryRow>;

const columns = sql.fragment`
  whitelist_entries.id, whitelist_entries.email, whitelist_entries.reason, whitelist_entries.expires_at as "expiresAt",
  whitelist_entries.contract_reference as "contractReference", whitelist_entries.created_at as "createdAt",
  (
    select json_build_object('firstName', users.first_name, 'lastName', users.last_name, 'email', users.email)
    from users where users.id = whitelist_entries.added_by
  ) as "addedByUser"
`;

const whitelistPage = z.object({ total: z.number(), entries: z.array(whitelistEntryRow) });

/** Returns a page of entries, newest first, and their total. A page past the end is empty. */
export async function listWhitelistEntries(connection: Connection, { page, limit }: { page: number; limit: number }) {
  return await connection.one(sql.type(whitelistPage)`
    with page as (
      select ${columns} from whitelist_entries
      order by created_at desc, id desc limit ${limit} offset ${(page - 1) * limit}
    )
    select (select count(*) from whitelist_entries) as total,
      coalesce((select json_agg(page order by page."createdAt" desc, page.id desc) from page), '[]') as entries
  `);
}

export type NewWhitelistEntries = {
  /** ASCII case folded, without duplicates. */
  emails: readonly string[];
  reason: string | null;
  /** Null for no expiration. */
  durationDays: number | null;
  contractReference: string | null;
  addedBy: string | null;
};

/**
 * Adds entries for new addresses and renews expired ones. Returns the rows written: of concurrent calls, one gets each
 * address. Processes addresses in order, so that two calls cannot deadlock.
 */
export async function insertWhitelistEntries(
  transaction: Transaction,
  { emails, reason, durationDays, contractReference, addedBy }: NewWhitelistEntries,
) {
  return await transaction.any(sql.type(whitelistEntryRow)`
    insert into whitelist_entries (email, reason, expires_at, contract_reference, added_by)
    select email, ${reason}::text, now() + make_interval(days => ${durationDays}), ${contractReference}::text, ${addedBy}::uuid
    from unnest(${sql.array([...emails], 'text')}) as given (email) order by email
    on conflict (email) do update
    set reason = excluded.reason, expires_at = excluded.expires_at, contract_reference = excluded.contract_reference,
      added_by = excluded.added_by, created_at = now()
    where whitelist_entries.expires_at <= now()
    returning ${columns}
  `);
}

/** Deletes and returns an entry. Null if there is none; of two concurrent calls, one gets it. */
export async function deleteWhitelistEntry(transaction: Transaction, id: string) {
  return await transaction.maybeOne(sql.type(whitelistEntryRow)`
    delete from whitelist_entries where id = ${id} returning ${columns}
  `);
}
