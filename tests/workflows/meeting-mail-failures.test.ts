import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { closeEmail, insertEmail } from '#db/queries/emails.ts';
import { suppressAddresses } from '#db/queries/mail-suppressions.ts';
import { sql } from '#db/sql.ts';
import { meetingStatusQuery } from '#workflows/names.ts';
import {
  announceChange,
  eventually,
  type MeetingLab,
  moveMeeting,
  openMeetingLab,
  type PlannedMeeting,
  readMeeting,
  readMetadata,
  seedPlannedMeeting,
  startMeeting,
} from './meeting-lab.ts';

let lab: MeetingLab;

beforeAll(async () => {
  lab = await openMeetingLab();
});
afterAll(async () => {
  await lab.close();
});
beforeEach(async () => {
  await lab.control(lab.ses, '/reset', {});
});

const fault = (fault: Record<string, unknown>) =>
  lab.control(lab.ses, '/faults', { method: 'POST', path: '/', ...fault });
const mailsOf = ({ user }: PlannedMeeting) => lab.outbox(user.email);
const briefingState = ({ meetingId }: PlannedMeeting, state: string) =>
  eventually(
    () => readMeeting(lab, meetingId),
    (meeting) => meeting.briefingState === state,
  );

async function emailOf({ meetingId }: PlannedMeeting) {
  return await lab.pool.one(sql.type(
    z.object({ state: z.string(), attempts: z.number(), error: z.string().nullable() }),
  )`
    select state, attempts, error from emails where mail_key = ${`briefing:${meetingId}`}
  `);
}

const dueAtOnce = () => seedPlannedMeeting(lab.pool, { startsInS: 600, leadMinutes: 120 });

describe('the briefing mail', () => {
  test('is retried after a temporary failure and arrives once', async () => {
    await fault({ status: 503, times: 2 });
    const meeting = await dueAtOnce();
    const handle = await startMeeting(lab, meeting);
    await briefingState(meeting, 'sent');
    expect(await mailsOf(meeting)).toHaveLength(1);
    expect(await emailOf(meeting)).toEqual({ state: 'sent', attempts: 3, error: null });
    await handle.terminate();
  });

  test.each([
    ['the connection breaks after the service accepted it', { dropAfterHandling: true }, 1],
    ['the service never answers', { hang: true }, 0],
  ])('is never resent when %s, and the outcome is reported as unknown', async (_, how, arrived) => {
    await fault({ ...how, times: 1 });
    const meeting = await dueAtOnce();
    const handle = await startMeeting(lab, meeting);
    const state = await briefingState(meeting, 'unknown');
    expect(state.briefingReason).toMatch(/may have arrived, so it is not sent again/);
    expect(await emailOf(meeting)).toMatchObject({ state: 'unknown', attempts: 1 });
    await eventually(
      () => handle.query(meetingStatusQuery),
      (status) => status.state === 'following',
    );
    expect((await readMetadata(handle)).currentDetails).toContain('The mail is unknown.');
    await announceChange(lab, meeting.meetingId);
    await sleep(2_000);
    expect(await mailsOf(meeting)).toHaveLength(arrived);
    await handle.terminate();
  });

  test('fails permanently if the service refuses it, and the user sees why', async () => {
    await fault({ status: 400, times: 1 });
    const meeting = await dueAtOnce();
    const handle = await startMeeting(lab, meeting);
    expect((await briefingState(meeting, 'failed')).briefingReason).toBe('The email service refused the briefing.');
    expect(await emailOf(meeting)).toMatchObject({ state: 'failed', error: 'mail_refused' });
    expect(await mailsOf(meeting)).toEqual([]);
    await handle.terminate();
  });

  test('is not sent to an address that bounced, and the user sees why', async () => {
    const meeting = await dueAtOnce();
    const { email, id: userId } = meeting.user;
    await lab.pool.transaction(async (transaction) => {
      const row = { mailKey: `earlier:${userId}`, userId, kind: 'verify-email' as const, toAddress: email, data: {} };
      const earlier = await insertEmail(transaction, row);
      if (earlier !== null) await closeEmail(transaction, earlier, 'unknown', 'outcome_unknown');
      const report = { reason: 'bounce' as const, addresses: [email], reportedAt: new Date() };
      await suppressAddresses(transaction, report);
    });
    const handle = await startMeeting(lab, meeting);
    expect((await briefingState(meeting, 'skipped')).briefingReason).toBe(
      'Email to your address bounced. Change the address to get briefings again.',
    );
    expect(
      await lab.pool.exists(sql.typeAlias('id')`select id from emails where user_id = ${userId} and kind = 'briefing'`),
    ).toBe(false);
    expect(await mailsOf(meeting)).toEqual([]);
    await handle.terminate();
  });

  test('is withdrawn if the meeting is cancelled during an outage', async () => {
    await fault({ status: 503, times: 2 });
    const meeting = await dueAtOnce();
    const handle = await startMeeting(lab, meeting);
    await eventually(
      () =>
        lab.pool.exists(sql.typeAlias('id')`
      select id from emails where user_id = ${meeting.user.id} and attempts > 0 and state = 'queued'
    `),
      Boolean,
    );
    await lab.pool.query(
      sql.typeAlias('void')`update meetings set status = 'cancelled' where id = ${meeting.meetingId}`,
    );
    await announceChange(lab, meeting.meetingId);
    await handle.result();
    expect(await mailsOf(meeting)).toEqual([]);
    expect(await readMeeting(lab, meeting.meetingId)).toMatchObject({ briefingReason: 'The meeting was cancelled.' });
  });

  test('is rewritten if the meeting moves during an outage', async () => {
    await fault({ status: 503, times: 2 });
    const meeting = await dueAtOnce();
    const handle = await startMeeting(lab, meeting);
    await eventually(
      () =>
        lab.pool.exists(sql.typeAlias('id')`
      select id from emails where user_id = ${meeting.user.id} and attempts > 0 and state = 'queued'
    `),
      Boolean,
    );
    const later = new Date(meeting.start.getTime() + 1_200_000);
    await moveMeeting(lab.pool, meeting.meetingId, later);
    await announceChange(lab, meeting.meetingId);
    await briefingState(meeting, 'sent');
    const [mail, ...others] = await mailsOf(meeting);
    expect(others).toEqual([]);
    const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Europe/Berlin' }).format(later);
    expect(mail?.subject).toBe(`${time} Brightwater: Intro call`);
    await handle.terminate();
  });

  test('is never sent after the start', async () => {
    await fault({ status: 503, times: 100 });
    const meeting = await seedPlannedMeeting(lab.pool, { startsInS: 14, leadMinutes: 120 });
    await lab.pool.query(sql.typeAlias('void')`
      update meetings set research_state = 'failed', research_error = 'unavailable' where id = ${meeting.meetingId}
    `);
    const handle = await startMeeting(lab, meeting);
    await handle.result();
    await lab.control(lab.ses, '/reset', {});
    await sleep(6_000);
    expect(await mailsOf(meeting)).toEqual([]);
    expect(await readMeeting(lab, meeting.meetingId)).toMatchObject({
      briefingState: 'failed',
      briefingReason: 'The email service did not accept the briefing before the meeting started.',
    });
  });
});
