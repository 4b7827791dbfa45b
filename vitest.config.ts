import { randomInt } from 'node:crypto';
import { statSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Draws what a run samples (tests/support/sample.ts). */
const seed = process.env['TEST_SEED'] ?? String(randomInt(2 ** 31));

/** Tests that need Postgres, Redis and Temporal; tests/support/services.ts hands them out. */
const withServices = { globalSetup: ['tests/support/services-setup.ts'] };

const withBrowser = { globalSetup: ['tests/support/services-setup.ts', 'tests/support/browser-setup.ts'] };

const sixAtATime = { ...withServices, maxWorkers: 6 };

/**
 * A test file belongs to the first kind whose folders hold it; what no folder claims is a unit test. Groups run one
 * after the other: first what keeps both cores busy two files at a time, then what waits for timers and servers more
 * than it works, a journey the most, then the browser tests. `npm test` runs them in another order (scripts/test.ts).
 */
const groups = [
  [
    {
      name: 'api',
      folders: ['tests/api', 'tests/db', 'tests/ops/commands'],
      test: { ...withServices, testTimeout: 15_000, hookTimeout: 30_000 },
    },
    {
      name: 'sandbox',
      folders: ['packages/sandbox/tests'],
      test: { globalSetup: ['tests/support/chromium-setup.ts'], testTimeout: 20_000, hookTimeout: 30_000 },
    },
    { name: 'contract', folders: ['tests/contract'], test: { testTimeout: 60_000, hookTimeout: 60_000 } },
    { name: 'replay', folders: ['tests/replay'], test: { testTimeout: 30_000, hookTimeout: 60_000 } },
  ],
  [
    {
      name: 'journey',
      folders: ['tests/journeys'],
      test: { ...withBrowser, maxWorkers: 6, testTimeout: 180_000, hookTimeout: 120_000 },
    },
    {
      name: 'security',
      folders: ['tests/security'],
      test: { ...sixAtATime, testTimeout: 30_000, hookTimeout: 60_000 },
    },
    {
      name: 'workflow',
      folders: ['tests/workflows', 'tests/workers/activities', 'tests/calendar-property', 'tests/calendar-payloads'],
      test: { ...sixAtATime, testTimeout: 60_000, hookTimeout: 60_000 },
    },
  ],
  [
    {
      name: 'browser',
      folders: ['tests/e2e'],
      test: { ...withBrowser, maxWorkers: 3, testTimeout: 180_000, hookTimeout: 120_000 },
    },
  ],
];

/**
 * What takes a minute and more, mostly waiting. It begins first: begun last, by the size of its file as on a clean
 * checkout, it ran on alone for a minute beside an idle core.
 */
const longest = [
  'journeys/newcomer',
  'journeys/outlook',
  'security/account-recovery',
  'workflows/worker-kill',
  'workflows/meeting-research-faults',
  'workflows/prepare-meeting',
  'workflows/meeting-mail-failures',
  'workflows/meeting-research-failures',
  'workflows/rolling-deploy',
  'workflows/meeting-research-unusable',
].map((name) => `/tests/${name}.test.ts`);

/**
 * One kind after the other, for a worker goes on to the next file only where that is of the same kind, and else another
 * begins and imports everything anew. Within a kind what is not among the longest is ordered as vitest does, by size:
 * there is no earlier run to go by.
 */
class KindByKind extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const kinds = groups.flat().map(({ name }) => name);
    // Units, which are no kind of these, last: they are the shortest.
    const kind = ({ project }: TestSpecification) =>
      kinds.includes(project.name) ? kinds.indexOf(project.name) : kinds.length;
    const rank = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((name) => moduleId.endsWith(name));
      return at === -1 ? longest.length : at;
    };
    const bytes = ({ moduleId }: TestSpecification) => statSync(moduleId).size;
    return Promise.resolve(files.toSorted((a, b) => kind(a) - kind(b) || rank(a) - rank(b) || bytes(b) - bytes(a)));
  }
}

const unclaimed = {
  name: 'unit',
  include: ['tests/**/*.test.ts'],
  exclude: groups.flat().flatMap(({ folders }) => folders.map((folder) => `${folder}/**`)),
  testTimeout: 10_000,
};

export default defineConfig({
  test: {
    env: { TEST_SEED: seed },
    passWithNoTests: false,
    allowOnly: false,
    // Two cores: two files at a time keep both busy while one of them waits for a server.
    maxWorkers: 2,
    // The files of a worker share what they import, which was a quarter of the time of the API's tests; a test puts back what it changes.
    isolate: false,
    sequence: { sequencer: KindByKind },
    projects: [
      { extends: true, test: { ...unclaimed, sequence: { groupOrder: 1 } } },
      ...groups.flatMap((group, index) =>
        group.map(({ name, folders, test }) => ({
          extends: true as const,
          test: {
            name,
            include: folders.map((folder) => `${folder}/**/*.test.ts`),
            sequence: { groupOrder: index + 1 },
            ...test,
          },
        })),
      ),
    ],
  },
});
