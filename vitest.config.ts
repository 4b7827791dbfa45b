import { randomInt } from 'node:crypto';
import { statSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { detachFromUserEnvironment } from './scripts/processes/user-environment.ts';
import { PATIENCE_MS, TEST_PATIENCE_MS } from './tests/support/patience.ts';

detachFromUserEnvironment();

/** Seeds a run's samples (tests/support/sample.ts). */
const seed = process.env['TEST_SEED'] ?? String(randomInt(2 ** 31));

/** Tests that need Postgres, Redis and Temporal, which tests/support/services.ts provides. */
const withServices = { globalSetup: ['tests/support/services-setup.ts'] };

const withBrowser = { globalSetup: ['tests/support/services-setup.ts', 'tests/support/browser-setup.ts'] };

/**
 * A test file belongs to the first kind that lists its folder; all others are unit tests. Groups run one after the
 * other: first those that keep both cores busy two files at a time, then the slow ones, which mostly wait for timers and
 * servers, then the browser tests. `npm test` runs them in a different order (scripts/test.ts). There are few kinds,
 * because each starts processes of its own, which import everything again.
 */
const groups = [
  [
    { name: 'api', folders: ['tests/api', 'tests/db', 'tests/ops/commands'], test: withServices },
    {
      name: 'sandbox',
      folders: ['packages/sandbox/tests', 'tests/contract'],
      test: { globalSetup: ['tests/support/chromium-setup.ts'] },
    },
  ],
  [
    {
      name: 'slow',
      folders: [
        'tests/journeys',
        'tests/security',
        'tests/workflows',
        'tests/workers/activities',
        'tests/calendar-property',
        'tests/calendar-payloads',
        'tests/replay',
      ],
      test: { ...withBrowser, maxWorkers: 7 },
    },
  ],
  [
    {
      name: 'browser',
      folders: ['tests/e2e'],
      test: { ...withBrowser, maxWorkers: 3 },
    },
  ],
];

/**
 * Files that take half a minute or more, mostly waiting. They start first: in vitest's order (by size on a clean
 * checkout), one was left running alone for a minute at the end.
 */
const longest = [
  'journeys/newcomer',
  'journeys/outlook',
  'security/account-recovery',
  'security/enumeration',
  'security/mail-cannon',
  'workflows/worker-kill',
  'workflows/meeting-research-faults',
  'workflows/prepare-meeting',
  'workflows/meeting-mail-failures',
  'workflows/meeting-research-failures',
  'workflows/rolling-deploy',
  'workflows/meeting-research-unusable',
  'security/hostile-research',
  'workflows/follow-subscription',
  'replay/replay',
  'workflows/sync-calendar',
  'workflows/disambiguation',
  'workflows/delete-account',
  'workflows/meeting-second-time',
  'workflows/objections',
  'workflows/poison-rows',
].map((name) => `/tests/${name}.test.ts`);

/**
 * Sorts files by kind, since a worker only continues with a file of the same kind; otherwise a new worker imports
 * everything again. Within a kind, files in `longest` come first, then the others, largest first.
 */
class KindByKind extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const kinds = groups.flat().map(({ name }) => name);
    // Unit tests are not in `groups` and come last: they are the shortest.
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
};

export default defineConfig({
  test: {
    env: { TEST_SEED: seed },
    passWithNoTests: false,
    allowOnly: false,
    // Two cores: two files at a time keep both busy while one waits for a server.
    maxWorkers: 2,
    testTimeout: TEST_PATIENCE_MS,
    hookTimeout: TEST_PATIENCE_MS,
    // A worker's files share imports, which took a quarter of the API tests' time; tests undo what they change.
    isolate: false,
    // Node loads the modules itself, as in the product, which is faster than Vite; none of them is mocked.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    execArgv: ['--import=#workers/emails/load-jsx.ts'],
    sequence: { sequencer: KindByKind },
    expect: { poll: { timeout: PATIENCE_MS } },
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
