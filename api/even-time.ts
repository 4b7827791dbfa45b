import { setTimeout as sleep } from 'node:timers/promises';

const FLOOR_MS = 120;

/**
 * Runs work whose duration would tell whether an address has an account, and answers after the same time in both cases: the work is a few
 * milliseconds of database, far below the floor.
 */
export async function inEvenTime<T>(work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.all([work(), sleep(FLOOR_MS)]);
  return result;
}
