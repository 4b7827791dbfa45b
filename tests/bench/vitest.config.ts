import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/**
 * `npm run bench`: prints figures with their bars, using separate services. Not part of `npm test`, because shared
 * machines are noisy.
 */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['tests/bench/**/*.bench.ts'],
    globalSetup: ['tests/support/services-setup.ts'],
    reporters: ['verbose'],
    fileParallelism: false,
    testTimeout: 900_000,
    hookTimeout: 600_000,
  },
});
