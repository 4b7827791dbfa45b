import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { Guard } from './guard.ts';

const reportSchema = z.object({
  testResults: z.array(
    z.object({
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({ title: z.string(), status: z.string(), failureMessages: z.array(z.string()).optional() }),
      ),
    }),
  ),
});

export type TestRun = {
  /** Tests whose titles start with a requested one. */
  tests: { title: string; status: string; failures: string[] }[];
  /** The error that kept a file from running. */
  breakage: string;
};

/** Runs the named tests in a copy of the sources. */
export async function runTests(
  root: string,
  tests: readonly Guard['test'][],
  env: NodeJS.ProcessEnv,
): Promise<TestRun> {
  const report = join(root, 'guards-report.json');
  await rm(report, { force: true });
  const files = [...new Set(tests.map(({ file }) => file))];
  const titles = [...new Set(tests.map(({ title }) => title))];
  const pattern = titles.map((title) => title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|');
  const output = await runToEnd(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=json',
      `--outputFile.json=${report}`,
      '-t',
      pattern,
      ...files,
    ],
    { cwd: root, env },
  );
  const { testResults } = await readReport(report, output);
  return {
    tests: testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ title }) => titles.some((wanted) => title.startsWith(wanted)))
      .map(({ title, status, failureMessages = [] }) => ({ title, status, failures: failureMessages })),
    breakage: testResults.map(({ message = '' }) => message).join(''),
  };
}

async function readReport(path: string, output: string): Promise<z.infer<typeof reportSchema>> {
  try {
    return reportSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (cause) {
    throw new Error(`The tests left no report:\n${output.slice(-2000)}`, { cause });
  }
}

async function runToEnd(args: string[], options: { cwd: string; env: NodeJS.ProcessEnv }): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  child.once('error', reject);
  child.once('close', () => resolve(output));
  return await promise;
}
