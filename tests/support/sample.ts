import { createHash } from 'node:crypto';

/** `npm run test:deep` covers everything that `npm test` samples. */
export const isDeep = process.env['TEST_DEEP'] === '1';

/**
 * Returns the items that this run tests: one, chosen by seed and name, or all in a deep run. The seed is printed at
 * the start of a run; TEST_SEED repeats it (vitest.config.ts).
 * @param name distinguishes samples, so that not all pick the same item
 */
export function sample<T>(items: readonly T[], name: string): readonly T[] {
  if (isDeep || items.length < 2) return items;
  const digest = createHash('sha256').update(`${process.env['TEST_SEED']} ${name}`).digest();
  return items.slice(digest.readUInt32BE() % items.length).slice(0, 1);
}
