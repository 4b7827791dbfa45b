import { defineConfig } from 'vitest/config';

/** Tests that need Postgres, Redis and Temporal; tests/support/services.ts hands them out. */
const withServices = { globalSetup: ['tests/support/services-setup.ts'] };

/** A test file belongs to the first kind whose folders hold it; what no folder claims is a unit test. */
const kinds = [
  {
    name: 'api',
    folders: ['tests/api', 'tests/db'],
    test: { ...withServices, testTimeout: 15_000, hookTimeout: 30_000 },
  },
  { name: 'sandbox', folders: ['tests/sandbox'], test: { testTimeout: 20_000, hookTimeout: 30_000 } },
  { name: 'contract', folders: ['tests/contract'], test: { testTimeout: 60_000, hookTimeout: 60_000 } },
  {
    name: 'workflow',
    folders: ['tests/workflows', 'tests/workers/activities', 'tests/calendar-property'],
    // These wait for timers more than they work.
    test: { ...withServices, testTimeout: 60_000, hookTimeout: 60_000, maxWorkers: 3 },
  },
  { name: 'replay', folders: ['tests/replay'], test: { testTimeout: 30_000, hookTimeout: 60_000 } },
  {
    name: 'security',
    folders: ['tests/security'],
    test: { ...withServices, testTimeout: 30_000, hookTimeout: 60_000 },
  },
  {
    name: 'browser',
    folders: ['tests/e2e'],
    test: {
      globalSetup: ['tests/support/services-setup.ts', 'tests/support/browser-setup.ts'],
      testTimeout: 180_000,
      hookTimeout: 120_000,
    },
  },
];

const unclaimed = {
  name: 'unit',
  include: ['tests/**/*.test.ts'],
  exclude: kinds.flatMap(({ folders }) => folders.map((folder) => `${folder}/**`)),
  testTimeout: 10_000,
};

export default defineConfig({
  test: {
    passWithNoTests: false,
    allowOnly: false,
    // Two cores: two files at a time keep both busy while one of them waits for a server.
    maxWorkers: 2,
    projects: [
      { extends: true, test: { ...unclaimed, sequence: { groupOrder: 0 } } },
      ...kinds.map(({ name, folders, test }, index) => ({
        extends: true as const,
        test: {
          name,
          include: folders.map((folder) => `${folder}/**/*.test.ts`),
          // Kinds run one after the other, quick ones first, so that a slow one never starves another's timeouts.
          sequence: { groupOrder: index + 1 },
          ...test,
        },
      })),
    ],
  },
});
