import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { closeEmail } from '#db/queries/emails.ts';
import { suppressAddresses } from '#db/queries/mail-suppressions.ts';
import { sql } from '#db/sql.ts';
import { seedEmail } from '#tests/support/queued-mail.ts';
import { createSandboxMail } from '#tests/support/vendor-adapters.ts';
import { controlOf } from '#tests/support/vendor-control.ts';
import { DUE, eventually, openMeetingLab, type PlannedMeeting } from './meeting-lab.ts';

const lab = await openMeetingLab(['core', 'research']);
const { mail } = lab.context;
/** Times out quickly. Only for a service that never answers: with any other, a stall here could cause a timeout. */
const hasty = createSandboxMail(lab.ses, { timeoutMs: 1_000 });
let isSilent = false;
const send: typeof mail.send = (...args) => (isSilent ? hasty : mail).send(...args);
await lab.engine.startWorker({ ...lab.context, mail: { send } }, ['email']);
beforeEach(async () => {
  isSilent = false;
  await lab.control(lab.ses, '/reset', {});
});

const fault = (fault: Record<string, unknown>) =>
  lab.control(lab.ses, '/faults', { method: 'POST', path: '/', ...fault });

async function emailOf({ meetingId }: PlannedMeeting) {
  return await lab.pool.one(sql.type(
    z.object({ state: z.string(), attempts: z.number(), error: z.string().nullable() }),
  )`
    select state, attempts, error from emails where mail_key = ${`briefing:${meetingId}`}
  `);
}

/** Waits until the mail service has failed once. */
const untilTried = ({ user }: PlannedMeeting) => {
  const tried = sql.typeAlias('id')`
    select id from emails where user_id = ${user.id} and attempts > 0 and state = 'queued'
  `;
  return eventually(() => lab.pool.exists(tried), Boolean);
};

describe('the briefing email', () => {
  test('is retried after a temporary failure and arrives once', async () => {
    await fault({ status: 503, times: 2 });
    await using meeting = await lab.start(DUE);
    await meeting.briefed();
    expect(await meeting.mails()).toHaveLength(1);
    expect(await emailOf(meeting)).toEqual({ state: 'sent', attempts: 3, error: null });
  });

  test.each([
    ['the connection breaks after the service accepted it', { dropAfterHandling: true }, 1],
    ['the service never answers', { hang: true }, 0],
  ])('is never resent when %s, and the outcome is reported as unknown', async (_, how, arrived) => {
    isSilent = 'hang' in how;
    await fault({ ...how, times: 1 });
    await using meeting = await lab.start(DUE);
    const state = await meeting.until({ briefingState: 'unknown' });
    expect(state.briefingReason).toMatch(/may have arrived, so it won’t be sent again/);
    expect(await emailOf(meeting)).toMatchObject({ state: 'unknown', attempts: 1 });
    await meeting.reaches('following');
    expect(await meeting.details()).toContain('Email: unknown.');
    await meeting.announce();
    await meeting.settled();
    expect(await meeting.mails()).toHaveLength(arrived);
  });

  test('fails permanently if the service refuses it, and the user sees why', async () => {
    await fault({ status: 400, times: 1 });
    await using meeting = await lab.start(DUE);
    expect((await meeting.until({ briefingState: 'failed' })).briefingReason).toBe(
      'The email service refused the briefing.',
    );
    expect(await emailOf(meeting)).toMatchObject({ state: 'failed', error: 'mail_refused' });
    expect(await meeting.mails()).toEqual([]);
  });

  test('is not sent to an address that bounced, and the user sees why', async () => {
    await using meeting = await lab.seed(DUE);
    const { email, id: userId } = meeting.user;
    const row = { mailKey: `earlier:${userId}`, userId, kind: 'verify-email' as const, toAddress: email, data: {} };
    const earlier = await seedEmail(lab.pool, row);
    await lab.pool.transaction(async (transaction) => {
      await closeEmail(transaction, earlier, 'unknown', 'outcome_unknown');
      const report = { reason: 'bounce' as const, addresses: [email], reportedAt: new Date() };
      await suppressAddresses(transaction, report);
    });
    await meeting.startWorkflow();
    expect((await meeting.until({ briefingState: 'skipped' })).briefingReason).toBe(
      'Email to your address bounced. Change the address to get briefings again.',
    );
    expect(
      await lab.pool.exists(sql.typeAlias('id')`select id from emails where user_id = ${userId} and kind = 'briefing'`),
    ).toBe(false);
    expect(await meeting.mails()).toEqual([]);
  });

  test('is withdrawn if the meeting is cancelled during an outage', async () => {
    await fault({ status: 503, times: 100 });
    await using meeting = await lab.start(DUE);
    await untilTried(meeting);
    await meeting.change(sql.fragment`status = 'cancelled'`);
    await meeting.handle.result();
    expect(await meeting.mails()).toEqual([]);
    expect(await meeting.read()).toMatchObject({ briefingReason: 'The meeting was cancelled.' });
  });

  test('is rewritten if the meeting moves during an outage', async () => {
    await fault({ status: 503, times: 100 });
    await using meeting = await lab.start(DUE);
    await untilTried(meeting);
    const later = new Date(meeting.start.getTime() + 1_200_000);
    await meeting.move(later);
    await meeting.announce();
    await controlOf(lab.ses.url).clearFaults();
    await meeting.briefed();
    const mail = await meeting.onlyMail();
    const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Europe/Berlin' }).format(later);
    expect(mail?.subject).toBe(`${time} Brightwater: Intro call`);
  });

  test('is never sent after the meeting starts', async () => {
    await fault({ status: 503, times: 100 });
    await using meeting = await lab.seed({ startsInS: 30, leadMinutes: 120 });
    await meeting.set(sql.fragment`research_state = 'failed', research_error = 'unavailable'`);
    await meeting.startWorkflow();
    await meeting.handle.result();
    await lab.control(lab.ses, '/reset', {});
    await sleep(6_000);
    expect(await meeting.mails()).toEqual([]);
    expect(await meeting.read()).toMatchObject({
      briefingState: 'failed',
      briefingReason: 'The email service did not accept the briefing before the meeting started.',
    });
  });
});
