import * as z from 'zod';
import type { Store } from '#sandbox/control/store.ts';
import { signingKeyOf } from '#sandbox/google/signing.ts';
import { type Sent, sentSchema } from './outbox.ts';

const stateSchema = z.object({
  /** Oldest first. */
  sent: z.array(sentSchema),
  /** The notification service's key, in PEM; like its certificate, it stays the same across a reset. */
  signingKey: z.string().default(() => signingKeyOf('ses')),
});
export type SesState = z.infer<typeof stateSchema>;

/** More emails are kept in memory than in the file, since the whole file is rewritten for each new email. */
const maxSent = 5_000;
const maxSaved = 300;

export type SesStore = {
  state(): SesState;
  addSent(sent: Sent): void;
  reset(): void;
};

export function createSesStore(store: Store): SesStore {
  let state = store.load(stateSchema) ?? seeded(signingKeyOf('ses'));

  function change(next: Partial<SesState>): void {
    const changed = { ...state, ...next };
    // Saves first: if saving fails, for example on a full disk, nothing has changed and the caller can retry.
    store.save({ ...changed, sent: changed.sent.slice(-maxSaved) });
    state = changed;
  }

  return {
    state: () => state,
    addSent: (sent) => change({ sent: [...state.sent, sent].slice(-maxSent) }),
    reset: () => change(seeded(state.signingKey)),
  };
}

function seeded(signingKey: string): SesState {
  return { sent: [], signingKey };
}
