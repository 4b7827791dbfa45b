import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#db/sql.ts';
import { briefingJitterMs } from '#domain/briefing-schedule.ts';
import { LEAD_MINUTES } from '#tests/faults/newcomer.ts';
import { countRows } from '#tests/support/builders.ts';
import { percentile } from '#tests/support/percentile.ts';
import { runBareEngine } from './bare-engine/bare-engine.ts';
import {
  announceMeetings,
  type BriefingLab,
  openBriefingLab,
  type ResearchedMeeting,
  seedResearchedMeetings,
} from './briefing-rush.ts';
import { reportFigure } from './figures.ts';

const BRIEFINGS = Number(process.env['BENCH_BRIEFINGS'] ?? 2_000);
/** Time to start the workflows: all must be waiting before the first is due, even on a busy machine. */
const HEAD_START_MS = 15_000 + BRIEFINGS * 120;
const MAX_JITTER_S = 120;
/** The longest wait for all briefings to settle, after they are due. */
const PATIENCE_MS = 600_000;
/** Time for a duplicate email to show up. */
const AFTERMATH_MS = 5_000;
/** Three times the head start, two jitters of two minutes, and the delay of a slow machine. */
const TIMEOUT_MS = 3_600_000;

let lab: BriefingLab;
let meetings: ResearchedMeeting[];
beforeAll(async () => {
  lab = await openBriefingLab();
  meetings = await seedResearchedMeetings(lab.pool, BRIEFINGS);
});
afterAll(async () => await lab?.close());

const jitterMs = ({ meetingId }: ResearchedMeeting) => briefingJitterMs(meetingId, LEAD_MINUTES);

test(
  `${BRIEFINGS} simultaneous briefings are each sent once, at most 1.5 times as late (p99) as on the bare engine`,
  async () => {
    const dueTogether = () => new Date(Date.now() + HEAD_START_MS + MAX_JITTER_S * 1000);
    // The bare engine runs twice: spread per meeting, as the briefings will be, then all at once.
    const bareSpread = await runBareEngine(lab.connection, () => {
      const dueAt = dueTogether().getTime();
      return new Map(meetings.map((meeting) => [meeting.meetingId, dueAt - jitterMs(meeting)]));
    });
    const bareAtOnce = await runBareEngine(lab.connection, () => {
      const dueAt = Date.now() + HEAD_START_MS;
      return new Map(meetings.map(({ meetingId }) => [meetingId, dueAt]));
    });

    await lab.serve();
    const dueAt = dueTogether();
    await announceMeetings(lab.pool, meetings, dueAt);
    const mails = await untilBriefed(dueAt);

    const ours = meetings.flatMap((meeting) => (mails.get(meeting.email) ?? []).map((at) => ({ meeting, at })));
    const behindDue = ours.map(({ at }) => at - dueAt.getTime());
    const behindPlan = ours.map(({ meeting, at }) => at - dueAt.getTime() + jitterMs(meeting));
    describe('bare engine, spread like the briefings: lateness after the planned time', bareSpread);
    describe('briefings: lateness after the planned time (due time less jitter)', behindPlan);
    describe('bare engine, all at once: lateness after the due time', bareAtOnce);
    describe('briefings: lateness after the due time', behindDue);
    const counts = meetings.map(({ email }) => mails.get(email)?.length ?? 0);
    const name = `${BRIEFINGS} briefings at the same instant`;
    reportFigure(`${name}: not sent`, counts.filter((count) => count === 0).length, 'briefings', { atMost: 0 });
    reportFigure(`${name}: sent twice`, counts.filter((count) => count > 1).length, 'briefings', { atMost: 0 });
    reportFigure(`${name}: the earliest was sent before it was due by`, -Math.min(...behindDue) / 1000, 's', {
      atMost: MAX_JITTER_S,
    });
    // Informational: the bar is for briefings due at the same instant, but these are spread.
    reportFigure(
      `${name}: 99th percentile of lateness after the planned time`,
      percentile(behindPlan, 99) / percentile(bareSpread, 99),
      'x the bare engine with the same instants',
    );
    reportFigure(
      `${name}: 99th percentile of the lateness a user sees`,
      Math.max(0, percentile(behindDue, 99)) / percentile(bareAtOnce, 99),
      'x the bare engine at that instant',
      { atMost: 1.5 },
    );
  },
  TIMEOUT_MS,
);

/**
 * Waits until all briefings are settled. Returns the times at which the mail service accepted emails, in epoch
 * milliseconds by address.
 */
async function untilBriefed(dueAt: Date): Promise<Map<string, number[]>> {
  await untilPlanned(dueAt);
  const deadline = dueAt.getTime() + PATIENCE_MS;
  while ((await countSettled()) < BRIEFINGS && Date.now() < deadline) await sleep(1_000);
  await sleep(AFTERMATH_MS);
  const mails = new Map<string, number[]>();
  for (const { to, at } of await lab.ses.vendor.outbox()) {
    for (const address of to) mails.set(address, [...(mails.get(address) ?? []), Date.parse(at)]);
  }
  return mails;
}

/**
 * Waits until every workflow has read its meeting.
 * @throws Error if one has not by the time the first email is due, since lateness would then be meaningless
 */
async function untilPlanned(dueAt: Date): Promise<void> {
  const first = dueAt.getTime() - MAX_JITTER_S * 1000;
  for (;;) {
    const waiting = await countMeetings(sql.fragment`briefing_due_at is null`);
    if (waiting === 0) break;
    if (Date.now() > first) throw new Error(`${waiting} workflows were not started in time.`);
    await sleep(500);
  }
  process.stdout.write(
    `       all workflows waited ${((first - Date.now()) / 1000).toFixed(0)} s before the first email\n`,
  );
  expect(Date.now()).toBeLessThan(first);
}

/** Counts the briefings that were sent or abandoned. */
async function countSettled(): Promise<number> {
  return await countMeetings(sql.fragment`briefing_state not in ('scheduled', 'sending')`);
}

async function countMeetings(which: ReturnType<typeof sql.fragment>): Promise<number> {
  return await countRows(lab.pool, sql.fragment`meetings where ${which}`);
}

function describe(what: string, latenessesMs: readonly number[]): void {
  const [p50, p99, max] = [50, 99, 100].map((share) => (percentile(latenessesMs, share) / 1000).toFixed(2));
  process.stdout.write(`       ${what}: p50 ${p50} s, p99 ${p99} s, max ${max} s\n`);
}
