import type { DossierPage } from '#db/queries/dossiers.ts';
import type { DossierStore } from '#workers/research/collect-pages.ts';

/** Dossiers that stay fresh for as long as the process lives; one run at a time. */
export function createMemoryDossiers(): DossierStore & { contents: () => string } {
  const kept = new Map<string, DossierPage[]>();
  return {
    claim(keys) {
      const known = keys.flatMap((key): [string, DossierPage[]][] => {
        const pages = kept.get(key);
        return pages ? [[key, pages]] : [];
      });
      const claimed = keys.filter((key) => !kept.has(key));
      return Promise.resolve({ lease: 'only', claimed, pages: new Map(known), oldestAt: null, busy: [] });
    },
    renew: () => Promise.resolve(),
    save(_lease, dossiers) {
      for (const { key, pages } of dossiers) kept.set(key, pages);
      return Promise.resolve();
    },
    release: () => Promise.resolve(),
    contents: () => JSON.stringify([...kept]),
  };
}
