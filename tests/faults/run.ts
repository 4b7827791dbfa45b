import { loadavg } from 'node:os';
import { describePhases, type Fate, GRACE_S, gatherCohort, settle } from './cohort.ts';
import { crashes } from './crashes.ts';
import type { Fault } from './fault.ts';
import { floods } from './floods.ts';
import { type Instance, startInstance } from './instance.ts';
import { checkInvariants } from './invariants.ts';
import { machines } from './machines.ts';
import { clearFaults } from './newcomer.ts';
import { operators } from './operators.ts';
import { outages } from './outages.ts';
import { rows } from './rows.ts';
import { scale } from './scale.ts';
import { vendors } from './vendors.ts';

/** Faults to run one after the other on one instance. */
type Part = { faults: Fault[]; wanted: Parameters<typeof startInstance>[1] };

const onDisk = (faults: Fault[]): Part => ({ faults, wanted: { hasOwnDisk: true } });
const ofNetwork = outages.filter(({ isOfNetwork }) => isOfNetwork);
/** Floods measure how long requests take, so they run first and on their own. */
const alone = [onDisk(floods)];
/** The others mostly wait, so these lanes run in parallel, the longest first. */
const lanes = [
  [{ faults: scale, wanted: {} }],
  [onDisk([...crashes, ...outages.filter((fault) => !ofNetwork.includes(fault))])],
  [onDisk([...vendors, ...rows, ...operators])],
  [onDisk(machines), { faults: ofNetwork, wanted: { hasOwnNetwork: true } }],
];
const SETTLE_MS = 300_000;
/** PORT_OFFSET of the first lane, and the step to the next, which keeps the ports of all lanes apart. */
const FIRST_OFFSET = Number(process.env['PORT_OFFSET'] ?? 20_000);
const OFFSET_STEP = 100;

/**
 * `npm run test:faults`: breaks running products as docs/reliability.md describes, each with fifty
 * meetings in different phases, then prints the observations and invariants. `npm run test:faults --
 * worker redis` runs only faults with one of these words in the title. The last line is `N passed,
 * N failed`.
 */
async function runFaults(words: string[]): Promise<number> {
  const isWanted = ({ title }: Fault) => words.length === 0 || words.some((word) => title.includes(word));
  const choose = (parts: Part[]) => parts.map((part) => ({ ...part, faults: part.faults.filter(isWanted) }));
  const outcomes = await runLane(choose(alone), 0);
  const running: Promise<boolean[]>[] = [];
  for (const [index, parts] of lanes.entries()) {
    // Each start uses both processors, so the next lane waits for it.
    const { promise: isStarted, resolve: onStart } = Promise.withResolvers<void>();
    running.push(runLane(choose(parts), index, onStart).finally(onStart));
    await isStarted;
  }
  outcomes.push(...(await Promise.all(running)).flat());
  const passed = outcomes.filter(Boolean).length;
  console.log(`\n${passed} passed, ${outcomes.length - passed} failed`);
  return passed === outcomes.length && passed > 0 ? 0 : 1;
}

const instances = new Set<Instance>();
const interrupt = () => void Promise.all([...instances].map((instance) => instance.stop())).then(() => process.exit(1));
process.once('SIGINT', interrupt).once('SIGTERM', interrupt);

/** Returns whether everything held, for each fault, plus a final false if the lane itself fails. */
async function runLane(parts: Part[], lane: number, onStart: () => void = () => undefined): Promise<boolean[]> {
  const outcomes: boolean[] = [];
  try {
    for (const { faults, wanted } of parts) {
      if (faults.length === 0) continue;
      const instance = await startInstance({ PORT_OFFSET: String(FIRST_OFFSET + lane * OFFSET_STEP) }, wanted);
      instances.add(instance);
      onStart();
      try {
        for (const fault of faults) outcomes.push(await runFault(instance, fault));
      } finally {
        instances.delete(instance);
        await instance.stop();
      }
    }
  } catch (error) {
    console.log(`FAILED: ${error instanceof Error ? error.message : String(error)}`);
    outcomes.push(false);
  }
  return outcomes;
}

/** Runs a fault. Prints its lines together, since others run at the same time. Returns whether everything held. */
async function runFault(instance: Instance, fault: Fault): Promise<boolean> {
  console.log(`..  ${fault.title}`);
  const began = Date.now();
  const problems: string[] = [];
  const lines = [`\n${fault.title}`];
  try {
    const cohort = await gatherCohort(instance, fault.leadMinutes);
    lines.push(`  ${describePhases(cohort.phases)}`);
    const brokenAt = Date.now();
    try {
      lines.push(`  ${await fault.run(instance, cohort)}`);
    } finally {
      for (const vendor of ['google', 'microsoft', 'stripe', 'anthropic', 'ses'] as const)
        await clearFaults(instance, vendor);
    }
    lines.push(`  broken for ${Math.round((Date.now() - brokenAt) / 1000)} s`);
    const fates = await settle(instance, cohort, SETTLE_MS + (fault.leadMinutes ?? 0) * 60_000);
    lines.push(`  ${describeFates(fates)}`);
    problems.push(...judge(fault, fates));
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  }
  lines.push(...problems.map((problem) => `  FAILED: ${problem}`));
  for (const { id, says, violations } of await checkInvariants(instance)) {
    lines.push(`  ${violations.length === 0 ? 'holds ' : 'BROKEN'} ${id} ${says}`);
    lines.push(...violations.map((violation) => `         ${violation}`));
    problems.push(...violations);
  }
  lines.push(`  ${((Date.now() - began) / 1000).toFixed(0)} s, load ${loadavg()[0]?.toFixed(0)}`, '');
  console.log(lines.join('\n'));
  return problems.length === 0;
}

function judge({ unaffected, mayLeaveUnknown }: Fault, fates: readonly Fate[]): string[] {
  const problems = fates
    .filter(({ state }) => state !== 'sent' && !(state === 'unknown' && mayLeaveUnknown))
    .map(({ state, provider }) => `a ${provider} briefing is ${state}`);
  const late = fates.filter(
    ({ provider, lateS }) => (unaffected === 'all' || unaffected === provider) && (lateS ?? 0) > GRACE_S,
  );
  return [
    ...problems,
    ...late.map(({ provider, lateS }) => `a ${provider} briefing was sent ${Math.round(lateS ?? 0)} s late`),
  ];
}

function describeFates(fates: readonly Fate[]): string {
  const states = Map.groupBy(fates, ({ state }) => state);
  const late = (provider: string) =>
    Math.round(Math.max(0, ...fates.filter((fate) => fate.provider === provider).map(({ lateS }) => lateS ?? 0)));
  const told = [...states].map(([state, some]) => `${some.length} ${state}`).join(', ');
  return `briefings: ${told}; the latest was ${late('google')} s late for google, ${late('microsoft')} s for microsoft`;
}

process.exit(await runFaults(process.argv.slice(2)));
