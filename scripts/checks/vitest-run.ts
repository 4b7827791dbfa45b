import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join, relative } from 'node:path';
import * as z from 'zod';
import { sendSignal } from '#scripts/processes/stop-process.ts';
import { repositoryRoot } from '#scripts/stack/repository.ts';
import { withoutSettings } from '#scripts/stack/settings.ts';
import type { TestServices } from '#scripts/stack/test-services.ts';
import type { Tally } from './tally.ts';

const reportSchema = z.object({
  numPassedTests: z.number(),
  numTotalTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
});

export type VitestReport = z.infer<typeof reportSchema>;

/** `report` is null if the run ended before writing one. */
export type VitestRun = { report: VitestReport | null; exitCode: number | null };

/**
 * `niceness`: 0 to 19; runs with a lower value get the CPU first. `services` are already running; if null, the run
 * starts its own if its tests need them.
 */
type Options = {
  args: string[];
  niceness: number;
  stateDir: string;
  services: TestServices | null;
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
};

/** Runs the tests and streams their output. */
export async function runVitest({ args, niceness, stateDir, services, env, signal }: Options): Promise<VitestRun> {
  const reportFile = join(stateDir, 'vitest-report.json');
  const vitest = join(repositoryRoot, 'node_modules/vitest/vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const exitCode = await runToEnd([vitest, 'run', ...reporters, ...args], {
    // Shares the compile cache between hundreds of processes that load the same packages.
    env: {
      ...withoutSettings(env),
      TEST_STATE_DIR: stateDir,
      ...(services && { TEST_SERVICES: JSON.stringify(services) }),
      NODE_COMPILE_CACHE: join(services?.stateDir ?? stateDir, 'compile-cache'),
      ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
    },
    niceness,
    signal,
  });
  return { report: await readReport(reportFile), exitCode };
}

/**
 * Counts a run's tests. Anything that did not pass counts as failed: skipped and unfinished tests, files that could not
 * be loaded, and runs that crashed, had no tests, or had an error outside of tests.
 */
export function tallyRun({ report, exitCode }: VitestRun): Tally {
  if (report === null) return { passed: 0, failed: 1 };
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  );
  const failed = report.numTotalTests - report.numPassedTests + brokenFiles.length;
  const hiddenFailure = failed === 0 && (exitCode !== 0 || report.numTotalTests === 0);
  return { passed: report.numPassedTests, failed: failed + (hiddenFailure ? 1 : 0) };
}

/**
 * Returns one line per failure: the file, the test, the first line of its error, and where in the file it was thrown.
 */
export function failureLines({ report }: VitestRun): string[] {
  if (report === null) return ['A test run ended before it could report.'];
  return report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(repositoryRoot, name);
    const failed = assertionResults.filter((assertion) => assertion.status !== 'passed');
    if (status === 'failed' && failed.length === 0) return [`${file}: ${firstLine(message)}`];
    return failed.map(
      ({ fullName, status: outcome, failureMessages }) =>
        `${file}: ${fullName}: ${firstLine(failureMessages[0] ?? outcome)}${placeIn(file, failureMessages[0])}`,
    );
  });
}

const firstLine = (text: string) => text.split('\n', 1)[0] ?? '';

/** Returns where in the test file the error was thrown, as ` (line 12)`; empty if the file is not in its stack. */
function placeIn(file: string, failure = ''): string {
  const [, afterName = ''] = failure.split(`${file}:`, 2);
  const line = Number.parseInt(afterName, 10);
  return Number.isNaN(line) ? '' : ` (line ${line})`;
}

async function readReport(path: string): Promise<VitestReport | null> {
  try {
    return reportSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return null; // the run ended before writing one
  }
}

function runToEnd(args: string[], options: Pick<Options, 'env' | 'niceness' | 'signal'>): Promise<number | null> {
  const { promise, resolve } = Promise.withResolvers<number | null>();
  // A separate process group, so that leftovers can be killed with it.
  const child = spawn(process.execPath, args, {
    cwd: repositoryRoot,
    env: options.env,
    // Not a terminal: concurrent runs would overwrite each other's lines.
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  child.stdout.pipe(process.stdout, { end: false });
  child.stderr.pipe(process.stderr, { end: false });
  const { pid } = child;
  if (pid !== undefined) setPriority(pid, options.niceness);
  const interrupt = () => pid !== undefined && sendSignal(-pid, 'SIGKILL');
  options.signal.addEventListener('abort', interrupt, { once: true });
  child.once('error', () => resolve(null));
  child.once('exit', interrupt);
  // `close` fires after all output has been read.
  child.once('close', (code) => {
    options.signal.removeEventListener('abort', interrupt);
    resolve(code);
  });
  return promise;
}
