import type { Express } from 'express';
import type { Clock } from '#sandbox/control/clock.ts';
import type { Control } from '#sandbox/control/control.ts';
import type { Store } from '#sandbox/control/store.ts';

export type VendorName = 'google' | 'microsoft' | 'stripe' | 'anthropic' | 'ses' | 'turnstile' | 'messages';

/**
 * Each vendor's port, as an offset from the base port. The console has the base port itself; the seeded web is at +7.
 */
export const vendorPorts: Record<VendorName, number> = {
  google: 1,
  microsoft: 2,
  stripe: 3,
  anthropic: 4,
  ses: 5,
  turnstile: 6,
  messages: 8,
};

/** The options every vendor gets. URLs have no trailing slash. */
export type VendorOptions = {
  /** The time for objects (trials, channels, events), never for tokens or signatures. */
  clock: Clock;
  /** This vendor's own address, `http://127.0.0.1:<port>`. */
  baseUrl: string;
  /** The address of the seeded web, `http://127.0.0.1:4007` by default. */
  webUrl: string;
  /** The product's address (webhooks, links back). */
  productUrl: string;
  /** Keeps this vendor's state across restarts; saves nothing if no state folder is set. */
  store: Store;
};

/** One stand-in. `app` has `control.router` mounted before its own routes. */
export type Vendor = {
  name: VendorName;
  app: Express;
  control: Control;
  /** Restores the seeded state and ends grants. The control resets clock, faults and journal itself. */
  reset(): void | Promise<void>;
  /** Stops timers and deliveries; called when the vendor's server closes. */
  close?(): void;
};
