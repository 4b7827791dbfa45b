import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { sql } from '#db/sql.ts';
import { countRows, seedChannel, seedResearch, seedUser } from '#tests/support/builders.ts';
import { captureHistory } from '#tests/support/histories.ts';
import { readMetric } from '#tests/support/metrics.ts';
import { startSending } from '#tests/support/queued-mail.ts';
import { createDigestActivities } from '#workers/activities/digest.ts';
import { createEmailActivities } from '#workers/activities/email.ts';
import { createMeetingActivities } from '#workers/activities/meeting.ts';
import { ensureSchedules } from '#workers/schedules.ts';
import { DIGESTS_SCHEDULE, QUEUES, SEND_DIGESTS } from '#workflows/names.ts';
import { openMeetingLab, readMeeting, type TestMeeting } from './meeting-lab.ts';

const lab = await openMeetingLab(['core', 'research', 'email', 'chat']);

/** Returns a time zone where it is between 07:00 and 08:00. */
function morningZone(): string {
  const ahead = ((7 - new Date().getUTCHours() + 36) % 24) - 12;
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}

type Option = { meetings?: number; user?: ReturnType<typeof sql.fragment>; research?: 'failed' | 'pending' };

/** Seeds a user whose digest is due now, with meetings that start two hours from now or later. */
async function seedReader({ meetings: count = 1, user: change, research = 'failed' }: Option = {}) {
  const user = await seedUser(lab.pool);
  const { id } = user;
  const meetings: TestMeeting[] = [];
  for (let index = 0; index < count; index += 1) {
    meetings.push(await lab.seed({ user, startsInS: 7200 + index * 3600, leadMinutes: 30 }));
  }
  await lab.pool.query(sql.typeAlias('void')`
    update users set briefing_digest = true, timezone = ${morningZone()} where id = ${id}
  `);
  if (change) await lab.pool.query(sql.typeAlias('void')`update users set ${change} where id = ${id}`);
  await lab.pool.query(sql.typeAlias('void')`
    update meetings set research_state = ${research}, research_error = 'unavailable' where user_id = ${id}
  `);
  return { user, meetings, meetingIds: meetings.map(({ meetingId }) => meetingId) };
}

async function claimAll(context = lab.context): Promise<void> {
  const activities = createDigestActivities(context);
  let after: string | null = null;
  do {
    ({ next: after } = await activities.claimDigests({ after }));
  } while (after !== null);
}

async function digestsOf(userId: string): Promise<readonly string[]> {
  return await lab.pool.anyFirst(sql.type(z.object({ id: z.string() }))`
    select id from emails where user_id = ${userId} and kind = 'digest'
  `);
}

async function sendDigest(userId: string): Promise<string> {
  const [emailId = '', ...others] = await digestsOf(userId);
  expect(others).toEqual([]);
  return (await createEmailActivities(lab.context).sendMail({ emailId })).outcome;
}

/** Returns how often queuing a digest has failed. */
const failures = async () =>
  readMetric(await lab.metrics.read(), 'foreword_activity_unexpected_total', 'activity="claimDigests"') ?? 0;

const statesOf = async (meetingIds: string[]) =>
  await Promise.all(meetingIds.map(async (id) => (await readMeeting(lab, id)).briefingState));

describe('the daily digest', () => {
  test('is one email that covers the day’s meetings, however often claimed', async () => {
    const { user, meetingIds } = await seedReader({ meetings: 3 });
    await Promise.all([claimAll(), claimAll(), claimAll()]);
    const [emailId = '', ...others] = await digestsOf(user.id);
    expect(others).toEqual([]);
    expect(await statesOf(meetingIds)).toEqual(['sending', 'sending', 'sending']);
    // As the dispatcher does with the row written by the claim.
    await (await startSending(lab.client, emailId)).result();
    expect(await statesOf(meetingIds)).toEqual(['sent', 'sent', 'sent']);
    const [mail, ...more] = await lab.outbox(user.email);
    expect(more).toEqual([]);
    expect(mail?.subject).toMatch(/: 3 meetings to prepare for$/);
    for (const id of meetingIds) expect(mail?.text).toContain(`meeting=${id}`);

    await claimAll();
    expect(await digestsOf(user.id)).toHaveLength(1);
    for (const meetingId of meetingIds) {
      const claim = await createMeetingActivities(lab.context).claimBriefing({ meetingId, kind: 'briefing' });
      expect(claim).toEqual({ outcome: 'replan' });
    }
  });

  test.each([
    ['arrives in the channel once, without an email', 200, { messages: 1, mails: 0 }],
    ['falls back to email if the channel is gone', 410, { messages: 0, mails: 1 }],
  ])('for a channel-only user %s', async (_what, status, expected) => {
    const { user, meetingIds } = await seedReader({ meetings: 2 });
    const address = `${lab.messages.url}/slack/${user.id}`;
    await seedChannel(lab.pool, { userId: user.id, encryption: lab.encryption, address, replacesMail: true });
    if (status !== 200) await lab.control(lab.messages, '/faults', { path: '/slack', status });
    await Promise.all([claimAll(), claimAll()]);
    const [emailId = ''] = await digestsOf(user.id);
    await (await startSending(lab.client, emailId)).result();
    expect(await statesOf(meetingIds)).toEqual(['sent', 'sent']);
    const messages = lab.messages.vendor.messages().filter(({ path }) => path.endsWith(user.id));
    const mails = await lab.outbox(user.email);
    expect({ messages: messages.length, mails: mails.length }).toEqual(expected);
    const told = [JSON.stringify(messages), ...mails.map(({ text }) => text)].join();
    for (const id of meetingIds) expect(told).toContain(`meeting=${id}`);
  });

  test('replaces the email for a single meeting', async () => {
    const { user, meetings } = await seedReader();
    const [meeting] = meetings;
    if (!meeting) throw new Error('no meeting');
    await claimAll();
    await meeting.startWorkflow();
    await meeting.reaches('following');
    expect(await sendDigest(user.id)).toBe('sent');
    expect(await lab.outbox(user.email)).toHaveLength(1);
  });

  test('is not sent on a day without meetings', async () => {
    const { user } = await seedReader();
    await lab.pool.query(sql.typeAlias('void')`delete from meetings where user_id = ${user.id}`);
    await claimAll();
    expect(await digestsOf(user.id)).toEqual([]);
  });

  test.for<[string, Option]>([
    ['while briefings are paused', { user: sql.fragment`briefings_paused = true` }],
    ['with notifications off', { user: sql.fragment`email_notifications = false` }],
    ['if the user prefers one email per meeting', { user: sql.fragment`briefing_digest = false` }],
    ['without access', { user: sql.fragment`email_verified_at = null` }],
    ['while research is pending', { research: 'pending' }],
  ])('is not sent %s', async ([, option]) => {
    const { user, meetingIds } = await seedReader(option);
    await claimAll();
    expect(await digestsOf(user.id)).toEqual([]);
    expect(await statesOf(meetingIds)).toEqual(['scheduled']);
  });

  test('leaves out a meeting moved to another day', async () => {
    const { user, meetingIds } = await seedReader({ meetings: 2 });
    const [kept = '', moved = ''] = meetingIds;
    await claimAll();
    await lab.pool.query(sql.typeAlias('void')`
      update meetings set start_time = start_time + interval '1 day', end_time = end_time + interval '1 day' where id = ${moved}
    `);
    expect(await sendDigest(user.id)).toBe('sent');
    expect(await statesOf(meetingIds)).toEqual(['sent', 'skipped']);
    const [mail] = await lab.outbox(user.email);
    expect(mail?.text).toContain(kept);
    expect(mail?.text).not.toContain(moved);
    expect(await countRows(lab.pool, sql.fragment`outbox where message ->> 'meetingId' = ${moved}`)).toBe(1);
  });

  test('attack 45: leaves unreadable meetings to their own emails and counts the failures', async () => {
    const { user, meetingIds } = await seedReader({ meetings: 3 });
    const [kept = '', ...corrupt] = meetingIds;
    const [report = '', row = ''] = corrupt;
    await seedResearch(lab.pool, { userId: user.id, meetingId: report });
    await lab.pool.query(sql.typeAlias('void')`
      update research_results set report = '{"of": "another build"}' where meeting_id = ${report}
    `);
    await lab.pool.query(sql.typeAlias('void')`update meetings set end_time = 'infinity' where id = ${row}`);
    const before = await failures();
    await claimAll();
    expect(await digestsOf(user.id)).toHaveLength(1);
    await lab.pool.query(sql.typeAlias('void')`
      update meetings set end_time = start_time + interval '1 hour' where id = ${row}
    `);
    expect(await sendDigest(user.id)).toBe('sent');
    expect(await statesOf([kept, ...corrupt])).toEqual(['sent', 'scheduled', 'scheduled']);
    expect(await failures()).toBe(before + 2);
  });

  test('attack 45: counts a digest that could not be queued, and queues it on the next run', async () => {
    const { user } = await seedReader();
    const before = await failures();
    const encrypt = () => {
      throw new Error('no key');
    };
    await claimAll({ ...lab.context, encryption: { ...lab.encryption, encrypt } });
    expect(await failures()).toBe(before + 1);
    await claimAll();
    expect(await digestsOf(user.id)).toHaveLength(1);
  });

  test('is withdrawn if the user pauses briefings first', async () => {
    const { user, meetingIds } = await seedReader({ meetings: 2 });
    await claimAll();
    await lab.pool.query(sql.typeAlias('void')`update users set briefings_paused = true where id = ${user.id}`);
    expect(await sendDigest(user.id)).toBe('withdrawn');
    expect([await lab.outbox(user.email), await statesOf(meetingIds)]).toEqual([[], ['skipped', 'skipped']]);
  });
});

test('the digest schedule claims due digests every 15 minutes', async () => {
  const { user } = await seedReader();
  const handle = await lab.client.workflow.start(SEND_DIGESTS, { workflowId: 'digests-test', taskQueue: QUEUES.core });
  const { queued } = z.object({ queued: z.number() }).parse(await handle.result());
  expect(queued).toBeGreaterThan(0);
  expect(await digestsOf(user.id)).toHaveLength(1);
  await captureHistory('send-digests-done', handle);

  await Promise.all([ensureSchedules(lab.client), ensureSchedules(lab.client)]);
  const { spec } = await lab.client.schedule.getHandle(DIGESTS_SCHEDULE).describe();
  expect(spec.intervals).toMatchObject([{ every: 900_000 }]);
});
