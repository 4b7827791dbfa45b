import type { ResearchReport } from '#contract/research.ts';
import type { Encryption } from '#db/encryption.ts';
import { findObjections } from '#db/find-objections.ts';
import type { Connection } from '#db/sql.ts';
import type { Objections } from '#domain/objection.ts';

/** Who of those a report tells of has objected to being researched. */
export async function objectionsTo(
  connection: Connection,
  encryption: Pick<Encryption, 'hashes'>,
  { guests, companies }: ResearchReport,
): Promise<Objections> {
  return await findObjections(connection, encryption, {
    emails: guests.map(({ email }) => email),
    domains: companies.map(({ domain }) => domain),
  });
}
