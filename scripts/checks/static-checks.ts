import { join } from 'node:path';
import { describeError } from '#ops/commands/describe-error.ts';
import { CommandError, runCommand } from '#scripts/processes/run-command.ts';
import { repositoryRoot } from '#scripts/stack/repository.ts';
import type { StepLog } from '#scripts/stack/steps.ts';
import { buildWeb } from '#scripts/stack/web-build.ts';
import { checkPageBudgets } from './page-budgets.ts';
import { addTallies, type Tally } from './tally.ts';

type Check = { title: string; run: (signal: AbortSignal) => Promise<unknown> };

const tool =
  (name: string, ...args: string[]) =>
  (signal: AbortSignal) =>
    runCommand(join(repositoryRoot, 'node_modules/.bin', name), args, { cwd: repositoryRoot, signal });

/** A single checker: parallel ones don't share types and repeat most of the work (three times the CPU time). */
const compile = (...args: string[]) => tool('tsc', '--checkers', '1', ...args);

/** Runs first: the tests open the built pages, and tsc, oxlint and knip read the route tree it writes. */
const build: Check[] = [{ title: 'Web application builds', run: buildWeb }];

/** Two rows, run concurrently on two cores. */
const rows: Check[][] = [
  [
    { title: 'Page budgets', run: checkPageBudgets },
    { title: 'Types of the pages (tsc)', run: compile('-p', 'web') },
    { title: 'Lint and import rules (oxlint)', run: tool('oxlint') },
    { title: 'No unused code (knip)', run: tool('knip') },
  ],
  [
    { title: 'Types of the server (tsc)', run: compile() },
    { title: 'Format (biome)', run: tool('biome', 'check') },
  ],
];

export async function checkBuild(log: StepLog, signal: AbortSignal): Promise<Tally> {
  return await runRow(build, log, signal);
}

/**
 * Runs every check of a built checkout that needs no services. Each counts once in the returned tally; the output of a
 * failing check is printed in full.
 */
export async function runStaticChecks(log: StepLog, signal: AbortSignal): Promise<Tally> {
  const tallies = await Promise.all(rows.map((row) => runRow(row, log, signal)));
  return addTallies(tallies);
}

async function runRow(row: Check[], log: StepLog, signal: AbortSignal): Promise<Tally> {
  const tally = { passed: 0, failed: 0 };
  for (const { title, run } of row) {
    try {
      await log.step(title, () => run(signal));
      tally.passed += 1;
    } catch (error) {
      if (signal.aborted) throw error;
      tally.failed += 1;
      log.line(error instanceof CommandError ? error.output : describeError(error));
    }
  }
  return tally;
}
