import { createHash } from 'node:crypto';

/** `npm run test:deep` covers everything that `npm test` samples. */
export const isDeep = process.env['TEST_DEEP'] === '1';

/** The seed of a run's samples and random inputs, printed at its start; TEST_SEED repeats it (vitest.config.ts). */
export const testSeed = Number(process.env['TEST_SEED']);

/**
 * Returns the items that this run tests: `count` of them, chosen by seed and name, or all in a deep run.
 * @param name distinguishes samples, so that not all pick the same items
 */
export function sample<T>(items: readonly T[], name: string, count = 1): readonly T[] {
  if (isDeep || items.length <= count) return items;
  const rankOf = (index: number) => createHash('sha256').update(`${testSeed} ${name} ${index}`).digest('hex');
  const ranks = items.map((_, index) => rankOf(index));
  const drawn = new Set(ranks.toSorted().slice(0, count));
  return items.filter((_, index) => drawn.has(ranks[index] ?? ''));
}
