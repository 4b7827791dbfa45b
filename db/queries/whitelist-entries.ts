import { type Connection, sql } from '#db/sql.ts';

export type NewWhitelistEntry = {
  /** ASCII case folded. */
  email: string;
  reason: string | null;
  expiresAt: Date | null;
  contractReference: string | null;
  addedBy: string | null;
};

/** False when the address has an entry already. */
export async function insertWhitelistEntry(connection: Connection, entry: NewWhitelistEntry): Promise<boolean> {
  const row = await connection.maybeOne(sql.typeAlias('id')`
    insert into whitelist_entries (email, reason, expires_at, contract_reference, added_by)
    values (${entry.email}, ${entry.reason}, ${entry.expiresAt ? sql.timestamp(entry.expiresAt) : null}, ${entry.contractReference},
            ${entry.addedBy})
    on conflict (email) do nothing
    returning id
  `);
  return row !== null;
}
