import { describeError } from '#ops/commands/describe-error.ts';
import { checkSpecCoverage } from '#scripts/checks/spec-coverage.ts';
import { runStaticChecks } from '#scripts/checks/static-checks.ts';
import { addTallies, type Tally, tallyLine } from '#scripts/checks/tally.ts';
import { runVitest, tallyRun, type VitestRun } from '#scripts/checks/vitest-run.ts';
import { resolveChromium } from '#scripts/chromium.ts';
import { createStepLog, type StepLog } from '#scripts/stack/steps.ts';
import { createTestState, removeState } from '#scripts/stack/test-state.ts';
import { resolveRedis } from '#scripts/tools/redis-binary.ts';
import { resolveTemporal } from '#scripts/tools/temporal-binary.ts';

/**
 * `npm test`: every check, on services of its own. `npm test -- tests/api` and other arguments go to vitest and leave the static
 * checks out.
 * @returns the exit code.
 */
async function test(): Promise<number> {
  const stop = new AbortController();
  const log = createStepLog(stop.signal);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort());
  const args = process.argv.slice(2);
  const folders = await createTestState();
  let tally: Tally;
  try {
    const before =
      args.length > 0 ? [] : await Promise.all([prepareTools(log, stop.signal), runStaticChecks(log, stop.signal)]);
    const run = await runVitest({ args, stateDir: folders.root, env: process.env, signal: stop.signal });
    // A part of the tests proves a part of the lines.
    const after = args.length > 0 ? [] : [await checkLines(log, run)];
    tally = addTallies([...before, tallyRun(run), ...after]);
  } catch (error) {
    if (!stop.signal.aborted) log.line(describeError(error));
    tally = { passed: 0, failed: 1 };
  } finally {
    await removeState(folders);
  }
  if (stop.signal.aborted) log.line('Interrupted.');
  log.line(tallyLine(tally));
  return tally.failed === 0 ? 0 : 1;
}

/** Gets the programs the tests run on, side by side with the static checks. A missing one is a failure of its own. */
async function prepareTools(log: StepLog, signal: AbortSignal): Promise<Tally> {
  const tools = [
    log.step('Temporal engine', (progress) => resolveTemporal({ progress, signal })),
    log.step('Redis', () => resolveRedis({ signal })),
    log.step('Chromium', () => resolveChromium({ signal })),
  ];
  const outcomes = await Promise.allSettled(tools);
  const failures = outcomes.filter((outcome) => outcome.status === 'rejected');
  for (const { reason } of failures) log.line(describeError(reason));
  return { passed: 0, failed: failures.length };
}

/** Whether every line of the specification that is claimed has its passed test. */
async function checkLines(log: StepLog, { report }: VitestRun): Promise<Tally> {
  if (report === null) return { passed: 0, failed: 0 }; // the run without a report is the failure already
  try {
    await log.step('Lines of the specification', () => checkSpecCoverage(report));
    return { passed: 1, failed: 0 };
  } catch (error) {
    log.line(describeError(error));
    return { passed: 0, failed: 1 };
  }
}

process.exit(await test());
