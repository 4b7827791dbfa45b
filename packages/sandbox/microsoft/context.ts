import { keys } from '#sandbox/config.ts';
import type { Clock } from '#sandbox/control/clock.ts';
import type { Deliveries } from '#sandbox/microsoft/graph/deliveries.ts';
import type { Signer } from '#sandbox/microsoft/identity/signing.ts';
import type { MicrosoftState } from '#sandbox/microsoft/state.ts';

/** What every part of the Microsoft stand-in works on. `state` is replaced as a whole by a reset. */
export type MicrosoftContext = {
  state: MicrosoftState;
  clock: Clock;
  signer: Signer;
  baseUrl: string;
  /** Where the product is reached; redirects lead there or to this machine. */
  productUrl: string;
  /** Change notifications under way. */
  deliveries: Deliveries;
  /** How delta answers the occurrences of a series; set by the control, back to `bare` on a reset. */
  deltaOccurrences: 'bare' | 'full';
  /** Writes the state to disk; called before a changed state is answered. */
  save(): void;
};

/** The one registered application the sandbox knows (docs/running.md, "Sandbox credentials"). */
export const client = keys.microsoft;
