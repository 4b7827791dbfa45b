import { withoutSettings } from '#scripts/stack/settings.ts';
import { withServices } from '#scripts/stack/test-services.ts';
import type { Guard } from './guard.ts';
import { guards } from './guards.ts';
import { runTests, type TestRun } from './run-test.ts';
import { createWorkingCopy, type WorkingCopy } from './working-copy.ts';

type Outcome = { isCaught: boolean; says: string };

/**
 * `npm run test:guards`: removes each guard in turn from a copy of the sources and requires its test to fail.
 * `npm run test:guards -- 13 29` covers only these rows. The last line is `N passed, N failed`.
 */
async function runGuards(rows: number[]): Promise<number> {
  const chosen = guards.filter(({ row }) => rows.length === 0 || rows.includes(row));
  const copy = await createWorkingCopy();
  let failed = 0;
  try {
    await withServices(async (services) => {
      const env = { ...withoutSettings(process.env), TEST_SERVICES: JSON.stringify(services) };
      failed += await runUntouched(copy, chosen, env);
      for (const guard of chosen) {
        const began = Date.now();
        const { isCaught, says } = await runWithout(copy, guard, env);
        if (!isCaught) failed += 1;
        const seconds = `${((Date.now() - began) / 1000).toFixed(0)} s`.padStart(5);
        console.log(`  ${isCaught ? 'caught' : 'MISSED'} ${seconds}  ${String(guard.row).padStart(2)}  ${guard.what}`);
        if (!isCaught) console.log(`         ${guard.file}: ${says}`);
      }
    });
  } finally {
    await copy.remove();
  }
  console.log(`\n${chosen.length + 1 - failed} passed, ${failed} failed`);
  return failed === 0 && chosen.length > 0 ? 0 : 1;
}

/**
 * Runs the tests with all guards in place. Each must pass; otherwise later failures mean nothing. Returns the number of
 * failures, 0 or 1.
 */
async function runUntouched(copy: WorkingCopy, chosen: readonly Guard[], env: NodeJS.ProcessEnv): Promise<number> {
  const run = await runTests(
    copy.root,
    chosen.map(({ test }) => test),
    env,
  );
  const missing = chosen.filter(({ test }) => !run.tests.some(({ title }) => title.startsWith(test.title)));
  const failing = run.tests.filter(({ status }) => status !== 'passed');
  for (const { test } of missing) console.log(`  there is no test "${test.title}" in ${test.file}`);
  for (const { title, failures } of failing) console.log(`  fails with all guards: ${title}\n${failures[0] ?? ''}`);
  const isFine = missing.length === 0 && failing.length === 0;
  console.log(`  ${isFine ? 'passed' : 'FAILED'}            ${run.tests.length} tests with all guards in place`);
  return isFine ? 0 : 1;
}

async function runWithout(copy: WorkingCopy, guard: Guard, env: NodeJS.ProcessEnv): Promise<Outcome> {
  const putBack = copy.replace(guard.file, guard.text, guard.without);
  if (!putBack) return { isCaught: false, says: "the guard's text does not occur exactly once" };
  try {
    // Running services were migrated with every guard in place, so a guard of the schema needs new ones.
    const { TEST_SERVICES: services, ...fresh } = env;
    const isSchema = guard.file.startsWith('db/migrations/');
    return judge(await runTests(copy.root, [guard.test], isSchema ? fresh : { ...fresh, TEST_SERVICES: services }));
  } finally {
    putBack();
  }
}

/** `expect.poll` throws the second form, and `expect(...).rejects` the third for a promise that resolves. */
const ASSERTION = /^(?:AssertionError|Error: expected |Error: promise (?:resolved|rejected) )/;

/** Judges a run without a guard. Only a failed assertion counts: a program that cannot run proves nothing. */
function judge({ tests, breakage }: TestRun): Outcome {
  const failures = tests.flatMap(({ failures }) => failures);
  if (failures.some((failure) => ASSERTION.test(failure))) return { isCaught: true, says: '' };
  const [first] = failures;
  if (first !== undefined) return { isCaught: false, says: `the test broke instead of failing: ${first}` };
  if (breakage !== '') return { isCaught: false, says: `the tests could not be run: ${breakage}` };
  return { isCaught: false, says: 'the test passes without the guard' };
}

const rows = process.argv.slice(2).map(Number);
const unknown = process.argv.slice(2).filter((_, index) => !guards.some(({ row }) => row === rows[index]));
if (unknown.length > 0) {
  console.error(`No guard has the row ${unknown.join(', ')}. Rows are the numbers of the table in docs/security.md.`);
  process.exit(1);
}
process.exit(await runGuards(rows));
