import * as z from 'zod';
import type { Store } from '#sandbox/control/store.ts';
import { generateSigningKey } from '#sandbox/google/signing.ts';
import { type Sent, sentSchema } from './outbox.ts';
import { type Template, templateSchema } from './templates.ts';

const stateSchema = z.object({
  /** Oldest first. */
  sent: z.array(sentSchema),
  templates: z.array(templateSchema),
  /** Verified domains and addresses, lower case. */
  verified: z.array(z.string()),
  /** Asked to be verified, and never will be: nobody reads the vendor's mail here. */
  pending: z.array(z.string()),
  configurationSets: z.array(z.string()).default([]),
  /** Of the notification service, in PEM; stays the same over a reset, as its certificate does. */
  signingKey: z.string().default(generateSigningKey),
});
export type SesState = z.infer<typeof stateSchema>;

/** Memory holds more than the file, which is written whole with every mail. */
const maxSent = 5_000;
const maxSaved = 300;

export type SesStore = {
  state(): SesState;
  addSent(sent: Sent): void;
  setTemplates(templates: Template[]): void;
  setIdentities(identities: Pick<SesState, 'verified' | 'pending'>): void;
  setConfigurationSets(names: string[]): void;
  reset(): void;
};

export function createSesStore(store: Store): SesStore {
  let state = store.load(stateSchema) ?? seeded(generateSigningKey());

  function change(next: Partial<SesState>): void {
    state = { ...state, ...next };
    store.save({ ...state, sent: state.sent.slice(-maxSaved) });
  }

  return {
    state: () => state,
    addSent: (sent) => change({ sent: [...state.sent, sent].slice(-maxSent) }),
    setTemplates: (templates) => change({ templates }),
    setIdentities: (identities) => change(identities),
    setConfigurationSets: (configurationSets) => change({ configurationSets }),
    reset: () => change(seeded(state.signingKey)),
  };
}

function seeded(signingKey: string): SesState {
  return { sent: [], templates: [], verified: ['foreword.test'], pending: [], configurationSets: [], signingKey };
}
