import {
  claimDossiers,
  type DossierPage,
  releaseDossiers,
  renewDossierLease,
  updateDossiers,
} from '#db/queries/dossiers.ts';
import type { WorkerContext } from '#workers/context.ts';
import type { DossierStore } from './collect-pages.ts';
import { pageDate } from './page-date.ts';

/** Dossiers in the database, shared by all workers. */
export function createStoredDossiers({ pool, logger }: Pick<WorkerContext, 'pool' | 'logger'>): DossierStore {
  return {
    async claim(keys, since) {
      const { pages, researchedAt, ...claim } = await pool.transaction((transaction) =>
        claimDossiers(transaction, { keys, since }),
      );
      return { ...claim, pages: new Map([...pages].map(([key, known]) => [key, dated(known, researchedAt.get(key))])) };
    },
    async renew(lease) {
      try {
        await renewDossierLease(pool, lease);
      } catch (error) {
        // The next one may go through before the lease runs out; should it run out, somebody else researches the same once more.
        logger.warn({ err: error }, 'the lease of a dossier could not be renewed');
      }
    },
    save: (lease, dossiers) => pool.transaction((transaction) => updateDossiers(transaction, lease, dossiers)),
    release: (lease) => releaseDossiers(pool, lease),
  };
}

/** Workers of the release before, which run beside this one during a deploy, keep ages as distances (`3 days ago`). */
function dated(pages: readonly DossierPage[], researchedAt = new Date()): DossierPage[] {
  return pages.map((page) => ({ ...page, age: pageDate(page.age, researchedAt) }));
}
