import * as z from 'zod';
import type { Store } from '#sandbox/control/store.ts';

/** A vendor's time for its objects. Tokens and signatures always use real time (`Date.now()`). */
export type Clock = {
  now(): Date;
  offsetMs(): number;
  advance(ms: number): void;
  reset(): void;
};

const clockState = z.object({ offsetMs: z.number().int().nonnegative() });

/**
 * Creates a clock that runs ahead of real time by the total it was advanced. `store`, if given, persists that offset.
 */
export function createClock(store?: Store): Clock {
  let offsetMs = store?.load(clockState)?.offsetMs ?? 0;

  function set(next: number): void {
    offsetMs = next;
    store?.save({ offsetMs });
  }

  return {
    now: () => new Date(Date.now() + offsetMs),
    offsetMs: () => offsetMs,
    advance: (ms) => set(offsetMs + ms),
    reset: () => set(0),
  };
}
