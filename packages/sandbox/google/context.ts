import { keys } from '#sandbox/config.ts';
import type { Clock } from '#sandbox/control/clock.ts';
import type { Signer } from '#sandbox/google/signing.ts';
import type { GoogleState } from '#sandbox/google/state.ts';

/** Shared by all parts of the Google stand-in. A reset replaces `state` as a whole. */
export type GoogleContext = {
  state: GoogleState;
  clock: Clock;
  signer: Signer;
  baseUrl: string;
  /** The product's address; redirects go there or to loopback. */
  productUrl: string;
  /** Writes the state to disk; called before responding to a change. */
  save(): void;
};

/** The only registered OAuth client (docs/running.md, "Sandbox"). */
export const client = keys.google;
