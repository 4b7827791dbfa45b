import { randomUUID } from 'node:crypto';
import type { WorkflowHandle } from '@temporalio/client';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { suppressAddresses } from '#db/queries/mail-suppressions.ts';
import { sql } from '#db/sql.ts';
import { errorXml } from '#sandbox/ses/xml.ts';
import { captureHistory } from '#tests/support/histories.ts';
import { queueMail, startSending } from '#tests/support/queued-mail.ts';
import { controlOf } from '#tests/support/vendor-control.ts';
import { DUE, eventually, findInHistory, openMeetingLab, readMetadata } from './meeting-lab.ts';

const lab = await openMeetingLab();
beforeEach(() => lab.control(lab.ses, '/reset', {}));

const start = (emailId: string) => startSending(lab.client, emailId);
const { clearFaults } = controlOf(lab.ses.url);

const emailRow = z.object({ state: z.string(), error: z.string().nullable(), secret: z.string().nullable() });
const readEmail = (emailId: string) =>
  lab.pool.one(sql.type(emailRow)`select state, error, secret from emails where id = ${emailId}`);
/** Waits until an attempt to send the email has failed and it is queued again. */
const untilTried = (emailId: string) =>
  eventually(
    () => readEmail(emailId),
    ({ state, error }) => state === 'queued' && error !== null,
  );

describe('an account email', () => {
  test('is sent once with its link, whose secret is then erased', async () => {
    const { emailId, to } = await queueMail(lab);
    const handle = await start(emailId);
    await handle.result();
    const [mail, ...others] = await lab.outbox(to);
    expect(others).toEqual([]);
    expect(mail?.text).toContain('http://localhost:3000/verify-email?token=the-token');
    expect(await readEmail(emailId)).toEqual({ state: 'sent', error: null, secret: null });
    expect((await readMetadata(handle)).currentDetails).toBe('**Sent.**');
  });

  test('keeps token, address and name out of the history', async () => {
    const { emailId, to } = await queueMail(lab, 'reset-password');
    const handle = await start(emailId);
    await handle.result();
    await captureHistory('send-email-sent', handle);
    const texts = ['the-token', to, 'Sam'];
    expect(await findInHistory(handle, { id: emailId, texts })).toEqual([]);
  });

  test('is retried while the service is down', async () => {
    await lab.control(lab.ses, '/faults', { path: '/', status: 503, times: 100 });
    const { emailId, to } = await queueMail(lab);
    const handle = await start(emailId);
    expect((await untilTried(emailId)).error).toBe('unavailable');
    await clearFaults();
    await handle.result();
    expect(await lab.outbox(to)).toHaveLength(1);
  });

  test('is retried while sending is paused for the whole account', async () => {
    const body = errorXml('MessageRejected', 'Sending paused for this account.', 400);
    await lab.control(lab.ses, '/faults', { path: '/', status: 400, body, times: 100 });
    const { emailId, to } = await queueMail(lab);
    const handle = await start(emailId);
    expect((await untilTried(emailId)).error).toBe('account_rejected');
    await clearFaults();
    await handle.result();
    expect(await lab.outbox(to)).toHaveLength(1);
  });

  test('with an unknown outcome is not resent, and its row says so', async () => {
    await lab.control(lab.ses, '/faults', { path: '/', dropAfterHandling: true });
    const { emailId, to } = await queueMail(lab);
    const handle = await start(emailId);
    await handle.result();
    await captureHistory('send-email-unknown', handle);
    expect(await lab.outbox(to)).toHaveLength(1);
    expect(await readEmail(emailId)).toEqual({ state: 'unknown', error: 'outcome_unknown', secret: null });
    expect((await readMetadata(handle)).currentDetails).toContain('won’t be sent again');
  });

  test('refused by the service fails', async () => {
    await lab.control(lab.ses, '/faults', { path: '/', status: 400 });
    const { emailId, to } = await queueMail(lab);
    await (await start(emailId)).result();
    expect(await lab.outbox(to)).toEqual([]);
    expect(await readEmail(emailId)).toEqual({ state: 'failed', error: 'mail_refused', secret: null });
  });

  test.each([
    ['bounced', 'bounce', 'mail_bounced'],
    ['complained', 'complaint', 'mail_complained'],
  ] as const)('to an address that %s is not sent, and its row says why', async (_, reason, error) => {
    const { emailId, to } = await queueMail(lab);
    await lab.pool.transaction((transaction) =>
      suppressAddresses(transaction, { reason, addresses: [to.toUpperCase()], reportedAt: new Date() }),
    );
    const handle = await start(emailId);
    await handle.result();
    expect(await lab.outbox(to)).toEqual([]);
    expect(await readEmail(emailId)).toEqual({ state: 'suppressed', error, secret: null });
    expect((await readMetadata(handle)).currentDetails).toContain('suppressed');
  });

  test('that no longer exists ends its workflow', async () => {
    const handle = await start(randomUUID());
    await handle.result();
    expect((await readMetadata(handle)).currentDetails).toContain('no longer exists');
  });
});

test('a briefing has priority over account emails', async () => {
  const { emailId } = await queueMail(lab);
  const accountMail = await start(emailId);
  await accountMail.result();
  await using meeting = await lab.start(DUE);
  await meeting.briefed();
  expect(await priorityOf(meeting.handle)).toBeLessThan(await priorityOf(accountMail));
});

/** Returns the priority of the activity that sends the email; lower numbers go first. */
async function priorityOf(handle: WorkflowHandle): Promise<number> {
  const { events } = await handle.fetchHistory();
  const scheduled = (events ?? []).flatMap((event) => event.activityTaskScheduledEventAttributes ?? []);
  return scheduled.find(({ activityType }) => activityType?.name === 'sendMail')?.priority?.priorityKey ?? Number.NaN;
}
