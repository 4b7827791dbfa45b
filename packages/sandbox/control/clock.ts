import * as z from 'zod';
import type { Store } from '#sandbox/control/store.ts';

/** A vendor's own time for its objects. Tokens and signatures use real time (`Date.now()`), never this. */
export type Clock = {
  now(): Date;
  offsetMs(): number;
  advance(ms: number): void;
  reset(): void;
};

const clockState = z.object({ offsetMs: z.number().int().nonnegative() });

/** A clock that runs with real time plus the offset it was advanced by; the offset is kept in `store`, if one is given. */
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
