import { claimDossiers, releaseDossiers, renewDossierLease, updateDossiers } from '#db/queries/dossiers.ts';
import type { WorkerContext } from '#workers/context.ts';
import type { DossierStore } from './gather-findings.ts';

/** Dossiers in the database, shared by all workers. */
export function createStoredDossiers({ pool, logger }: Pick<WorkerContext, 'pool' | 'logger'>): DossierStore {
  return {
    claim: (keys, since) => pool.transaction((transaction) => claimDossiers(transaction, { keys, since })),
    async renew(lease) {
      try {
        await renewDossierLease(pool, lease);
      } catch (error) {
        // The next one may go through before the lease runs out; should it run out, another run researches the same once more.
        logger.warn({ err: error }, 'the lease of a dossier could not be renewed');
      }
    },
    save: (lease, dossiers) => pool.transaction((transaction) => updateDossiers(transaction, lease, dossiers)),
    release: (lease) => releaseDossiers(pool, lease),
  };
}
