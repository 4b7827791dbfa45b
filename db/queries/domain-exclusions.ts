import * as z from 'zod';
import { type Connection, sql, type Transaction } from '#db/sql.ts';

/** Returns the user's excluded domains in alphabetical order. */
export async function listExcludedDomains(connection: Connection, userId: string): Promise<string[]> {
  const rows = await connection.any(sql.type(z.object({ domain: z.string() }))`
    select domain from domain_exclusions where user_id = ${userId} order by domain
  `);
  return rows.map(({ domain }) => domain);
}

/** Excludes a domain. Returns false if it is already excluded. */
export async function insertExcludedDomain(
  transaction: Transaction,
  { userId, domain }: { userId: string; domain: string },
) {
  const { rowCount } = await transaction.query(sql.typeAlias('void')`
    insert into domain_exclusions (user_id, domain) values (${userId}, ${domain}) on conflict do nothing
  `);
  return rowCount === 1;
}

/** Stops excluding a domain. Returns false if it is not excluded. */
export async function deleteExcludedDomain(
  transaction: Transaction,
  { userId, domain }: { userId: string; domain: string },
) {
  const { rowCount } = await transaction.query(sql.typeAlias('void')`
    delete from domain_exclusions where user_id = ${userId} and domain = ${domain}
  `);
  return rowCount === 1;
}
