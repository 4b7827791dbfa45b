import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '#db/sql.ts';
import {
  type Cohort,
  describePhases,
  GRACE_S,
  gatherCohort,
  LEAD_MINUTES,
  settle,
  syncAll,
} from '#tests/faults/cohort.ts';
import type { Instance } from '#tests/faults/instance.ts';
import { checkInvariants } from '#tests/faults/invariants.ts';
import { clearFaults, vendorUrl } from '#tests/faults/newcomer.ts';
import { readOutbox } from '#tests/support/mail-outbox.ts';
import { archiveEverything, markUnknown, replayJournal, restore, type Site } from './restore-site.ts';

/** Length of the history that the database loses. */
const TAIL_MS = 10_000;
/** Meetings per calendar whose briefings are due after the loss, and how long from now. */
const LATER = 5;
const LATER_MS = 7 * 60_000;
const SETTLE_MS = 20 * 60_000;

/**
 * Drops the database's last seconds while fifty meetings are in different phases, as when a standby that lagged behind
 * is promoted.
 * @throws if a briefing is sent twice or late, one due later isn't sent, or an invariant is broken
 */
export async function loseTail(site: Site, backup: string, progress: (text: string) => void): Promise<void> {
  const { instance } = site;
  const cohort = await gatherCohort(instance);
  progress(describePhases(cohort.phases));
  // Calendars keep whole seconds.
  const laterStart = new Date(Math.ceil((Date.now() + LATER_MS) / 1000) * 1000 + LEAD_MINUTES * 60_000);
  await addLater(cohort, laterStart);
  await syncAll(instance, cohort.people);
  await sleep(5_000);
  const moment = new Date();
  const sentBefore = await countBriefings(instance, cohort);
  await sleep(TAIL_MS);
  const sentInTail = [...(await countBriefings(instance, cohort)).keys()].filter((meeting) => !sentBefore.has(meeting));
  await archiveEverything(site);
  await restore(site, backup, moment, async () => {
    await markUnknown(site);
    await replayJournal(site);
  });
  for (const vendor of ['anthropic', 'ses'] as const) await clearFaults(instance, vendor);
  const fates = await settle(instance, cohort, SETTLE_MS);
  const counts = await countBriefings(instance, cohort);
  const twice = [...counts].filter(([, count]) => count > 1);
  const states = Map.groupBy(fates, ({ state }) => state);
  const told = [...states].map(([state, some]) => `${some.length} ${state}`).join(', ');
  progress(`${told}; ${sentInTail.length} were sent in the lost seconds, ${counts.size} of ${fates.length} altogether`);
  const problems = [
    ...twice.map(([meeting, count]) => `the briefing for ${meeting} was sent ${count} times`),
    ...[...states.keys()]
      .filter((state) => !['sent', 'unknown'].includes(state))
      .map((state) => `a briefing is ${state}`),
    ...(await unsentLater(instance, cohort, laterStart, counts)),
    ...(sentInTail.length === 0 ? ['no briefing was sent in the lost seconds'] : []),
    ...fates
      .filter(({ state, lateS }) => state === 'sent' && (lateS ?? Number.POSITIVE_INFINITY) > GRACE_S)
      .map(({ lateS }) => `a briefing was sent ${lateS} s late`),
    ...(await brokenInvariants(instance)),
  ];
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

async function addLater({ people }: Cohort, start: Date): Promise<void> {
  for (const { calendar } of Object.values(people))
    for (let i = 0; i < LATER; i += 1) await calendar.add({ start, guests: ['nadia.belkacem@lumenfield.test'] });
}

/** Returns how many briefings each meeting's owner received, by the meeting's id. */
async function countBriefings(instance: Instance, { people }: Cohort): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { email } of Object.values(people)) {
    for (const { text } of await readOutbox({ sandbox: { ses: vendorUrl(instance, 'ses') } }, email)) {
      const [, meeting] = /\/app\/meetings\?meeting=([0-9a-f-]{36})/.exec(text) ?? [];
      if (meeting) counts.set(meeting, (counts.get(meeting) ?? 0) + 1);
    }
  }
  return counts;
}

/** Returns a line for each meeting whose briefing was due long after the loss but was not sent exactly once. */
async function unsentLater(
  { pool }: Instance,
  { people }: Cohort,
  start: Date,
  counts: ReadonlyMap<string, number>,
): Promise<string[]> {
  const ids = Object.values(people).map(({ userId }) => userId);
  const later = await pool.any(sql.typeAlias('id')`
    select id from meetings where user_id = any(${sql.array(ids, 'uuid')})
      and start_time = ${sql.timestamp(start)}
  `);
  if (later.length !== 2 * LATER) return [`${later.length} later meetings instead of ${2 * LATER}`];
  return later.filter(({ id }) => counts.get(id) !== 1).map(({ id }) => `the later briefing for ${id} was not sent`);
}

/**
 * Returns violations of I1 to I7, except I4 and I5: the rows of what was sent in the lost seconds are lost too, so
 * `countBriefings` counts by meeting, and nobody here has a subscription.
 */
async function brokenInvariants(instance: Instance): Promise<string[]> {
  const results = await checkInvariants(instance);
  return results
    .filter(({ id }) => id !== 'I4' && id !== 'I5')
    .flatMap(({ id, violations }) => violations.map((violation) => `${id}: ${violation}`));
}
