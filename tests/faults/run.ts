import { type Fault, faults } from './faults.ts';
import { type Instance, startInstance } from './instance.ts';
import { checkInvariants } from './invariants.ts';

/**
 * `npm run test:faults`: breaks a running product in the ways of docs/reliability.md, one after the other, and prints the invariants after each.
 * `npm run test:faults -- worker` runs the faults whose title holds the word. The last line is `N passed, N failed`.
 */
async function runFaults(filter: string): Promise<number> {
  const instance = await startInstance();
  let [passed, failed] = [0, 0];
  try {
    for (const fault of faults.filter(({ title }) => title.includes(filter))) {
      const isFine = await runFault(instance, fault);
      if (isFine) passed += 1;
      else failed += 1;
    }
  } finally {
    await instance.stop();
  }
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

async function runFault(instance: Instance, { title, run }: Fault): Promise<boolean> {
  console.log(`\n${title}`);
  const began = Date.now();
  const problems: string[] = [];
  try {
    console.log(`  ${await run(instance)}`);
  } catch (error) {
    problems.push(String(error));
    console.log(`  FAILED: ${error instanceof Error ? error.message : String(error)}`);
  }
  for (const { id, says, violations } of await checkInvariants(instance)) {
    console.log(`  ${violations.length === 0 ? 'holds ' : 'BROKEN'} ${id} ${says}`);
    for (const violation of violations) console.log(`         ${violation}`);
    problems.push(...violations);
  }
  console.log(`  ${((Date.now() - began) / 1000).toFixed(0)} s`);
  return problems.length === 0;
}

process.exit(await runFaults(process.argv[2] ?? ''));
