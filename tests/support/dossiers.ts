import type { DossierStore } from '#db/stored-dossiers.ts';

/** Nobody has researched anything before, and nothing is kept. */
export const noDossiers: DossierStore = {
  claim: (subjects) =>
    Promise.resolve({
      lease: 'test',
      claimed: subjects.map(({ key }) => key),
      known: new Map(),
      oldestAt: null,
      busy: [],
    }),
  renew: () => Promise.resolve(),
  save: () => Promise.resolve(),
  release: () => Promise.resolve(),
};
