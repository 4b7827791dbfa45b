import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { updateMeetingNotes } from '#db/queries/meeting-notes.ts';
import { findMeetingPlan } from '#db/queries/meeting-plan.ts';
import { requestResearch } from '#db/queries/meetings.ts';
import { sql } from '#db/sql.ts';
import { listOutbox } from '#tests/support/builders.ts';
import { captureHistory } from '#tests/support/histories.ts';
import {
  announceChange,
  eventually,
  type MeetingLab,
  moveMeeting,
  openMeetingLab,
  type PlannedMeeting,
  readMeeting,
  seedPlannedMeeting,
  startMeeting,
  startWithBriefingIn,
} from './meeting-lab.ts';

/** The newest may be in the quick take, which the list of news does not repeat. */
const NEWS = {
  'aarhus-depot': 'Brightwater opened a service depot in Aarhus with forty engineers.',
  'porto-order': 'Water utility Porto ordered nine hundred pressure loggers from Brightwater.',
};

let lab: MeetingLab;
beforeAll(async () => {
  lab = await openMeetingLab();
});
afterAll(async () => {
  await lab.close();
});
/** Resets the seeded web and all dossiers. */
beforeEach(async () => {
  await lab.control(lab.anthropic, '/reset', {});
  await lab.pool.query(sql.typeAlias('void')`delete from dossiers`);
});

const researched = (meetingId: string, times: number) =>
  eventually(
    () => readMeeting(lab, meetingId),
    ({ results, researchState }) => results === times && researchState === 'completed',
  );

async function makeOlder(meetingId: string, days: number): Promise<void> {
  await lab.pool.query(sql.typeAlias('void')`
    update research_results set created_at = now() - make_interval(days => ${days}) where meeting_id = ${meetingId}
  `);
}

/** Adds pages published today and makes all dossiers stale. */
async function publishNews(): Promise<void> {
  for (const [path, text] of Object.entries(NEWS)) {
    const page = { domain: 'brightwater.test', path: `news/${path}`, title: path, html: `<p>${text}</p>` };
    await lab.control(lab.anthropic, '/pages', page);
  }
  await lab.pool.query(
    sql.typeAlias('void')`update dossiers set fresh_until = now(), researched_at = now() - interval '8 days'`,
  );
}

async function mailOf({ user, meetingId }: PlannedMeeting): Promise<string> {
  await moveMeeting(lab.pool, meetingId, startWithBriefingIn(meetingId, 2));
  await announceChange(lab, meetingId);
  const mails = await eventually(
    () => lab.outbox(user.email),
    (sent) => sent.length > 0,
  );
  expect(mails).toHaveLength(1);
  return mails[0]?.text?.replaceAll(/\s+/g, ' ') ?? '';
}

/** Returns the part of the mail between this heading and the next. */
function section(text: string, heading: RegExp): string {
  const [, after = ''] = text.split(heading);
  return after.split(/ [A-Z]{3,}(?: [A-Z]{2,})+ /)[0] ?? '';
}

/** Checks that each item appears once in the mail, at least one of them under the given heading. */
function expectToldOnce(text: string, part: string): void {
  const told = Object.values(NEWS).map((sentence) => sentence.slice(0, -1));
  for (const sentence of told) expect(text.split(sentence)).toHaveLength(2);
  expect(told.filter((sentence) => part.includes(sentence))).not.toEqual([]);
}

test('a second briefing reports news since the first one, once', async () => {
  const first = await seedPlannedMeeting(lab.pool, { briefingInS: 600 });
  const firstHandle = await startMeeting(lab, first);
  await researched(first.meetingId, 1);
  await firstHandle.terminate();
  await moveMeeting(lab.pool, first.meetingId, new Date(Date.now() - 12 * 86_400_000));
  await makeOlder(first.meetingId, 13);

  const second = await seedPlannedMeeting(lab.pool, { user: first.user, briefingInS: 600 });
  const handle = await startMeeting(lab, second);
  await researched(second.meetingId, 1);
  await makeOlder(second.meetingId, 9);
  await publishNews();
  await announceChange(lab, second.meetingId);
  await researched(second.meetingId, 2);

  const text = await mailOf(second);
  const sinceLastTime = section(text, /SINCE LAST TIME /);
  expect(sinceLastTime).toMatch(/^You last met on .*: Intro call, with Leonie Hartmann\./);
  expectToldOnce(text, sinceLastTime);
  for (const path of Object.keys(NEWS)) expect(text).toContain(`news/${path}`);
  await handle.terminate();
});

test('a briefing drafted long ago reports news since then', async () => {
  const meeting = await seedPlannedMeeting(lab.pool, { briefingInS: 600 });
  const handle = await startMeeting(lab, meeting);
  await researched(meeting.meetingId, 1);
  await makeOlder(meeting.meetingId, 9);
  await publishNews();
  await announceChange(lab, meeting.meetingId);
  await researched(meeting.meetingId, 2);

  const text = await mailOf(meeting);
  expect(text).toContain('No earlier meeting with them in your calendar.');
  expectToldOnce(text, section(text, /NEW SINCE \d+ [A-Z]+ \d{4} /));
  await handle.terminate();
});

test('research that would be stale when the mail leaves is repeated automatically', async () => {
  const known = await seedPlannedMeeting(lab.pool, { briefingInS: 600 });
  const first = await startMeeting(lab, known);
  await researched(known.meetingId, 1);
  await first.terminate();
  await lab.pool.query(sql.typeAlias('void')`update dossiers set fresh_until = now() + interval '8 seconds'`);

  const meeting = await seedPlannedMeeting(lab.pool, { user: known.user, briefingInS: 45 * 60 + 9 });
  const handle = await startMeeting(lab, meeting);
  await researched(meeting.meetingId, 1);
  await researched(meeting.meetingId, 2);
  const { events } = await handle.fetchHistory();
  expect(events?.filter((event) => event.workflowExecutionSignaledEventAttributes)).toHaveLength(1);
  await captureHistory('prepare-meeting-refreshed-unasked', handle);
  await handle.terminate();
});

test('a draft from the same day has no news section', async () => {
  const meeting = await seedPlannedMeeting(lab.pool, { briefingInS: 600 });
  const handle = await startMeeting(lab, meeting);
  await researched(meeting.meetingId, 1);
  await publishNews();
  await requestResearch(lab.pool, meeting.meetingId);
  await announceChange(lab, meeting.meetingId);
  await researched(meeting.meetingId, 2);

  const text = await mailOf(meeting);
  expect(text).toContain('news/aarhus-depot');
  expect(text).not.toMatch(/NEW SINCE \d/);
  expect(text).toContain('No earlier meeting with them in your calendar.');
  await handle.terminate();
});

test('a goal set by the user during research triggers a rewrite', async () => {
  const meeting = await seedPlannedMeeting(lab.pool, { briefingInS: 600 });
  await lab.control(lab.anthropic, '/faults', { method: 'POST', path: '/v1/messages', delayMs: 2_000, times: 1 });
  const handle = await startMeeting(lab, meeting);
  await eventually(
    () => readMeeting(lab, meeting.meetingId),
    ({ researchState }) => researchState === 'running',
  );
  await lab.pool.query(sql.typeAlias('void')`update meetings set goal = 'Sign' where id = ${meeting.meetingId}`);
  await researched(meeting.meetingId, 1);
  expect(JSON.stringify(await listOutbox(lab.pool))).toContain(meeting.meetingId);
  await announceChange(lab, meeting.meetingId);
  await researched(meeting.meetingId, 2);
  expect((await findMeetingPlan(lab.pool, meeting.meetingId))?.researchFreshUntil?.getTime()).not.toBe(0);
  expect(await readMeeting(lab, meeting.meetingId)).toMatchObject({ usage: 'used' });
  await handle.terminate();
}, 60_000);

test('a goal set after the briefing, even during research, rewrites the report in the app and sends no mail', async () => {
  const meeting = await seedPlannedMeeting(lab.pool, { briefingInS: 4, leadMinutes: 20 });
  const { meetingId, user } = meeting;
  const handle = await startMeeting(lab, meeting);
  await eventually(
    () => readMeeting(lab, meetingId),
    ({ briefingState }) => briefingState === 'sent',
  );
  const set = async (goal: string) => {
    const noted = await lab.pool.transaction((transaction) =>
      updateMeetingNotes(transaction, { userId: user.id, meetingId }, { goal }),
    );
    await announceChange(lab, meetingId);
    return noted?.isWrittenForAnother;
  };
  await lab.control(lab.anthropic, '/faults', { method: 'POST', path: '/v1/messages', delayMs: 2_000, times: 1 });
  expect(await set('Sign the pilot')).toBe(true);
  await eventually(
    () => readMeeting(lab, meetingId),
    ({ researchState }) => researchState === 'running',
  );
  expect(await set('Agree on a date')).toBe(false);
  await researched(meetingId, 3);
  expect(await lab.outbox(user.email)).toHaveLength(1);
  expect(await readMeeting(lab, meetingId)).toMatchObject({ usage: 'used', briefingState: 'sent' });
  await handle.terminate();
}, 60_000);
