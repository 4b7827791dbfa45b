import { optionalTsToMs } from '@temporalio/common/lib/time.js';
import { describe, expect, test } from 'vitest';
import {
  disconnectIntegration,
  touchFutureMeetings,
  upsertConnectedIntegration,
} from '#db/queries/calendar-integrations.ts';
import { requestResearch } from '#db/queries/meetings.ts';
import { sql } from '#db/sql.ts';
import { NO_BRIEFING } from '#domain/briefable.ts';
import { seedCalendar } from '#tests/support/builders.ts';
import { captureHistory } from '#tests/support/histories.ts';
import { readerOf } from '#workers/emails/reader.ts';
import { meetingStatusQuery } from '#workflows/names.ts';
import {
  DUE,
  eventually,
  findInHistory,
  type HistoryEvents,
  LEONIE,
  listEvents,
  openMeetingLab,
  type TestMeeting,
  workflowTimeOf,
} from './meeting-lab.ts';

const lab = await openMeetingLab();

const TOLD = [
  'Head of Sales',
  'Container sensors',
  'Learn who decides',
  'Agree on a date',
  'They liked the pilot.',
] as const;

/**
 * Sets everything a reader can provide: role, offering, usual goal, language, clock, and notes on this and the last
 * meeting.
 */
async function tellEverything(meeting: TestMeeting): Promise<void> {
  const [role, offering, usualGoal, goal, outcome] = TOLD;
  await meeting.setUser(sql.fragment`
    job_title = ${role}, offering = ${offering}, meeting_goal = ${usualGoal},
    briefing_language = 'de', locale = 'de-DE', hour_cycle = 'h23'
  `);
  await meeting.set(sql.fragment`goal = ${goal}`);
  const earlier = await lab.seed({ user: meeting.user, startsInS: -7 * 86_400, attendees: [LEONIE] });
  await earlier.set(sql.fragment`outcome = ${outcome}`);
}

/** Returns a time in the user's zone, such as `13:30`. */
const clockAt = (at: Date) => readerOf().time(at.toISOString(), 'Europe/Berlin');
/** Returns the time in the user's zone that many seconds from now. */
const clock = (inS: number) => clockAt(new Date(Date.now() + inS * 1000));

/**
 * Returns when the first timer was set to end, in epoch milliseconds by the workflow's clock, which shows the start of
 * its workflow task. Unlike the time at which the email was sent, it does not depend on this machine's load.
 */
function firstTimerEnd(events: HistoryEvents): number {
  const at = events.findIndex((event) => event.timerStartedEventAttributes);
  const waitMs = optionalTsToMs(events[at]?.timerStartedEventAttributes?.startToFireTimeout);
  return workflowTimeOf(events, at) + (waitMs ?? Number.NaN);
}

/** Returns the activity scheduled after the first timer, or `timer` if the workflow waits once more before it. */
function firstStepAfterTimer(events: HistoryEvents): string | null | undefined {
  const after = events.slice(events.findIndex((event) => event.timerFiredEventAttributes));
  const step = after.find((event) => event.timerStartedEventAttributes ?? event.activityTaskScheduledEventAttributes);
  return step?.timerStartedEventAttributes ? 'timer' : step?.activityTaskScheduledEventAttributes?.activityType?.name;
}

/** Returns how long the timers that have neither fired nor been cancelled were started for, in milliseconds. */
function openTimers(events: HistoryEvents): (number | undefined)[] {
  const over = new Set(
    events.map((event) => (event.timerFiredEventAttributes ?? event.timerCanceledEventAttributes)?.timerId),
  );
  return events
    .flatMap(({ timerStartedEventAttributes: timer }) => timer ?? [])
    .filter(({ timerId }) => !over.has(timerId))
    .map(({ startToFireTimeout }) => optionalTsToMs(startToFireTimeout));
}

describe.concurrent('the workflow of a meeting', () => {
  test('consists of research and one briefing, in at most 36 events and 8 actions', async () => {
    await using meeting = await lab.seed({ briefingInS: 75 });
    await tellEverything(meeting);
    await meeting.startWorkflow();
    const before = await meeting.researched();
    expect(before).toMatchObject({ researchState: 'completed', usage: 'used', briefingState: 'scheduled', results: 1 });
    expect(before.briefingDueAt).toEqual(new Date(meeting.start.getTime() - 60_000));
    expect(await meeting.mails()).toHaveLength(0);
    await captureHistory('prepare-meeting-waiting', meeting.handle);

    await meeting.handle.result();
    await captureHistory('prepare-meeting-ended', meeting.handle);
    expect(Date.now()).toBeGreaterThanOrEqual(meeting.start.getTime());
    const after = await meeting.read();
    expect(after).toMatchObject({ briefingState: 'sent', briefingReason: null, results: 1 });
    expect(after.briefingSentAt?.getTime()).toBeLessThan(meeting.start.getTime());
    const mail = await meeting.onlyMail();
    expect(mail?.subject).toMatch(/^\d\d:\d\d Brightwater: Intro call$/);
    expect(mail?.text).toContain('Leonie Hartmann');
    expect(mail?.text?.replaceAll('\n', ' ')).toContain('Ihre Notiz: „They liked the pilot.“');

    const events = await listEvents(meeting.handle);
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
    const texts = [meeting.user.email, 'eonie', 'Intro call', 'rightwater', ...TOLD];
    expect(await findInHistory(meeting.handle, { id: meeting.meetingId, texts })).toEqual([]);
  });

  test('case 42: briefs immediately after research if the meeting is found within the lead time', async () => {
    await using meeting = await lab.start(DUE);
    await meeting.briefed();
    const mail = await meeting.onlyMail();
    expect(mail?.text).toContain('SOURCES');
    // The email is recorded as sent just before the workflow learns of it.
    await eventually(
      () => meeting.handle.query(meetingStatusQuery),
      ({ state, version }) => state === 'following' && version === 1,
    );
  });

  test('case 39: briefs an event without guests on request and says nobody is invited', async () => {
    await using meeting = await lab.seed({ ...DUE, attendees: [] });
    await meeting.set(sql.fragment`meeting_type = 'internal', external_domains = '{}'`);
    const { version } = await requestResearch(lab.pool, meeting.meetingId);
    await meeting.startWorkflow(version);
    await meeting.briefed();
    const mail = await meeting.onlyMail();
    expect(mail?.subject).toMatch(/^\d\d:\d\d Intro call$/);
    expect(mail?.text).toContain('No one is invited, so there was no one to research.');
  });

  test('ends with a reason if the meeting is found after its start', async () => {
    await using meeting = await lab.start({ startsInS: -5 });
    await meeting.handle.result();
    expect(await meeting.read()).toMatchObject({
      briefingState: 'skipped',
      briefingReason: 'The meeting had already started.',
      briefingDueAt: null,
      results: 0,
      usage: null,
    });
    expect(await meeting.mails()).toEqual([]);
  });

  test('case 42: skips research and mail if the meeting is found in its last minute', async () => {
    await using meeting = await lab.start({ startsInS: 55, leadMinutes: 120 });
    await meeting.handle.result();
    expect(await meeting.read()).toMatchObject({
      researchState: 'none',
      briefingState: 'skipped',
      briefingReason: 'The meeting was found too close to its start.',
      results: 0,
    });
    expect(await meeting.mails()).toEqual([]);
  });
});

describe.concurrent('a meeting that changes before its briefing', () => {
  test('case 20: adjusts its timer to each move and sends one email', async () => {
    const LEAD_MS = 20 * 60_000;
    await using meeting = await lab.start({ briefingInS: 600, leadMinutes: 20 });
    await meeting.researched();
    /** Announces the change. Returns the length of the only timer left. */
    const readTimerMs = async () => {
      await meeting.announce();
      await meeting.settled();
      const [timerMs, ...others] = openTimers(await listEvents(meeting.handle));
      expect(others).toEqual([]);
      return timerMs;
    };
    await meeting.move(new Date(Date.now() + LEAD_MS + 300_000));
    expect(await readTimerMs()).toBeLessThanOrEqual(300_000);
    const later = new Date(meeting.start.getTime() + 3_600_000);
    await meeting.move(later);
    expect(await readTimerMs()).toBeGreaterThan(3_600_000);
    expect((await meeting.read()).briefingDueAt).toEqual(new Date(later.getTime() - LEAD_MS));
    expect(await meeting.mails()).toEqual([]);

    await meeting.becomesDue();
    await meeting.briefed();
    expect(await meeting.mails()).toHaveLength(1);
    expect(await meeting.read()).toMatchObject({ results: 1, usage: 'used' });
    await captureHistory('prepare-meeting-moved', meeting.handle);
  });

  test.each([
    ['cancelled', sql.fragment`status = 'cancelled'`, 'The meeting was cancelled.'],
    ['declined', sql.fragment`user_response = 'declined'`, 'You declined the meeting.'],
    ['made internal', sql.fragment`meeting_type = 'internal'`, 'No external guests are invited.'],
  ])('cases 22 and 23: ends without an email when %s', async (title, change, reason) => {
    await using meeting = await lab.start({ briefingInS: 600 });
    await meeting.researched();
    await meeting.change(change);
    await meeting.handle.result();
    await captureHistory(`prepare-meeting-${title.replaceAll(' ', '-')}`, meeting.handle);
    expect(await meeting.read()).toMatchObject({ briefingReason: reason, briefingDueAt: null });
    expect(await meeting.mails()).toEqual([]);
  });

  test('case 46: is briefed once after its calendar is disconnected and reconnected', async () => {
    await using meeting = await lab.seed({ briefingInS: 600, leadMinutes: 20 });
    const { encryption } = lab;
    const { integrationId, calendarId } = await seedCalendar(lab.pool, { userId: meeting.user.id, encryption });
    await meeting.set(sql.fragment`calendar_id = ${calendarId}`);
    await meeting.startWorkflow();
    await meeting.researched();
    await lab.pool.transaction((transaction) => disconnectIntegration(transaction, integrationId));
    await meeting.announce();
    await meeting.handle.result();
    expect(await meeting.read()).toMatchObject({ briefingState: 'skipped', briefingReason: NO_BRIEFING.disconnected });

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
    await meeting.startWorkflow(touched?.version);
    await meeting.becomesDue();
    expect(await meeting.briefed()).toMatchObject({ results: 1, usage: 'used' });
    expect(await meeting.mails()).toHaveLength(1);
  });

  test('case 21: ends when moved beyond the window but still runs requested research', async () => {
    await using meeting = await lab.seed({ briefingInS: 300 });
    // The workflow of a meeting entered by hand would not end, since no sync would announce it again.
    const { encryption } = lab;
    const { calendarId } = await seedCalendar(lab.pool, { userId: meeting.user.id, encryption });
    await meeting.set(sql.fragment`calendar_id = ${calendarId}`);
    await meeting.startWorkflow();
    await meeting.researched();
    await meeting.move(new Date(Date.now() + 40 * 86_400_000));
    await meeting.announce();
    await meeting.handle.result();
    const reason = { briefingState: 'skipped', briefingReason: NO_BRIEFING.beyond_window, briefingDueAt: null };
    expect(await meeting.read()).toMatchObject({ ...reason, results: 1 });

    await meeting.set(sql.fragment`research_requests = research_requests + 1, research_state = 'pending'`);
    await meeting.startWorkflow();
    await meeting.handle.result();
    expect(await meeting.read()).toMatchObject({ ...reason, results: 2 });
    await captureHistory('prepare-meeting-researched-beyond-window', meeting.handle);
    expect(await meeting.mails()).toHaveLength(0);
  });

  test.each([
    ['researched long ago', 'prepare-meeting-refreshed', sql.fragment`created_at = now() - interval '9 days'`],
    [
      'based on a stale dossier',
      'prepare-meeting-stale-dossier',
      sql.fragment`fresh_until = now() - interval '1 hour'`,
    ],
  ])('repeats research once at no charge if %s', async (_, history, aged) => {
    await using meeting = await lab.start({ briefingInS: 600 });
    await meeting.researched();
    await lab.pool.query(sql.typeAlias('void')`
      update research_results set ${aged} where meeting_id = ${meeting.meetingId}
    `);
    await meeting.announce();
    const state = await meeting.researched(2);
    expect(state).toMatchObject({ usage: 'used', briefingState: 'scheduled' });
    await meeting.announce();
    await meeting.settled();
    expect(await meeting.read()).toMatchObject({ results: 2, researchState: 'completed' });
    await captureHistory(history, meeting.handle);
  });

  test('case 22: rereads the row before sending, so a cancellation without a message is noticed', async () => {
    await using meeting = await lab.start({ briefingInS: 600 });
    await meeting.researched();
    await meeting.becomesDue(20);
    await eventually(meeting.read, ({ briefingDueAt }) => (briefingDueAt?.getTime() ?? 0) < Date.now() + 30_000);
    await meeting.set(sql.fragment`status = 'cancelled'`);
    await meeting.handle.result();
    expect(await meeting.mails()).toEqual([]);
  });

  test('ignores a version it has already seen', async () => {
    await using meeting = await lab.start({ briefingInS: 600 });
    await meeting.researched();
    await meeting.settled();
    await meeting.startWorkflow();
    await meeting.settled();
    const events = await listEvents(meeting.handle);
    expect(events.filter((event) => event.timerCanceledEventAttributes)).toEqual([]);
  });

  test('counts research repeated at the user’s request against the quota', async () => {
    await using meeting = await lab.start({ briefingInS: 600 });
    await meeting.researched();
    await meeting.change(sql.fragment`research_state = 'pending', research_requests = research_requests + 1`);
    const state = await meeting.researched(2);
    expect(state.usage).toBe('used,used');
  });
});

describe.concurrent('case 20: a meeting that changes after its briefing', () => {
  test('gets only one update, even if it moves twice', async () => {
    await using meeting = await lab.start(DUE);
    await meeting.briefed();
    await meeting.moveBy(3_600_000);
    await meeting.announce();
    const [update] = await meeting.mailed(2);
    expect(update?.subject).toMatch(/^Moved to .*\d\d:\d\d: Intro call$/);
    expect(update?.text).toMatch(/Was: \d\d:\d\d.*\nNow: \d\d:\d\d/);

    await meeting.moveBy(7_200_000);
    await meeting.announce();
    await meeting.settled();
    expect(await meeting.mails()).toHaveLength(2);
    expect(await meeting.read()).toMatchObject({ briefingState: 'sent' });
    await captureHistory('prepare-meeting-updated', meeting.handle);
  });

  test('gets one update listing the guests who joined and left', async () => {
    await using meeting = await lab.start(DUE);
    await meeting.briefed();
    await lab.pool.query(sql.typeAlias('void')`delete from attendees where meeting_id = ${meeting.meetingId}`);
    await lab.pool.query(sql.typeAlias('void')`
      insert into attendees (meeting_id, email, name, response_status, is_external)
      values (${meeting.meetingId}, 'tomas.okafor@brightwater.test', 'Tomas Okafor', 'accepted', true)
    `);
    await meeting.change(sql.fragment`research_state = 'pending'`);
    const [update] = await meeting.mailed(2);
    expect(update?.subject).toBe('Guests changed: Intro call');
    const text = update?.text?.replaceAll('\u200c', '').replaceAll(/\s+/g, ' ') ?? '';
    expect(text).toMatch(
      /ALSO INVITED Tomas Okafor \(brightwater\.test · Accepted · Identity confirmed\) - .*(\[\d\]).* NO LONGER LISTED - leonie.hartmann@brightwater.test SOURCES \1 Tomas Okafor/,
    );
    expect(await meeting.read()).toMatchObject({ results: 2, usage: 'used' });
    await captureHistory('prepare-meeting-other-guests', meeting.handle);
  });

  test('gets its update at the end of quiet hours', async () => {
    await using meeting = await lab.start({ startsInS: 7_200, leadMinutes: 180 });
    await meeting.briefed();
    await meeting.setUser(sql.fragment`quiet_hours_start = ${clock(-3600)}, quiet_hours_end = ${clock(1800)}`);
    await meeting.moveBy(3_600_000);
    await meeting.announce();
    await meeting.settled();
    expect(await meeting.mails()).toHaveLength(1);
    await meeting.setUser(sql.fragment`quiet_hours_end = ${clock(-60)}`);
    await meeting.announce();
    const mails = await meeting.mailed(2);
    expect(mails[0]?.subject).toMatch(/^Moved to /);
  });

  test('does not get an update after a move of less than 15 minutes', async () => {
    await using meeting = await lab.start(DUE);
    await meeting.briefed();
    await meeting.moveBy(600_000);
    await meeting.announce();
    await meeting.settled();
    expect(await meeting.mails()).toHaveLength(1);
  });

  test('ends without another email if cancelled', async () => {
    await using meeting = await lab.start(DUE);
    await meeting.briefed();
    await meeting.change(sql.fragment`status = 'cancelled'`);
    await meeting.handle.result();
    expect(await meeting.read()).toMatchObject({ briefingState: 'sent' });
    expect(await meeting.mails()).toHaveLength(1);
  });
});

describe.concurrent('a meeting whose owner should not get mail for now', () => {
  test('is researched but not emailed with notifications off, and stores why', async () => {
    await using meeting = await lab.seed(DUE);
    await meeting.setUser(sql.fragment`email_notifications = false`);
    await meeting.startWorkflow();
    await meeting.researched();
    await meeting.reaches('following');
    expect(await meeting.read()).toMatchObject({
      briefingState: 'skipped',
      briefingReason: 'Email notifications are switched off.',
    });
    expect(await meeting.mails()).toEqual([]);
  });

  test('is not emailed while paused, and is briefed once after resuming', async () => {
    await using meeting = await lab.seed(DUE);
    await meeting.setUser(sql.fragment`briefings_paused = true`);
    await meeting.startWorkflow();
    await meeting.reaches('following');
    expect(await meeting.read()).toMatchObject({
      briefingState: 'skipped',
      briefingReason: 'Briefings are paused.',
    });
    expect(await meeting.mails()).toEqual([]);

    await meeting.setUser(sql.fragment`briefings_paused = false`);
    await meeting.announce();
    expect(await meeting.briefed()).toMatchObject({ briefingReason: null, results: 1 });
    expect(await meeting.mails()).toHaveLength(1);
  });

  test('is not emailed until quiet hours are over', async () => {
    await using meeting = await lab.seed({ startsInS: 7200, leadMinutes: 180 });
    const end = new Date(Date.now() + 3_600_000);
    end.setSeconds(0, 0);
    await meeting.setUser(sql.fragment`quiet_hours_start = ${clock(-3600)}, quiet_hours_end = ${clockAt(end)}`);
    await meeting.startWorkflow();
    await meeting.researched();
    expect((await meeting.read()).briefingDueAt).toEqual(end);
    expect(await meeting.mails()).toEqual([]);

    await meeting.setUser(sql.fragment`quiet_hours_start = null, quiet_hours_end = null`);
    await meeting.announce();
    await meeting.briefed();
    expect(await meeting.mails()).toHaveLength(1);
  });

  test('is neither researched nor emailed without access', async () => {
    await using meeting = await lab.seed(DUE);
    await lab.pool.query(sql.typeAlias('void')`delete from whitelist_entries where email = ${meeting.user.email}`);
    await meeting.startWorkflow();
    await meeting.reaches('following');
    expect(await meeting.read()).toMatchObject({
      briefingState: 'skipped',
      results: 0,
      usage: null,
    });
    expect(await meeting.mails()).toEqual([]);
  });
});
