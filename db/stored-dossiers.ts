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

/** `key`: by it meetings share what is found. `about`: whose objection (domain/objection.ts) it falls under. */
export type Claimable = { key: string; about: string[] };
/** Where dossiers are kept. */
export type DossierStore = ReturnType<typeof createStoredDossiers>;

/** Dossiers in the database, shared by all workers. */
export function createStoredDossiers({
  pool,
  encryption,
  logger,
}: {
  pool: DatabasePool;
  encryption: Pick<Encryption, 'hashes'>;
  logger: Logger;
}) {
  return {
    /** Leaves out whom nobody may research. */
    claim: (subjects: readonly Claimable[], since: Date): Promise<DossierClaim> =>
      pool.transaction(async (transaction) => {
        const { free } = await judge(transaction, subjects);
        const dossiers = free.map(({ key, about }) => ({
          key,
          about: about.flatMap((subject) => encryption.hashes(subject).slice(0, 1)),
        }));
        return await claimDossiers(transaction, { dossiers, since });
      }),
    /** Never rejects: what it is for continues without it. */
    async renew(lease: string): Promise<void> {
      try {
        await renewDossierLease(pool, lease);
      } catch (error) {
        // The next one may go through before the lease runs out; should it run out, another run researches the same once more.
        logger.warn({ err: error }, 'the lease of a dossier could not be renewed');
      }
    },
    /** Keeps nothing of whoever has objected meanwhile. */
    save: (lease: string, dossiers: readonly (Claimable & { found: Dossier; freshForS: number })[]): Promise<void> =>
      pool.transaction(async (transaction) => {
        const { free, objected } = await judge(transaction, dossiers);
        await updateDossiers(transaction, lease, free);
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
