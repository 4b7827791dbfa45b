import { setTimeout as sleep } from 'node:timers/promises';

const FLOOR_MS = 120;

/**
 * Runs work whose duration could reveal whether an address has an account. Pads the duration to a fixed minimum, far
 * longer than the work usually takes.
 */
export async function inConstantTime<T>(work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.all([work(), sleep(FLOOR_MS)]);
  return result;
}
