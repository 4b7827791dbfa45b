import { beforeEach, expect, test } from 'vitest';
import { updateMeetingNotes } from '#db/queries/meeting-notes.ts';
import { findMeetingPlan } from '#db/queries/meeting-plan.ts';
import { requestResearch } from '#db/queries/meetings.ts';
import { sql } from '#db/sql.ts';
import { listOutbox } from '#tests/support/builders.ts';
import { captureHistory } from '#tests/support/histories.ts';
import { openMeetingLab, type TestMeeting } from './meeting-lab.ts';

/** The newest item may appear in the quick take instead of the list of news. */
const NEWS = {
  'aarhus-depot': 'Brightwater opened a service depot in Aarhus with forty engineers.',
  'porto-order': 'Water utility Porto ordered nine hundred pressure loggers from Brightwater.',
};

const lab = await openMeetingLab();
/** Resets the seeded web and all dossiers. */
beforeEach(async () => {
  await lab.control(lab.anthropic, '/reset', {});
  await lab.pool.query(sql.typeAlias('void')`delete from dossiers`);
});

async function makeOlder({ meetingId }: TestMeeting, days: number): Promise<void> {
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

async function mailOf(meeting: TestMeeting): Promise<string> {
  await meeting.becomesDue();
  const mail = await meeting.onlyMail();
  return mail?.text?.replaceAll(/\s+/g, ' ') ?? '';
}

/** Returns the part of the email between this heading and the next. */
function section(text: string, heading: RegExp): string {
  const [, after = ''] = text.split(heading);
  return after.split(/ [A-Z]{3,}(?: [A-Z]{2,})+ /)[0] ?? '';
}

/** Checks that each item appears once in the email, at least one of them under the given heading. */
function expectToldOnce(text: string, part: string): void {
  const told = Object.values(NEWS).map((sentence) => sentence.slice(0, -1));
  for (const sentence of told) expect(text.split(sentence)).toHaveLength(2);
  expect(told.filter((sentence) => part.includes(sentence))).not.toEqual([]);
}

test('a second briefing reports news since the first one, and only once', async () => {
  await using first = await lab.start({ briefingInS: 600, leadMinutes: 20 });
  await first.researched();
  await first.handle.terminate();
  await first.move(new Date(Date.now() - 12 * 86_400_000));
  await makeOlder(first, 13);

  await using second = await lab.start({ user: first.user, briefingInS: 600, leadMinutes: 20 });
  await second.researched();
  await makeOlder(second, 9);
  await publishNews();
  await second.announce();
  await second.researched(2);

  const text = await mailOf(second);
  const sinceLastTime = section(text, /SINCE LAST TIME /);
  expect(sinceLastTime).toMatch(/^You last met on .*: Intro call, with Leonie Hartmann\./);
  expectToldOnce(text, sinceLastTime);
  for (const path of Object.keys(NEWS)) expect(text).toContain(`news/${path}`);
});

test('a briefing drafted long ago reports news since then', async () => {
  await using meeting = await lab.start({ briefingInS: 600, leadMinutes: 20 });
  await meeting.researched();
  await makeOlder(meeting, 9);
  await publishNews();
  await meeting.announce();
  await meeting.researched(2);

  const text = await mailOf(meeting);
  expect(text).toContain('No earlier meetings with them in Foreword.');
  expectToldOnce(text, section(text, /NEW SINCE \d+ [A-Z]+ \d{4} /));
});

test('research that would be stale when the email is sent is repeated automatically', async () => {
  await using known = await lab.start({ briefingInS: 600 });
  await known.researched();
  await known.handle.terminate();
  await lab.pool.query(sql.typeAlias('void')`update dossiers set fresh_until = now() + interval '18 seconds'`);

  await using meeting = await lab.start({ user: known.user, briefingInS: 45 * 60 + 19 });
  await meeting.researched();
  await meeting.researched(2);
  const { events } = await meeting.handle.fetchHistory();
  expect(events?.filter((event) => event.workflowExecutionSignaledEventAttributes)).toHaveLength(1);
  await captureHistory('prepare-meeting-refreshed-unasked', meeting.handle);
});

test('a draft from the same day has no news section', async () => {
  await using meeting = await lab.start({ briefingInS: 600, leadMinutes: 20 });
  await meeting.researched();
  await publishNews();
  await requestResearch(lab.pool, meeting.meetingId);
  await meeting.announce();
  await meeting.researched(2);

  const text = await mailOf(meeting);
  expect(text).toContain('news/aarhus-depot');
  expect(text).not.toMatch(/NEW SINCE \d/);
  expect(text).toContain('No earlier meetings with them in Foreword.');
});

test('a goal set by the user during research triggers a rewrite', async () => {
  await using meeting = await lab.seed({ briefingInS: 600 });
  const answer = lab.holdModel();
  await meeting.startWorkflow();
  await answer.asked;
  await meeting.set(sql.fragment`goal = 'Sign'`);
  answer.release();
  await meeting.researched();
  expect(JSON.stringify(await listOutbox(lab.pool))).toContain(meeting.meetingId);
  await meeting.announce();
  await meeting.researched(2);
  expect((await findMeetingPlan(lab.pool, meeting.meetingId))?.researchFreshUntil?.getTime()).not.toBe(0);
  expect(await meeting.read()).toMatchObject({ usage: 'used' });
});

test('a goal set after the briefing, even during research, rewrites the report but does not send mail', async () => {
  await using meeting = await lab.start({ briefingInS: -1, leadMinutes: 20 });
  const { meetingId, user } = meeting;
  await meeting.briefed();
  const set = async (goal: string) => {
    const noted = await lab.pool.transaction((transaction) =>
      updateMeetingNotes(transaction, { userId: user.id, meetingId }, { goal }),
    );
    await meeting.announce();
    return noted?.isWrittenForAnother;
  };
  const second = lab.holdModel();
  expect(await set('Sign the pilot')).toBe(true);
  await second.asked;
  expect(await set('Agree on a date')).toBe(false);
  second.release();
  await meeting.researched(3);
  expect(await meeting.mails()).toHaveLength(1);
  expect(await meeting.read()).toMatchObject({ usage: 'used', briefingState: 'sent' });
});

test('research reopened by new guests is free a dozen times, then counts against the quota', async () => {
  await using meeting = await lab.start({ briefingInS: 600 });
  await meeting.researched();
  const repeat = async (results: number) => {
    await lab.pool.query(sql.typeAlias('void')`
      insert into research_results (meeting_id, user_id, meeting_version, request, quality_score, confidence, report,
        raw_response, input_tokens, output_tokens, searches)
      select meeting_id, user_id, -made, request, quality_score, confidence, report, raw_response, 0, 0, 0
      from (select * from research_results where meeting_id = ${meeting.meetingId} and meeting_version > 0 limit 1) as first,
        generate_series(2, ${results}) as made
      on conflict do nothing
    `);
    await meeting.change(sql.fragment`research_state = 'pending'`);
  };
  await repeat(11);
  expect(await meeting.researched(12)).toMatchObject({ usage: 'used' });
  await repeat(11);
  expect(await meeting.researched(13)).toMatchObject({ usage: 'used,used' });

  const used = sql.fragment`select ${meeting.user.id}, 'research', 'other:' || made, 'used' from generate_series(1, 60) as made`;
  await lab.pool.query(sql.typeAlias('void')`insert into usage_entries (user_id, kind, reference, state) ${used}`);
  await repeat(23);
  await meeting.until({ researchState: 'failed', researchError: 'quota_exceeded', usage: 'used,used' });
});
