import { createHash } from 'node:crypto';

/** `npm run test:deep` looks at everything of which `npm test` takes a sample. */
export const isDeep = process.env['TEST_DEEP'] === '1';

/**
 * Returns the part of a list that this run tests: one item, which changes from run to run and is the same for the same seed and name; every item in a
 * deep run. The seed is printed at the start of a run, and TEST_SEED repeats it (vitest.config.ts).
 *
 * @param name of what is sampled, so that neighbours do not all draw the same item
 */
export function sample<T>(items: readonly T[], name: string): readonly T[] {
  if (isDeep || items.length < 2) return items;
  const digest = createHash('sha256').update(`${process.env['TEST_SEED']} ${name}`).digest();
  return items.slice(digest.readUInt32BE() % items.length).slice(0, 1);
}
