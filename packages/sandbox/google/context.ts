import { keys } from '#sandbox/config.ts';
import type { Clock } from '#sandbox/control/clock.ts';
import type { Signer } from '#sandbox/google/signing.ts';
import type { GoogleState } from '#sandbox/google/state.ts';

/** What every part of the Google stand-in works on. `state` is replaced as a whole by a reset. */
export type GoogleContext = {
  state: GoogleState;
  clock: Clock;
  signer: Signer;
  baseUrl: string;
  /** Where the product is reached; redirects lead there or to this machine. */
  productUrl: string;
  /** Writes the state to disk; called before a changed state is answered. */
  save(): void;
};

/** The one OAuth client the sandbox knows (docs/running.md, "Sandbox credentials"). */
export const client = keys.google;
