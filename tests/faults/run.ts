import { type Fate, GRACE_S, gatherCohort, settle, tellPhases } from './cohort.ts';
import { crashes } from './crashes.ts';
import type { Fault } from './fault.ts';
import { floods } from './floods.ts';
import { type Instance, startInstance } from './instance.ts';
import { checkInvariants } from './invariants.ts';
import { machines } from './machines.ts';
import { clearFaults } from './newcomer.ts';
import { outages } from './outages.ts';
import { rows } from './rows.ts';
import { vendors } from './vendors.ts';

const faults = [...crashes, ...outages, ...vendors, ...floods, ...rows, ...machines];
const SETTLE_MS = 300_000;

/**
 * `npm run test:faults`: breaks a running product as docs/reliability.md describes, one fault at a
 * time, each with fifty meetings in every phase, then prints the observations and invariants. `npm
 * run test:faults -- worker redis` runs only faults with one of these words in the title. The last
 * line is `N passed, N failed`.
 */
async function runFaults(words: string[]): Promise<number> {
  const wanted = faults.filter(({ title }) => words.length === 0 || words.some((word) => title.includes(word)));
  const ofNetwork = wanted.filter((fault) => fault.isOfNetwork);
  const others = wanted.filter((fault) => !fault.isOfNetwork);
  const outcomes = [
    ...(await runAll(others, { hasOwnDisk: true })),
    ...(await runAll(ofNetwork, { hasOwnNetwork: true })),
  ];
  const passed = outcomes.filter(Boolean).length;
  console.log(`\n${passed} passed, ${outcomes.length - passed} failed`);
  return passed === outcomes.length && passed > 0 ? 0 : 1;
}

async function runAll(some: Fault[], wanted: Parameters<typeof startInstance>[1]): Promise<boolean[]> {
  if (some.length === 0) return [];
  const outcomes: boolean[] = [];
  const instance = await startInstance({}, wanted);
  const interrupt = () => void instance.stop().then(() => process.exit(1));
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    for (const fault of some) outcomes.push(await runFault(instance, fault));
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
    await instance.stop();
  }
  return outcomes;
}

async function runFault(instance: Instance, fault: Fault): Promise<boolean> {
  console.log(`\n${fault.title}`);
  const began = Date.now();
  const problems: string[] = [];
  try {
    const cohort = await gatherCohort(instance, fault.leadMinutes);
    console.log(`  ${tellPhases(cohort.phases)}`);
    const brokenAt = Date.now();
    try {
      console.log(`  ${await fault.run(instance, cohort)}`);
    } finally {
      for (const vendor of ['google', 'microsoft', 'stripe', 'anthropic', 'ses'] as const)
        await clearFaults(instance, vendor);
    }
    console.log(`  broken for ${Math.round((Date.now() - brokenAt) / 1000)} s`);
    const fates = await settle(instance, cohort, SETTLE_MS + (fault.leadMinutes ?? 0) * 60_000);
    console.log(`  ${tellOf(fates)}`);
    problems.push(...judge(fault, fates));
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  }
  for (const problem of problems) console.log(`  FAILED: ${problem}`);
  for (const { id, says, violations } of await checkInvariants(instance)) {
    console.log(`  ${violations.length === 0 ? 'holds ' : 'BROKEN'} ${id} ${says}`);
    for (const violation of violations) console.log(`         ${violation}`);
    problems.push(...violations);
  }
  console.log(`  ${((Date.now() - began) / 1000).toFixed(0)} s`);
  return problems.length === 0;
}

function judge({ unaffected, mayLeaveUnknown }: Fault, fates: Fate[]): string[] {
  const problems = fates
    .filter(({ state }) => state !== 'sent' && !(state === 'unknown' && mayLeaveUnknown))
    .map(({ state, provider }) => `a briefing of ${provider} is ${state}`);
  const late = fates.filter(
    ({ provider, lateS }) => (unaffected === 'all' || unaffected === provider) && (lateS ?? 0) > GRACE_S,
  );
  return [
    ...problems,
    ...late.map(({ provider, lateS }) => `a briefing of ${provider} left ${Math.round(lateS ?? 0)} s late`),
  ];
}

function tellOf(fates: Fate[]): string {
  const states = Map.groupBy(fates, ({ state }) => state);
  const late = (provider: string) =>
    Math.round(Math.max(0, ...fates.filter((fate) => fate.provider === provider).map(({ lateS }) => lateS ?? 0)));
  const told = [...states].map(([state, some]) => `${some.length} ${state}`).join(', ');
  return `briefings: ${told}; the latest of google ${late('google')} s after it was due, of microsoft ${late('microsoft')} s`;
}

process.exit(await runFaults(process.argv.slice(2)));
