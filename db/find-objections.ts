import type { Encryption } from '#db/encryption.ts';
import { hasUnknownKey, listMatchingObjections } from '#db/queries/objections.ts';
import type { Connection } from '#db/sql.ts';
import { addressSubject, domainSubject, type Objections } from '#domain/objection.ts';
import { registrableDomain, registrableDomainOfAddress } from '#domain/registrable-domain.ts';
import { LoggableError } from '#telemetry/loggable-error.ts';

/** Returns the guests (by address) and companies (by domain, guests' own included) that objected to research. */
export async function findObjections(
  connection: Connection,
  encryption: Pick<Encryption, 'hashes'>,
  { emails, domains }: { emails: readonly string[]; domains: readonly string[] },
): Promise<Objections> {
  const companies = [
    ...domains.map(registrableDomain),
    ...emails.flatMap((one) => registrableDomainOfAddress(one) ?? []),
  ];
  const listed = await findListed(connection, encryption, [
    ...emails.map(addressSubject),
    ...companies.map(domainSubject),
  ]);
  return {
    addresses: new Set(emails.filter((email) => listed.has(addressSubject(email)))),
    domains: new Set(companies.filter((domain) => listed.has(domainSubject(domain)))),
  };
}

/**
 * Returns which subjects (domain/objection.ts) are listed.
 *
 * @throws Error if someone is listed under a key that is missing: no one is researched until it is back, or
 *   `re-encrypt` has moved the list to a newer key
 */
export async function findListed(
  connection: Connection,
  { hashes }: Pick<Encryption, 'hashes'>,
  subjects: readonly string[],
): Promise<ReadonlySet<string>> {
  const keyIds = hashes('').map((hash) => hash.slice(0, hash.indexOf('.')));
  if (await hasUnknownKey(connection, keyIds))
    throw new LoggableError('An objection is listed under a key that is not in ENCRYPTION_KEYS.');
  const subjectOf = new Map(subjects.flatMap((subject) => hashes(subject).map((hash) => [hash, subject] as const)));
  const found = await listMatchingObjections(connection, [...subjectOf.keys()]);
  return new Set(found.flatMap((hash) => subjectOf.get(hash) ?? []));
}
