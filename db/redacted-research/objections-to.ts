import type { ResearchReport } from '#contract/research.ts';
import type { Encryption } from '#db/encryption.ts';
import { findObjections } from '#db/find-objections.ts';
import type { Connection } from '#db/sql.ts';
import type { Objections } from '#domain/objection.ts';

/** Returns who in these reports has objected to being researched. */
export async function objectionsTo(
  connection: Connection,
  encryption: Pick<Encryption, 'hashes'>,
  reports: readonly Pick<ResearchReport, 'guests' | 'companies'>[],
): Promise<Objections> {
  return await findObjections(connection, encryption, {
    emails: reports.flatMap(({ guests }) => guests.map(({ email }) => email)),
    domains: reports.flatMap(({ companies }) => companies.map(({ domain }) => domain)),
  });
}
