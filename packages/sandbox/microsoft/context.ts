import { keys } from '#sandbox/config.ts';
import type { Clock } from '#sandbox/control/clock.ts';
import type { Deliveries } from '#sandbox/microsoft/graph/deliveries.ts';
import type { Signer } from '#sandbox/microsoft/identity/signing.ts';
import type { MicrosoftState } from '#sandbox/microsoft/state.ts';

/** Shared by all parts of the Microsoft stand-in. A reset replaces `state` as a whole. */
export type MicrosoftContext = {
  state: MicrosoftState;
  clock: Clock;
  signer: Signer;
  baseUrl: string;
  /** The product's address; redirects go there or to loopback. */
  productUrl: string;
  /** Change notifications in progress. */
  deliveries: Deliveries;
  /** Detail that delta returns for the occurrences of a series; set through the control, `bare` after a reset. */
  deltaOccurrences: 'bare' | 'full';
  /** Whether pages cut popups off from their openers, as for apps registered after January 2027; false after a reset. */
  coopEnforcement: boolean;
  /** Writes the state to disk; called before responding to a change. */
  save(): void;
};

/** The only registered application (docs/running.md, "Sandbox"). */
export const client = keys.microsoft;
