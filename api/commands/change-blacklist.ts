import type { ApiContext } from '#api/context.ts';
import { notFound } from '#api/errors.ts';
import type { Encryption } from '#db/encryption.ts';
import { deleteExcludedDomain, insertExcludedDomain, listExcludedDomains } from '#db/queries/domain-exclusions.ts';
import { JOURNAL, journalStop } from '#db/queries/journal-entries.ts';
import { lockPlanning } from '#db/queries/planning-locks.ts';
import { reclassifyMeetings } from '#db/reclassify-meetings.ts';
import type { Transaction } from '#db/sql.ts';

type Exclusion = { userId: string; domain: string };

/**
 * Adds a domain and returns the new list. Does nothing if it is already there, so only one of several concurrent calls
 * takes effect.
 */
export async function addToBlacklist(context: ApiContext, exclusion: Exclusion): Promise<string[]> {
  return await context.pool.transaction(async (transaction) => {
    await lockPlanning(transaction, exclusion.userId);
    await excludeDomain(context, transaction, exclusion);
    return await listExcludedDomains(transaction, exclusion.userId);
  });
}

/** Like `addToBlacklist`, within a transaction. Needs `lockPlanning`. */
export async function excludeDomain(
  { encryption }: ApiContext,
  transaction: Transaction,
  exclusion: Exclusion,
): Promise<void> {
  if (!(await insertExcludedDomain(transaction, exclusion))) return;
  await journalExclusion(encryption, transaction, exclusion, true);
  await reclassifyMeetings(transaction, exclusion.userId);
}

/** Removes a domain and returns the new list. @throws 404 if it is not there */
export async function removeFromBlacklist({ pool, encryption }: ApiContext, exclusion: Exclusion): Promise<string[]> {
  return await pool.transaction(async (transaction) => {
    await lockPlanning(transaction, exclusion.userId);
    if (!(await deleteExcludedDomain(transaction, exclusion))) throw notFound();
    await journalExclusion(encryption, transaction, exclusion, false);
    await reclassifyMeetings(transaction, exclusion.userId);
    return await listExcludedDomains(transaction, exclusion.userId);
  });
}

async function journalExclusion(
  { encrypt }: Encryption,
  transaction: Transaction,
  { userId, domain }: Exclusion,
  isStopped: boolean,
): Promise<void> {
  await journalStop(transaction, { userId, of: 'domain', domain: encrypt(domain, JOURNAL), isStopped });
}
