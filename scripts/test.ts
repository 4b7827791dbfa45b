import { randomInt } from 'node:crypto';
import { describeError } from '#ops/commands/describe-error.ts';
import { checkSpecCoverage } from '#scripts/checks/spec-coverage.ts';
import { checkBuild, runStaticChecks } from '#scripts/checks/static-checks.ts';
import { addTallies, type Tally, tallyLine } from '#scripts/checks/tally.ts';
import { failureLines, runVitest, tallyRun, type VitestRun } from '#scripts/checks/vitest-run.ts';
import { resolveHeadlessShell } from '#scripts/chromium.ts';
import { detachFromUserEnvironment } from '#scripts/processes/user-environment.ts';
import { createStepLog, type StepLog } from '#scripts/stack/steps.ts';
import { type TestServices, withServices } from '#scripts/stack/test-services.ts';
import { createTestState, removeState } from '#scripts/stack/test-state.ts';
import { resolveRedis } from '#scripts/tools/redis-binary.ts';
import { resolveTemporal } from '#scripts/tools/temporal-binary.ts';

/** The tests that `npm test -- --quick` runs in addition to the static checks; they wait for Postgres half the time. */
const quick = ['--project', 'unit', '--project', 'api', '--maxWorkers=4'];

type Part = { args: string[]; niceness?: number };

/**
 * A full run starts with the browser tests only: alongside them, other tests' timers would fire late. Then come the
 * slow tests, which mostly wait for timers, and alongside those the API, unit and other tests, which use the CPU time
 * left over.
 */
const phases: Part[][] = [
  [{ args: ['--project', 'browser'] }],
  [{ args: ['--project', 'slow'] }, { args: ['--project', '!slow', '--project', '!browser'], niceness: 10 }],
];

/**
 * `npm test`: every check, with its own services. `-- --quick` runs the static checks, the unit tests and the API
 * tests. Other arguments, such as `npm test -- tests/api`, go to vitest and skip the static checks.
 * @returns the exit code
 */
async function test(): Promise<number> {
  detachFromUserEnvironment();
  const stop = new AbortController();
  const log = createStepLog(stop.signal);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort());
  // Without a listener, a closed terminal or pipe would end this process before it has stopped its services.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => stop.abort());
  const given = process.argv.slice(2);
  const isWhole = given.length === 0;
  const isQuick = given.length === 1 && given[0] === '--quick';
  const seed = process.env['TEST_SEED'] ?? String(randomInt(2 ** 31));
  log.line(`Samples drawn with seed ${seed}; TEST_SEED=${seed} repeats them.`);
  let tally: Tally;
  try {
    const hasChecks = isWhole || isQuick;
    const before = hasChecks
      ? await Promise.all([prepareTools(log, stop.signal, { withBrowser: isWhole }), checkBuild(log, stop.signal)])
      : [];
    const wanted = isWhole ? phases : [[{ args: isQuick ? quick : given }]];
    const [checks, runs] = await Promise.all([
      hasChecks ? runStaticChecks(log, stop.signal) : { passed: 0, failed: 0 },
      runPhases(wanted, seed, stop.signal),
    ]);
    // Only a full run covers every line of the specification.
    const lines = isWhole ? [await checkLines(log, runs)] : [];
    tally = addTallies([...before, checks, ...runs.map(tallyRun), ...lines]);
    // Repeated at the end: above, the output of several runs is interleaved.
    for (const line of runs.flatMap(failureLines)) log.line(line);
  } catch (error) {
    if (!stop.signal.aborted) log.line(describeError(error));
    tally = { passed: 0, failed: 1 };
  }
  if (stop.signal.aborted) log.line('Interrupted.');
  log.line(tallyLine(tally));
  return tally.failed === 0 ? 0 : 1;
}

/** Runs the phases one after the other. If there are several, they share services, which take seconds to start. */
async function runPhases(wanted: Part[][], seed: string, signal: AbortSignal): Promise<VitestRun[]> {
  const runs: VitestRun[] = [];
  const run = async (services: TestServices | null) => {
    for (const parts of wanted)
      runs.push(...(await Promise.all(parts.map((part) => runTests(part, services, seed, signal)))));
  };
  await (wanted.length === 1 ? run(null) : withServices(run));
  return runs;
}

/** Runs vitest, and stops the products that its tests leave running. */
async function runTests(
  { args, niceness = 0 }: Part,
  services: TestServices | null,
  seed: string,
  signal: AbortSignal,
): Promise<VitestRun> {
  const folders = await createTestState();
  try {
    const env = { ...process.env, TEST_SEED: seed };
    return await runVitest({ args, niceness, services, stateDir: folders.root, env, signal });
  } finally {
    await removeState(folders);
  }
}

/** Gets the programs the tests need. A missing one counts as a failure. */
async function prepareTools(
  log: StepLog,
  signal: AbortSignal,
  { withBrowser }: { withBrowser: boolean },
): Promise<Tally> {
  const tools: Promise<unknown>[] = [
    log.step('Temporal engine', (progress) => resolveTemporal({ progress, signal })),
    log.step('Redis', () => resolveRedis({ signal })),
  ];
  if (withBrowser) tools.push(log.step('Chromium', () => resolveHeadlessShell({ signal })));
  const outcomes = await Promise.allSettled(tools);
  const failures = outcomes.filter((outcome) => outcome.status === 'rejected');
  for (const { reason } of failures) log.line(describeError(reason));
  return { passed: 0, failed: failures.length };
}

/** Checks that every line of the specification claimed as tested has a passed test. */
async function checkLines(log: StepLog, runs: readonly VitestRun[]): Promise<Tally> {
  const reports = runs.flatMap(({ report }) => report ?? []);
  if (reports.length < runs.length) return { passed: 0, failed: 0 }; // a missing report already counts as a failure
  try {
    await log.step('Lines of the specification', () => checkSpecCoverage(reports));
    return { passed: 1, failed: 0 };
  } catch (error) {
    log.line(describeError(error));
    return { passed: 0, failed: 1 };
  }
}

process.exit(await test());
