import { findListed } from '#db/find-objections.ts';
import {
  claimDossiers,
  deleteLeasedDossiers,
  releaseDossiers,
  renewDossierLease,
  updateDossiers,
} from '#db/queries/dossiers.ts';
import type { Transaction } from '#db/sql.ts';
import type { WorkerContext } from '#workers/context.ts';
import type { Claimable, DossierStore } from './gather-findings.ts';

/** Dossiers in the database, shared by all workers. */
export function createStoredDossiers({
  pool,
  encryption,
  logger,
}: Pick<WorkerContext, 'pool' | 'encryption' | 'logger'>): DossierStore {
  return {
    claim: (subjects, since) =>
      pool.transaction(async (transaction) => {
        const { free } = await judge(transaction, subjects);
        const dossiers = free.map(({ key, about }) => ({
          key,
          about: about.flatMap((subject) => encryption.hashes(subject).slice(0, 1)),
        }));
        return await claimDossiers(transaction, { dossiers, since });
      }),
    async renew(lease) {
      try {
        await renewDossierLease(pool, lease);
      } catch (error) {
        // The next one may go through before the lease runs out; should it run out, another run researches the same once more.
        logger.warn({ err: error }, 'the lease of a dossier could not be renewed');
      }
    },
    save: (lease, dossiers) =>
      pool.transaction(async (transaction) => {
        const { free, objected } = await judge(transaction, dossiers);
        await updateDossiers(transaction, lease, free);
        await deleteLeasedDossiers(
          transaction,
          lease,
          objected.map(({ key }) => key),
        );
      }),
    release: (lease) => releaseDossiers(pool, lease),
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
