import type { Clock } from '#sandbox/control/clock.ts';
import type { StripeEvent } from '#sandbox/stripe/objects.ts';
import type { StripeState } from '#sandbox/stripe/state.ts';

/** Shared by all parts of the Stripe stand-in. A reset replaces `state` as a whole. */
export type StripeContext = {
  state: StripeState;
  clock: Clock;
  baseUrl: string;
  productUrl: string;
  /**
   * The API request being handled; null for scheduled changes. Handlers run synchronously, so one is enough.
   */
  cause: { id: string; idempotency_key: string | null } | null;
  /** The time of the scheduled action being run: Unix seconds on a test clock's timeline (null: the vendor's own). */
  moment: { testClock: string | null; at: number } | null;
  newId: (prefix: string) => string;
  /** Passes an event to the webhook endpoints that subscribe to it. */
  deliver(event: StripeEvent): void;
  /** Writes the state to disk; called before responding to a change. */
  save(): void;
};
