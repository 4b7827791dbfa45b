import type { ApiContext } from '#api/context.ts';
import { notFound } from '#api/errors.ts';
import { deleteExcludedDomain, insertExcludedDomain, listExcludedDomains } from '#db/queries/domain-exclusions.ts';
import { lockPlanning } from '#db/queries/planning-locks.ts';
import type { Transaction } from '#db/sql.ts';
import { reclassifyMeetings } from './reclassify-meetings.ts';

type Exclusion = { userId: string; domain: string };

/**
 * Adds a domain and returns the new list. Does nothing if it is already there, so only one of several concurrent calls
 * takes effect.
 */
export async function addToBlacklist({ pool }: ApiContext, exclusion: Exclusion): Promise<string[]> {
  return await pool.transaction(async (transaction) => {
    await lockPlanning(transaction, exclusion.userId);
    await excludeDomain(transaction, exclusion);
    return await listExcludedDomains(transaction, exclusion.userId);
  });
}

/** Like `addToBlacklist`, within a transaction. Needs `lockPlanning`. */
export async function excludeDomain(transaction: Transaction, exclusion: Exclusion): Promise<void> {
  const isNew = await insertExcludedDomain(transaction, exclusion);
  if (isNew) await reclassifyMeetings(transaction, exclusion.userId);
}

/** Removes a domain and returns the new list. @throws 404 if it is not there */
export async function removeFromBlacklist({ pool }: ApiContext, exclusion: Exclusion): Promise<string[]> {
  return await pool.transaction(async (transaction) => {
    await lockPlanning(transaction, exclusion.userId);
    if (!(await deleteExcludedDomain(transaction, exclusion))) throw notFound();
    await reclassifyMeetings(transaction, exclusion.userId);
    return await listExcludedDomains(transaction, exclusion.userId);
  });
}
