import type { Clock } from '#sandbox/control/clock.ts';
import type { StripeEvent } from '#sandbox/stripe/objects.ts';
import type { StripeState } from '#sandbox/stripe/state.ts';

/** What every part of the Stripe stand-in works on. `state` is replaced as a whole by a reset. */
export type StripeContext = {
  state: StripeState;
  clock: Clock;
  baseUrl: string;
  productUrl: string;
  /** The API request being handled; null in what time alone brings about. Handlers run without a pause, so one place is enough. */
  cause: { id: string; idempotency_key: string | null } | null;
  /** The moment being lived through while time catches up, on the timeline of that test clock (null: the vendor's own). */
  moment: { testClock: string | null; at: number } | null;
  newId: (prefix: string) => string;
  /** Hands an event to the webhook endpoints that want it. */
  deliver(event: StripeEvent): void;
  /** Writes the state to disk; called before a changed state is answered. */
  save(): void;
};
