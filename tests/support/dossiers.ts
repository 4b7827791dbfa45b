import type { DossierStore } from '#db/stored-dossiers.ts';

/** A dossier store that stays empty. */
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
