import type { DatabasePool } from 'slonik';
import type { Encryption } from '#db/encryption.ts';
import { findListed } from '#db/find-objections.ts';
import {
  claimDossiers,
  type Dossier,
  type DossierClaim,
  deleteLeasedDossiers,
  releaseDossiers,
  renewDossierLease,
  updateDossiers,
} from '#db/queries/dossiers.ts';
import type { Transaction } from '#db/sql.ts';
import type { Logger } from '#telemetry/logger.ts';

/**
 * `key`: the same for all meetings that share the findings. `about`: the subjects whose objections apply
 * (domain/objection.ts).
 */
export type Claimable = { key: string; about: string[] };
export type DossierStore = ReturnType<typeof createStoredDossiers>;

/**
 * Creates a store of dossiers in the database, which all workers share.
 *
 * @param holder Id of the research target: all its runs may also reuse what is not shared with others.
 */
export function createStoredDossiers(
  { pool, encryption, logger }: { pool: DatabasePool; encryption: Pick<Encryption, 'hashes'>; logger: Logger },
  holder: string,
) {
  return {
    /** Claims dossiers, except those about anyone who has objected. */
    claim: (subjects: readonly Claimable[], since: Date): Promise<DossierClaim> =>
      pool.transaction(async (transaction) => {
        const { free } = await judge(transaction, subjects);
        const dossiers = free.map(({ key, about }) => ({
          key,
          about: about.flatMap((subject) => encryption.hashes(subject).slice(0, 1)),
        }));
        return await claimDossiers(transaction, { dossiers, since, holder });
      }),
    /** Renews a lease. Never rejects: research continues without it. */
    async renew(lease: string): Promise<void> {
      try {
        await renewDossierLease(pool, lease);
      } catch (error) {
        // The next renewal may still succeed in time. Otherwise another run repeats the research.
        logger.warn({ err: error }, 'failed to renew the lease of a dossier');
      }
    },
    /** Stores findings, except about anyone who has since objected. */
    save: (
      lease: string,
      dossiers: readonly (Claimable & { whole: Dossier; shared: Dossier; freshForS: number })[],
    ): Promise<void> =>
      pool.transaction(async (transaction) => {
        const { free, objected } = await judge(transaction, dossiers);
        await updateDossiers(transaction, { lease, holder }, free);
        await deleteLeasedDossiers(
          transaction,
          lease,
          objected.map(({ key }) => key),
        );
      }),
    release: (lease: string): Promise<void> => releaseDossiers(pool, lease),
  };

  async function judge<T extends Claimable>(
    transaction: Transaction,
    subjects: readonly T[],
  ): Promise<{ free: T[]; objected: T[] }> {
    const listed = await findListed(
      transaction,
      encryption,
      subjects.flatMap(({ about }) => about),
    );
    const isListed = ({ about }: T) => about.some((subject) => listed.has(subject));
    return { free: subjects.filter((one) => !isListed(one)), objected: subjects.filter(isListed) };
  }
}
