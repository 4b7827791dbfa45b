import type { Dossier } from '#db/queries/dossiers.ts';
import type { DossierStore } from '#db/stored-dossiers.ts';

/** Creates a store of dossiers in memory, which never go stale. Supports one run at a time. */
export function createMemoryDossiers(): DossierStore & { contents: () => string } {
  const kept = new Map<string, Dossier>();
  return {
    claim(subjects) {
      const keys = subjects.map(({ key }) => key);
      const known = keys.flatMap((key): [string, Dossier][] => {
        const found = kept.get(key);
        return found ? [[key, found]] : [];
      });
      const claimed = keys.filter((key) => !kept.has(key));
      return Promise.resolve({ lease: 'only', claimed, known: new Map(known), oldestAt: null, busy: [] });
    },
    renew: () => Promise.resolve(),
    save(_lease, dossiers) {
      for (const { key, shared } of dossiers) kept.set(key, shared);
      return Promise.resolve();
    },
    release: () => Promise.resolve(),
    contents: () => JSON.stringify([...kept]),
  };
}
