import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkflowHandle } from '@temporalio/client';
import { optionalTsToMs } from '@temporalio/common/lib/time.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  disconnectIntegration,
  touchFutureMeetings,
  upsertConnectedIntegration,
} from '#db/queries/calendar-integrations.ts';
import { requestResearch } from '#db/queries/meetings.ts';
import { sql } from '#db/sql.ts';
import { NO_BRIEFING } from '#domain/briefable.ts';
import { type SeededUser, seedCalendar, seedMeeting } from '#tests/support/builders.ts';
import { captureHistory } from '#tests/support/histories.ts';
import { readerOf } from '#workers/emails/reader.ts';
import { meetingStatusQuery } from '#workflows/names.ts';
import {
  announceChange,
  eventually,
  type MeetingLab,
  moveMeeting,
  openMeetingLab,
  readHistoryText,
  readMeeting,
  seedPlannedMeeting,
  startMeeting,
  startWithBriefingIn,
} from './meeting-lab.ts';

let lab: MeetingLab;

beforeAll(async () => {
  lab = await openMeetingLab();
});
afterAll(async () => {
  await lab.close();
});

const researched = (meetingId: string) =>
  eventually(
    () => readMeeting(lab, meetingId),
    ({ results }) => results > 0,
  );
const briefed = (meetingId: string) =>
  eventually(
    () => readMeeting(lab, meetingId),
    ({ briefingState }) => briefingState === 'sent',
  );
const changed = (meetingId: string, fragment: ReturnType<typeof sql.fragment>) =>
  lab.pool.query(sql.typeAlias('void')`update meetings set ${fragment} where id = ${meetingId}`);

const TOLD = ['Head of Sales', 'Container sensors', 'Learn who decides', 'Agree on a date', 'They liked the pilot.'];

/**
 * Sets everything a reader can provide: role, offering, usual goal, language, clock, and notes on this and the last
 * meeting.
 */
async function tellEverything({ user, meetingId }: { user: SeededUser; meetingId: string }): Promise<void> {
  const [role, offering, usualGoal, goal, outcome] = TOLD;
  await lab.pool.query(sql.typeAlias('void')`
    update users
    set job_title = ${role ?? null}, offering = ${offering ?? null}, meeting_goal = ${usualGoal ?? null},
        briefing_language = 'de', locale = 'de-DE', hour_cycle = 'h23'
    where id = ${user.id}
  `);
  await changed(meetingId, sql.fragment`goal = ${goal ?? null}`);
  const attendees = [{ email: 'leonie.hartmann@brightwater.test', name: 'Leonie Hartmann' }];
  const earlier = await seedMeeting(lab.pool, { userId: user.id, startsInMinutes: -7 * 1440, attendees });
  await changed(earlier, sql.fragment`outcome = ${outcome ?? null}`);
}

type HistoryEvents = NonNullable<Awaited<ReturnType<WorkflowHandle['fetchHistory']>>['events']>;

/**
 * Returns the Unix time in milliseconds at which the first timer was set to end, by the workflow's clock, which stands
 * at the start of the workflow task. Unlike the time when the mail was sent, it does not depend on the load of this
 * machine.
 */
function firstTimerEnd(events: HistoryEvents): number {
  const at = events.findIndex((event) => event.timerStartedEventAttributes);
  const task = events.slice(0, at).findLast((event) => event.workflowTaskStartedEventAttributes);
  const waitMs = optionalTsToMs(events[at]?.timerStartedEventAttributes?.startToFireTimeout);
  return (optionalTsToMs(task?.eventTime) ?? Number.NaN) + (waitMs ?? Number.NaN);
}

/** Returns the activity scheduled after the first timer, or `timer` if the workflow waits once more before it. */
function firstStepAfterTimer(events: HistoryEvents): string | null | undefined {
  const after = events.slice(events.findIndex((event) => event.timerFiredEventAttributes));
  const step = after.find((event) => event.timerStartedEventAttributes ?? event.activityTaskScheduledEventAttributes);
  return step?.timerStartedEventAttributes ? 'timer' : step?.activityTaskScheduledEventAttributes?.activityType?.name;
}

describe.concurrent('the workflow of a meeting', { timeout: 100_000 }, () => {
  test('consists of research and one briefing, in at most 36 events and 8 actions', async () => {
    const meeting = await seedPlannedMeeting(lab.pool, { briefingInS: 12 });
    await tellEverything(meeting);
    const handle = await startMeeting(lab, meeting);
    const before = await researched(meeting.meetingId);
    expect(before).toMatchObject({ researchState: 'completed', usage: 'used', briefingState: 'scheduled', results: 1 });
    expect(before.briefingDueAt).toEqual(new Date(meeting.start.getTime() - 60_000));
    expect(await lab.outbox(meeting.user.email)).toHaveLength(0);
    await captureHistory('prepare-meeting-waiting', handle);

    await handle.result();
    await captureHistory('prepare-meeting-ended', handle);
    expect(Date.now()).toBeGreaterThanOrEqual(meeting.start.getTime());
    const after = await readMeeting(lab, meeting.meetingId);
    expect(after).toMatchObject({ briefingState: 'sent', briefingReason: null, results: 1 });
    expect(after.briefingSentAt?.getTime()).toBeLessThan(meeting.start.getTime());
    const [mail, ...others] = await lab.outbox(meeting.user.email);
    expect(others).toEqual([]);
    expect(mail?.subject).toMatch(/^\d\d:\d\d Brightwater: Intro call$/);
    expect(mail?.text).toContain('Leonie Hartmann');
    expect(mail?.text?.replaceAll('\n', ' ')).toContain('Ihre Notiz: „They liked the pilot.“');

    const events = (await handle.fetchHistory()).events ?? [];
    expect(firstTimerEnd(events)).toBeLessThanOrEqual(meeting.start.getTime() - 59_000);
    expect(firstStepAfterTimer(events)).toBe('sendMail');
    expect(events.length).toBeLessThanOrEqual(36);
    const actions = events.filter(
      (event) =>
        event.workflowExecutionStartedEventAttributes ||
        event.workflowExecutionSignaledEventAttributes ||
        event.activityTaskScheduledEventAttributes ||
        event.timerStartedEventAttributes ||
        event.markerRecordedEventAttributes,
    );
    expect(actions.length).toBeLessThanOrEqual(8);
    const history = await readHistoryText(handle);
    expect(history).toContain(meeting.meetingId);
    for (const personal of [meeting.user.email, 'eonie', 'Intro call', 'rightwater', ...TOLD]) {
      expect(history).not.toContain(personal);
    }
  });

  test('case 42: briefs immediately after research if the meeting is found within the lead time', async () => {
    const meeting = await seedPlannedMeeting(lab.pool, { startsInS: 600, leadMinutes: 120 });
    const handle = await startMeeting(lab, meeting);
    await briefed(meeting.meetingId);
    const [mail, ...others] = await lab.outbox(meeting.user.email);
    expect(others).toEqual([]);
    expect(mail?.text).toContain('SOURCES');
    // The mail is recorded as sent just before the workflow learns of it.
    await eventually(
      () => handle.query(meetingStatusQuery),
      ({ state, version }) => state === 'following' && version === 1,
    );
    await handle.terminate();
  });

  test('case 39: briefs an event without guests on request and says nobody is invited', async () => {
    const meeting = await seedPlannedMeeting(lab.pool, { startsInS: 600, leadMinutes: 120, attendees: [] });
    await changed(meeting.meetingId, sql.fragment`meeting_type = 'internal', external_domains = '{}'`);
    const { version } = await requestResearch(lab.pool, meeting.meetingId);
    const handle = await startMeeting(lab, meeting, version);
    await briefed(meeting.meetingId);
    const [mail, ...others] = await lab.outbox(meeting.user.email);
    expect(others).toEqual([]);
    expect(mail?.subject).toMatch(/^\d\d:\d\d Intro call$/);
    expect(mail?.text).toContain('Nobody is invited, so there was nobody to look for.');
    await handle.terminate();
  });

  test('ends with a reason if the meeting is found after its start', async () => {
    const meeting = await seedPlannedMeeting(lab.pool, { startsInS: -5 });
    await (await startMeeting(lab, meeting)).result();
    expect(await readMeeting(lab, meeting.meetingId)).toMatchObject({
      briefingState: 'skipped',
      briefingReason: 'The meeting had already started.',
      briefingDueAt: null,
      results: 0,
      usage: null,
    });
    expect(await lab.outbox(meeting.user.email)).toEqual([]);
  });

  test('case 42: skips research and mail if the meeting is found in its last minute', async () => {
    const meeting = await seedPlannedMeeting(lab.pool, { startsInS: 12, leadMinutes: 120 });
    await (await startMeeting(lab, meeting)).result();
    expect(await readMeeting(lab, meeting.meetingId)).toMatchObject({
      researchState: 'none',
      briefingState: 'skipped',
      briefingReason: 'The meeting was found too close to its start.',
      results: 0,
    });
    expect(await lab.outbox(meeting.user.email)).toEqual([]);
  });
});

describe.concurrent('a meeting that changes before its briefing', { timeout: 60_000 }, () => {
  test('case 20: adjusts its timer when moved later and back, and sends one mail', async () => {
    const meeting = await seedPlannedMeeting(lab.pool, { briefingInS: 5 });
    const handle = await startMeeting(lab, meeting);
    await researched(meeting.meetingId);
    const later = new Date(meeting.start.getTime() + 3_600_000);
    await moveMeeting(lab.pool, meeting.meetingId, later);
    await announceChange(lab, meeting.meetingId);
    await eventually(
      () => readMeeting(lab, meeting.meetingId),
      ({ briefingDueAt }) => briefingDueAt?.getTime() === later.getTime() - 60_000,
    );
    await sleep(7_000);
    expect(await lab.outbox(meeting.user.email)).toEqual([]);

    await moveMeeting(lab.pool, meeting.meetingId, startWithBriefingIn(meeting.meetingId, 1));
    await announceChange(lab, meeting.meetingId);
    await briefed(meeting.meetingId);
    expect(await lab.outbox(meeting.user.email)).toHaveLength(1);
    expect(await readMeeting(lab, meeting.meetingId)).toMatchObject({ results: 1, usage: 'used' });
    await captureHistory('prepare-meeting-moved', handle);
    await handle.terminate();
  });

  test.each([
    ['cancelled', sql.fragment`status = 'cancelled'`, 'The meeting was cancelled.'],
    ['declined', sql.fragment`user_response = 'declined'`, 'You declined the meeting.'],
    ['made internal', sql.fragment`meeting_type = 'internal'`, 'No external guests are invited.'],
  ])('cases 22 and 23: ends without a mail when %s', async (title, change, reason) => {
    const meeting = await seedPlannedMeeting(lab.pool, { briefingInS: 5 });
    const handle = await startMeeting(lab, meeting);
    await researched(meeting.meetingId);
    await changed(meeting.meetingId, change);
    await announceChange(lab, meeting.meetingId);
    await handle.result();
    await captureHistory(`prepare-meeting-${title.replaceAll(' ', '-')}`, handle);
    await sleep(Math.max(0, meeting.start.getTime() - 60_000 - Date.now() + 1_000));
    expect(await readMeeting(lab, meeting.meetingId)).toMatchObject({ briefingReason: reason, briefingDueAt: null });
    expect(await lab.outbox(meeting.user.email)).toEqual([]);
  });

  test('case 46: is briefed once after its calendar is disconnected and reconnected', async () => {
    const meeting = await seedPlannedMeeting(lab.pool, { briefingInS: 12 });
    const { integrationId, calendarId } = await seedCalendar(lab.pool, {
      userId: meeting.user.id,
      encryption: lab.context.encryption,
    });
    await changed(meeting.meetingId, sql.fragment`calendar_id = ${calendarId}`);
    const first = await startMeeting(lab, meeting);
    await researched(meeting.meetingId);
    await lab.pool.transaction((transaction) => disconnectIntegration(transaction, integrationId));
    await announceChange(lab, meeting.meetingId);
    await first.result();
    expect(await readMeeting(lab, meeting.meetingId)).toMatchObject({
      briefingState: 'skipped',
      briefingReason: NO_BRIEFING.disconnected,
    });

    const [touched, ...others] = await lab.pool.transaction(async (transaction) => {
      await upsertConnectedIntegration(transaction, {
        userId: meeting.user.id,
        provider: 'google',
        accountSubject: 'subject-1',
        accountEmail: 'robin@harborline.test',
        refreshToken: 'sealed',
        scopes: [],
      });
      return await touchFutureMeetings(transaction, integrationId);
    });
    expect([touched?.meetingId, others]).toEqual([meeting.meetingId, []]);
    await startMeeting(lab, meeting, touched?.version);
    expect(await briefed(meeting.meetingId)).toMatchObject({ results: 1, usage: 'used' });
    expect(await lab.outbox(meeting.user.email)).toHaveLength(1);
  });

  test('case 21: ends when moved beyond the window but still runs requested research', async () => {
    const meeting = await seedPlannedMeeting(lab.pool, { briefingInS: 300 });
    // The workflow of a meeting entered by hand would not end, since no sync would announce it again.
    const { encryption } = lab.context;
    const { calendarId } = await seedCalendar(lab.pool, { userId: meeting.user.id, encryption });
    await changed(meeting.meetingId, sql.fragment`calendar_id = ${calendarId}`);
    const handle = await startMeeting(lab, meeting);
    await researched(meeting.meetingId);
    await moveMeeting(lab.pool, meeting.meetingId, new Date(Date.now() + 40 * 86_400_000));
    await announceChange(lab, meeting.meetingId);
    await handle.result();
    const reason = { briefingState: 'skipped', briefingReason: NO_BRIEFING.beyond_window, briefingDueAt: null };
    expect(await readMeeting(lab, meeting.meetingId)).toMatchObject({ ...reason, results: 1 });

    await changed(
      meeting.meetingId,
      sql.fragment`research_requests = research_requests + 1, research_state = 'pending'`,
    );
    const again = await startMeeting(lab, meeting);
    await again.result();
    expect(await readMeeting(lab, meeting.meetingId)).toMatchObject({ ...reason, results: 2 });
    await captureHistory('prepare-meeting-researched-beyond-window', again);
    expect(await lab.outbox(meeting.user.email)).toHaveLength(0);
  });

  test.each([
    ['researched long ago', 'prepare-meeting-refreshed', sql.fragment`created_at = now() - interval '9 days'`],
    [
      'based on a stale dossier',
      'prepare-meeting-stale-dossier',
      sql.fragment`fresh_until = now() - interval '1 hour'`,
    ],
  ])('repeats research once at no charge if %s', async (_, history, aged) => {
    const meeting = await seedPlannedMeeting(lab.pool, { briefingInS: 120 });
    const handle = await startMeeting(lab, meeting);
    await researched(meeting.meetingId);
    await lab.pool.query(sql.typeAlias('void')`
      update research_results set ${aged} where meeting_id = ${meeting.meetingId}
    `);
    await announceChange(lab, meeting.meetingId);
    const state = await eventually(
      () => readMeeting(lab, meeting.meetingId),
      ({ results, researchState }) => results === 2 && researchState === 'completed',
    );
    expect(state).toMatchObject({ usage: 'used', briefingState: 'scheduled' });
    await announceChange(lab, meeting.meetingId);
    await sleep(1_000);
    expect(await readMeeting(lab, meeting.meetingId)).toMatchObject({ results: 2, researchState: 'completed' });
    await captureHistory(history, handle);
    await handle.terminate();
  });

  test('case 22: rereads the row before sending, so a cancellation without a message is seen', async () => {
    const meeting = await seedPlannedMeeting(lab.pool, { briefingInS: 4 });
    const handle = await startMeeting(lab, meeting);
    await researched(meeting.meetingId);
    await changed(meeting.meetingId, sql.fragment`status = 'cancelled'`);
    await handle.result();
    expect(await lab.outbox(meeting.user.email)).toEqual([]);
  });

  test('ignores a version it has already seen', async () => {
    const meeting = await seedPlannedMeeting(lab.pool, { briefingInS: 60 });
    const handle = await startMeeting(lab, meeting);
    await researched(meeting.meetingId);
    await startMeeting(lab, meeting);
    await sleep(1_000);
    const { events } = await handle.fetchHistory();
    expect(events?.filter((event) => event.timerCanceledEventAttributes)).toEqual([]);
    await handle.terminate();
  });

  test('counts research repeated at the user’s request against the quota', async () => {
    const meeting = await seedPlannedMeeting(lab.pool, { briefingInS: 60 });
    const handle = await startMeeting(lab, meeting);
    await researched(meeting.meetingId);
    await changed(
      meeting.meetingId,
      sql.fragment`research_state = 'pending', research_requests = research_requests + 1`,
    );
    await announceChange(lab, meeting.meetingId);
    const state = await eventually(
      () => readMeeting(lab, meeting.meetingId),
      ({ results, researchState }) => results === 2 && researchState === 'completed',
    );
    expect(state.usage).toBe('used,used');
    await handle.terminate();
  });
});

describe.concurrent('case 20: a meeting that changes after its briefing', { timeout: 60_000 }, () => {
  test('gets one update after a move of 15 minutes or more, however often it moves', async () => {
    const meeting = await seedPlannedMeeting(lab.pool, { startsInS: 600, leadMinutes: 120 });
    const handle = await startMeeting(lab, meeting);
    await briefed(meeting.meetingId);
    await moveMeeting(lab.pool, meeting.meetingId, new Date(meeting.start.getTime() + 3_600_000));
    await announceChange(lab, meeting.meetingId);
    const [update] = await eventually(
      () => lab.outbox(meeting.user.email),
      (mails) => mails.length === 2,
    );
    expect(update?.subject).toMatch(/^Moved to .*\d\d:\d\d: Intro call$/);
    expect(update?.text).toMatch(/Was: \d\d:\d\d.*\nNow: \d\d:\d\d/);

    await moveMeeting(lab.pool, meeting.meetingId, new Date(meeting.start.getTime() + 7_200_000));
    await announceChange(lab, meeting.meetingId);
    await sleep(3_000);
    expect(await lab.outbox(meeting.user.email)).toHaveLength(2);
    expect(await readMeeting(lab, meeting.meetingId)).toMatchObject({ briefingState: 'sent' });
    await captureHistory('prepare-meeting-updated', handle);
    await handle.terminate();
  });

  test('gets one update about which guests joined and left', async () => {
    const meeting = await seedPlannedMeeting(lab.pool, { startsInS: 900, leadMinutes: 120 });
    const handle = await startMeeting(lab, meeting);
    await briefed(meeting.meetingId);
    await lab.pool.query(sql.typeAlias('void')`delete from attendees where meeting_id = ${meeting.meetingId}`);
    await lab.pool.query(sql.typeAlias('void')`
      insert into attendees (meeting_id, email, name, response_status, is_external)
      values (${meeting.meetingId}, 'tomas.okafor@brightwater.test', 'Tomas Okafor', 'accepted', true)
    `);
    await changed(meeting.meetingId, sql.fragment`research_state = 'pending'`);
    await announceChange(lab, meeting.meetingId);
    const [update] = await eventually(
      () => lab.outbox(meeting.user.email),
      (mails) => mails.length === 2,
    );
    expect(update?.subject).toBe('Guests changed: Intro call');
    const text = update?.text?.replaceAll('\u200c', '').replaceAll(/\s+/g, ' ') ?? '';
    expect(text).toMatch(
      /ALSO COMING Tomas Okafor \(Accepted · Identity confirmed\) - .*(\[\d\]).* NO LONGER COMING - leonie.hartmann@brightwater.test SOURCES \1 Tomas Okafor/,
    );
    expect(await readMeeting(lab, meeting.meetingId)).toMatchObject({ results: 2, usage: 'used' });
    await captureHistory('prepare-meeting-other-guests', handle);
    await handle.terminate();
  });

  test('gets its update at the end of quiet hours', async () => {
    const meeting = await seedPlannedMeeting(lab.pool, { startsInS: 7_200, leadMinutes: 180 });
    const handle = await startMeeting(lab, meeting);
    await briefed(meeting.meetingId);
    const clock = (inS: number) => readerOf().time(new Date(Date.now() + inS * 1000).toISOString(), 'Europe/Berlin');
    await lab.pool.query(sql.typeAlias('void')`
      update users set quiet_hours_start = ${clock(-3600)}, quiet_hours_end = ${clock(1800)} where id = ${meeting.user.id}
    `);
    await moveMeeting(lab.pool, meeting.meetingId, new Date(meeting.start.getTime() + 3_600_000));
    await announceChange(lab, meeting.meetingId);
    await sleep(3_000);
    expect(await lab.outbox(meeting.user.email)).toHaveLength(1);
    await lab.pool.query(sql.typeAlias('void')`
      update users set quiet_hours_end = ${clock(-60)} where id = ${meeting.user.id}
    `);
    await announceChange(lab, meeting.meetingId);
    const mails = await eventually(
      () => lab.outbox(meeting.user.email),
      ({ length }) => length === 2,
    );
    expect(mails[0]?.subject).toMatch(/^Moved to /);
    await handle.terminate();
  });

  test('gets no update after a move of less than 15 minutes', async () => {
    const meeting = await seedPlannedMeeting(lab.pool, { startsInS: 600, leadMinutes: 120 });
    const handle = await startMeeting(lab, meeting);
    await briefed(meeting.meetingId);
    await moveMeeting(lab.pool, meeting.meetingId, new Date(meeting.start.getTime() + 600_000));
    await announceChange(lab, meeting.meetingId);
    await sleep(3_000);
    expect(await lab.outbox(meeting.user.email)).toHaveLength(1);
    await handle.terminate();
  });

  test('ends without another mail if cancelled', async () => {
    const meeting = await seedPlannedMeeting(lab.pool, { startsInS: 600, leadMinutes: 120 });
    const handle = await startMeeting(lab, meeting);
    await briefed(meeting.meetingId);
    await changed(meeting.meetingId, sql.fragment`status = 'cancelled'`);
    await announceChange(lab, meeting.meetingId);
    await handle.result();
    expect(await readMeeting(lab, meeting.meetingId)).toMatchObject({ briefingState: 'sent' });
    expect(await lab.outbox(meeting.user.email)).toHaveLength(1);
  });
});

describe.concurrent('a meeting whose owner gets no mail for now', { timeout: 60_000 }, () => {
  test('with notifications off, is researched but not mailed, and stores why', async () => {
    const meeting = await seedPlannedMeeting(lab.pool, { briefingInS: 4 });
    await lab.pool.query(sql.typeAlias('void')`
      update users set email_notifications = false where id = ${meeting.user.id}
    `);
    const handle = await startMeeting(lab, meeting);
    await researched(meeting.meetingId);
    await eventually(
      () => handle.query(meetingStatusQuery),
      ({ state }) => state === 'following',
    );
    expect(await readMeeting(lab, meeting.meetingId)).toMatchObject({
      briefingState: 'skipped',
      briefingReason: 'Email notifications are switched off.',
    });
    expect(await lab.outbox(meeting.user.email)).toEqual([]);
    await handle.terminate();
  });

  test('is not mailed while paused, and briefed once after resuming', async () => {
    const meeting = await seedPlannedMeeting(lab.pool, { startsInS: 600, leadMinutes: 120 });
    const { id: userId, email } = meeting.user;
    const pause = (paused: boolean) =>
      lab.pool.query(sql.typeAlias('void')`update users set briefings_paused = ${paused} where id = ${userId}`);
    await pause(true);
    const handle = await startMeeting(lab, meeting);
    await eventually(
      () => handle.query(meetingStatusQuery),
      ({ state }) => state === 'following',
    );
    expect(await readMeeting(lab, meeting.meetingId)).toMatchObject({
      briefingState: 'skipped',
      briefingReason: 'Briefings are paused.',
    });
    expect(await lab.outbox(email)).toEqual([]);

    await pause(false);
    await announceChange(lab, meeting.meetingId);
    expect(await briefed(meeting.meetingId)).toMatchObject({ briefingReason: null, results: 1 });
    expect(await lab.outbox(email)).toHaveLength(1);
    await handle.terminate();
  });

  test('is not mailed until quiet hours are over', async () => {
    const clock = (inS: number) => readerOf().time(new Date(Date.now() + inS * 1000).toISOString(), 'Europe/Berlin');
    const meeting = await seedPlannedMeeting(lab.pool, { startsInS: 7200, leadMinutes: 180 });
    await lab.pool.query(sql.typeAlias('void')`
      update users set quiet_hours_start = ${clock(-3600)}, quiet_hours_end = ${clock(3600)} where id = ${meeting.user.id}
    `);
    const handle = await startMeeting(lab, meeting);
    await researched(meeting.meetingId);
    const { briefingDueAt } = await readMeeting(lab, meeting.meetingId);
    expect(Math.abs((briefingDueAt?.getTime() ?? 0) - Date.now() - 3_600_000)).toBeLessThan(90_000);
    expect(await lab.outbox(meeting.user.email)).toEqual([]);

    await lab.pool.query(sql.typeAlias('void')`
      update users set quiet_hours_start = null, quiet_hours_end = null where id = ${meeting.user.id}
    `);
    await announceChange(lab, meeting.meetingId);
    await briefed(meeting.meetingId);
    expect(await lab.outbox(meeting.user.email)).toHaveLength(1);
    await handle.terminate();
  });

  test('is neither researched nor mailed without a subscription', async () => {
    const meeting = await seedPlannedMeeting(lab.pool, { briefingInS: 3 });
    await lab.pool.query(sql.typeAlias('void')`delete from whitelist_entries where email = ${meeting.user.email}`);
    const handle = await startMeeting(lab, meeting);
    await eventually(
      () => handle.query(meetingStatusQuery),
      ({ state }) => state === 'following',
    );
    expect(await readMeeting(lab, meeting.meetingId)).toMatchObject({
      briefingState: 'skipped',
      results: 0,
      usage: null,
    });
    expect(await lab.outbox(meeting.user.email)).toEqual([]);
    await handle.terminate();
  });
});
