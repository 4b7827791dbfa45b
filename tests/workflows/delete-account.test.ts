import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkflowHandle } from '@temporalio/client';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { deliverMessage } from '#api/deliver-message.ts';
import { closeAccount } from '#db/close-account.ts';
import { hashEmail } from '#db/email-hash.ts';
import { keepEntries } from '#db/journal.ts';
import { outboxMessage } from '#db/queries/outbox.ts';
import { insertCustomer } from '#db/queries/payment-customers.ts';
import { hasUsedTrial } from '#db/queries/used-trials.ts';
import { sql } from '#db/sql.ts';
import { replayJournal } from '#ops/commands/replay-journal.ts';
import { createStripePayments } from '#providers/payments/stripe.ts';
import { createSes } from '#sandbox/ses/ses.ts';
import { startVendor } from '#sandbox/start-vendor.ts';
import { createStripe } from '#sandbox/stripe/stripe.ts';
import { clientOf } from '#sandbox/tests/stripe/stripe-client.ts';
import { seedMeeting, seedUser } from '#tests/support/builders.ts';
import { connectCalendar, listMeetings, takeOutbox } from '#tests/support/calendar-account.ts';
import { inHours } from '#tests/support/calendar-person.ts';
import { dumpTables } from '#tests/support/dump.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { startGoogle } from '#tests/support/google-account.ts';
import { captureHistory } from '#tests/support/histories.ts';
import { seedEmail, startSending } from '#tests/support/queued-mail.ts';
import { createSandboxMail } from '#tests/support/vendor-adapters.ts';
import { connectEngine, createTestContext } from '#tests/support/worker.ts';
import {
  calendarSyncId,
  DELETE_ACCOUNT,
  type DeleteAccountInput,
  deleteAccountId,
  meetingWorkflowId,
  QUEUES,
} from '#workflows/names.ts';
import { control, eventually, findInHistory, meetingsIn, readMetadata } from './meeting-lab.ts';

const QUEUES_OF_DELETION = ['core', 'sync', 'sync-microsoft', 'email', 'billing'] as const;

const [google, ses, stripeVendor] = await Promise.all([
  forThisFile(startGoogle()),
  forThisFile(startVendor(createSes)),
  forThisFile(startVendor(createStripe, { productUrl: 'http://127.0.0.1:9' })),
]);
const stripe = clientOf(stripeVendor.url);
const { context } = await forThisFile(
  createTestContext({
    calendars: { google: google.provider() },
    mail: createSandboxMail(ses),
    payments: createStripePayments({ secretKey: 'sk_test_sandbox', baseUrl: stripeVendor.url, retries: 0 }),
  }),
);
const engine = await forThisFile(connectEngine());
let worker = await engine.startWorker(context, QUEUES_OF_DELETION);
beforeEach(async () => {
  await google.clearFaults();
  await control(ses, '/reset', {});
});

let count = 0;

/** Seeds a user with a connected calendar and running sync and meeting workflows. */
async function seedBusyUser() {
  count += 1;
  const person = await google.person(`leaver${count}@harborline.test`);
  await person.add({ start: inHours(26), guests: [person.email, 'ines@brightwater.test'] });
  const { userId } = await connectCalendar(context, person);
  await deliverMessage(engine.client, { workflow: 'calendar-sync', userId, provider: 'google', signal: 'sync' });
  const [meeting] = await eventually(
    () => listMeetings(context, userId),
    (meetings) => meetings.length === 1,
  );
  const meetingId = meeting?.id ?? '';
  await deliverMessage(engine.client, { workflow: 'meeting', userId, meetingId, version: 1 });
  return { userId, email: person.email, person, meetingId };
}

/** Requests the deletion as DELETE /users/account and the dispatcher do. */
async function askForDeletion(userId: string): Promise<DeleteAccountInput & { handle: WorkflowHandle }> {
  await context.pool.transaction((transaction) => closeAccount(transaction, userId, 'due'));
  const message = await context.pool.oneFirst(sql.type(z.object({ message: outboxMessage }))`
    select message from outbox where message ->> 'workflow' = 'account-deletion' and message ->> 'userId' = ${userId}
  `);
  if (message.workflow !== 'account-deletion') throw new Error('another message');
  await deliverMessage(engine.client, message);
  return { userId, noticeId: message.noticeId, handle: engine.client.workflow.getHandle(deleteAccountId(userId)) };
}

const emailRow = z.object({
  mailKey: z.string(),
  userId: z.uuid().nullable(),
  toAddress: z.string(),
  data: z.unknown(),
  state: z.string(),
});
const readEmail = async (id: string) =>
  await context.pool.one(sql.type(emailRow)`
    select mail_key as "mailKey", user_id as "userId", to_address as "toAddress", data, state from emails where id = ${id}
  `);

/** Queues an email about an existing account and runs its workflow. Returns its id. */
async function sendNoticeTo(userId: string, toAddress: string): Promise<string> {
  const kind = 'existing-account';
  const row = { mailKey: `${kind}:${randomUUID()}`, userId, kind, toAddress, data: { name: 'Robin' } } as const;
  const emailId = await seedEmail(context.pool, row);
  await (await startSending(engine.client, emailId)).result();
  return emailId;
}

const erased = (id: string, kind: string, state: string) => ({
  mailKey: `${kind}:deleted:${id}`,
  userId: null,
  toAddress: '',
  data: {},
  state,
});

/** Returns the names of the tables that contain one of the texts. */
async function tablesNaming(...texts: string[]): Promise<string[]> {
  const tables = Object.entries(await dumpTables(context.pool));
  return tables
    .filter(([, rows]) => rows.some((row) => texts.some((text) => row.includes(text))))
    .map(([name]) => name);
}

const statusOf = async (workflowId: string) =>
  (await engine.client.workflow.getHandle(workflowId).describe()).status.name;

describe('deleting an account', () => {
  test('ends workflows, revokes the grant, deletes every row and sends one email', async () => {
    const { userId, email, person, meetingId } = await seedBusyUser();
    const requests = await google.watchRequests();
    const { handle, noticeId } = await askForDeletion(userId);
    await handle.result();
    await captureHistory('delete-account-done', handle);

    expect((await requests()).filter((request) => request === 'POST /revoke')).toHaveLength(1);
    // No grant is left for the user to withdraw.
    expect(await person.endGrants()).toEqual({ revoked: false });
    await eventually(
      async () => [
        await statusOf(calendarSyncId({ userId, provider: 'google' })),
        await statusOf(meetingWorkflowId(meetingId)),
      ],
      (statuses) => statuses.every((status) => status !== 'RUNNING'),
    );
    expect(await tablesNaming(userId, email, meetingId)).toEqual([]);

    const mails = await ses.vendor.outbox(email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Your account has been deleted']);
    expect(await readEmail(noticeId)).toEqual(erased(noticeId, 'account-deleted', 'sent'));
    expect((await readMetadata(handle)).currentDetails).toBe('**Deleted.** Confirmation email: sent.');
    expect(await findInHistory(handle, { id: userId, texts: [email, 'Robin', 'harborline'] })).toEqual([]);
  });

  test('attack 30: ends the subscription and remembers its trial only by a hash of the address', async () => {
    const { id: userId, email } = await seedUser(context.pool);
    const customer = await stripe.customers.create({ email });
    const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    const subscription = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: 'price_research_monthly' }],
      default_payment_method: method.id,
      trial_period_days: 30,
    });
    await insertCustomer(context.pool, userId, customer.id);
    const faults = { path: `/v1/subscriptions/${subscription.id}`, status: 503, times: 1 };
    await control(stripeVendor, '/faults', faults);
    const { handle } = await askForDeletion(userId);
    await handle.result();
    await captureHistory('delete-account-subscription-ended', handle);
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ deleted: true });
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'canceled' });
    expect(await tablesNaming(userId, email, customer.id, subscription.id)).toEqual([]);
    expect(await hasUsedTrial(context.pool, [await hashEmail(email)])).toBe(true);
    expect((await ses.vendor.outbox(email)).map(({ subject }) => subject)).toEqual(['Your account has been deleted']);
  });

  test('attack 46: asks for an operator while the payment provider is down', async () => {
    // A test cannot wait an hour, so this copy of the workflows asks after two seconds.
    const folder = await mkdtemp(join(tmpdir(), 'late-deletion-'));
    const parts = (await readFile(engine.bundlePath, 'utf8')).split("const OPERATOR_AFTER = '1 hour';");
    expect(parts).toHaveLength(2);
    await writeFile(join(folder, 'workflows.js'), parts.join("const OPERATOR_AFTER = '2 seconds';"));
    await worker.stop();
    worker = await engine.startWorker(context, QUEUES_OF_DELETION, join(folder, 'workflows.js'));
    const user = await seedUser(context.pool);
    const customer = await stripe.customers.create({ email: user.email });
    await insertCustomer(context.pool, user.id, customer.id);
    const path = `/v1/customers/${customer.id}`;
    await control(stripeVendor, '/faults', { path, status: 503, times: 1000 });
    const { handle } = await askForDeletion(user.id);
    const query = `WorkflowId = "${handle.workflowId}" AND NeedsOperator = true`;
    const countParked = async () => (await engine.client.workflow.count(query)).count;
    await expect.poll(() => countParked()).toBe(1);
    expect((await handle.describe()).status.name).toBe('RUNNING');

    await fetch(`${stripeVendor.url}/_control/faults`, { method: 'DELETE' });
    await handle.result();
    await captureHistory('delete-account-late', handle);
    await eventually(countParked, (parked) => parked === 0);
    expect(await tablesNaming(user.id, user.email)).toEqual([]);
    await worker.stop();
    worker = await engine.startWorker(context, QUEUES_OF_DELETION);
    await rm(folder, { recursive: true });
  });

  test('retries while a vendor is down', async () => {
    const { userId } = await seedBusyUser();
    await google.fault({ path: '/revoke', status: 503, times: 2 });
    const requests = await google.watchRequests();
    const { handle } = await askForDeletion(userId);
    await handle.result();
    expect((await requests()).filter((request) => request === 'POST /revoke')).toHaveLength(3);
    expect((await readMetadata(handle)).currentDetails).not.toContain('not revoked');
  });

  test('continues if a vendor refuses to revoke the grant, and records that', async () => {
    const { userId, email } = await seedBusyUser();
    await google.fault({ path: '/revoke', status: 403, body: { error: 'access_denied' }, times: 50 });
    const { handle } = await askForDeletion(userId);
    await handle.result();
    await captureHistory('delete-account-grant-given-up', handle);
    expect((await readMetadata(handle)).currentDetails).toContain(
      'Deleted here but not revoked: the grants at google.',
    );
    expect(await tablesNaming(userId, email)).toEqual([]);
    const details = await context.pool.anyFirst(sql.type(z.object({ details: z.unknown() }))`
      select details from audit_log where action = 'account.deleted' and details ->> 'grantsNotRevoked' is not null
    `);
    expect(details).toEqual([{ grantsNotRevoked: 'google' }]);
  });

  test('emails once when requested again while running and after it completed', async () => {
    const { id: userId, email } = await seedUser(context.pool);
    const { handle, noticeId } = await askForDeletion(userId);
    const message = { workflow: 'account-deletion', userId, noticeId } as const;
    await deliverMessage(engine.client, message);
    await handle.result();
    await deliverMessage(engine.client, message);
    await handle.result();
    expect(await statusOf(deleteAccountId(userId))).toBe('COMPLETED');
    expect(await ses.vendor.outbox(email)).toHaveLength(1);
    expect(await tablesNaming(userId, email)).toEqual([]);
  });

  test('attack 47: deletes the rows again after only the database is restored', async () => {
    const journal = await mkdtemp(join(tmpdir(), 'journal-'));
    const { id: userId, email } = await seedUser(context.pool);
    const { handle } = await askForDeletion(userId);
    await handle.result();
    await keepEntries(context.pool, journal);
    // The backup has neither the deletion nor its journal entries; the engine has the finished workflow.
    await context.pool.query(sql.typeAlias('void')`delete from journal_entries`);
    await context.pool.query(sql.typeAlias('void')`insert into users (id, email) values (${userId}, ${email})`);
    await takeOutbox(context);

    await replayJournal(context.pool, { folder: journal, encryption: context.encryption });
    for (const message of await takeOutbox(context)) await deliverMessage(engine.client, outboxMessage.parse(message));
    await handle.result();
    expect(await tablesNaming(userId, email)).toEqual([]);
    expect(await ses.vendor.outbox(email)).toHaveLength(1);
    await rm(journal, { recursive: true });
  });

  test('erases the address even if the email could not be delivered', async () => {
    await control(ses, '/faults', { path: '/', status: 400 });
    const { id: userId, email } = await seedUser(context.pool);
    const { handle, noticeId } = await askForDeletion(userId);
    await handle.result();
    expect(await readEmail(noticeId)).toEqual(erased(noticeId, 'account-deleted', 'failed'));
    expect(await tablesNaming(userId, email)).toEqual([]);
  });

  test('keeps the row of a sent email without its recipient', async () => {
    const { id: userId, email } = await seedUser(context.pool);
    const emailId = await sendNoticeTo(userId, email);
    const { handle } = await askForDeletion(userId);
    await handle.result();
    expect(await readEmail(emailId)).toEqual(erased(emailId, 'existing-account', 'sent'));
  });

  test('is refused unless the user requested it', async () => {
    const { id: userId, email } = await seedUser(context.pool);
    const handle = await engine.client.workflow.start(DELETE_ACCOUNT, {
      workflowId: deleteAccountId(userId),
      taskQueue: QUEUES.core,
      args: [{ userId, noticeId: randomUUID() }],
    });
    await expect(handle.result()).rejects.toMatchObject({ cause: { cause: { type: 'deletion_not_requested' } } });
    expect(await tablesNaming(email)).toEqual(expect.arrayContaining(['users']));
  });
});

describe('while an account is being deleted', () => {
  test('a sync waiting for a page does not write rows back', async () => {
    const { userId, email, person } = await seedBusyUser();
    await person.add({ start: inHours(30), guests: ['ines@brightwater.test'] });
    await google.fault({ path: '/calendar/v3/calendars', delayMs: 2_500, times: 1 });
    const requests = await google.watchRequests();
    await deliverMessage(engine.client, { workflow: 'calendar-sync', userId, provider: 'google', signal: 'sync' });
    await eventually(requests, (seen) => seen.some((request) => request.includes('/events')));
    const { handle } = await askForDeletion(userId);
    await handle.result();
    // The activity of the sync is still waiting for the page.
    await sleep(3_500);
    expect(await tablesNaming(userId, email)).toEqual([]);
    expect(await ses.vendor.outbox(email)).toHaveLength(1);
    expect(await statusOf(calendarSyncId({ userId, provider: 'google' }))).not.toBe('RUNNING');
  });

  test('a briefing waiting for the mail service is never sent', async () => {
    await control(ses, '/faults', { path: '/', status: 503, times: 100 });
    const meetings = meetingsIn({ ...context, client: engine.client, outbox: (to) => ses.vendor.outbox(to) });
    const meeting = await meetings.seed({ briefingInS: 1, leadMinutes: 20 });
    const { id: userId, email } = meeting.user;
    await meeting.set(sql.fragment`research_state = 'completed'`);
    await meeting.startWorkflow();
    const states = async () =>
      await context.pool.anyFirst(sql.type(z.object({ error: z.string().nullable() }))`
        select error from emails where user_id = ${userId} and kind = 'briefing'
      `);
    await eventually(states, (errors) => errors.includes('unavailable'));
    const { handle } = await askForDeletion(userId);
    await fetch(`${ses.url}/_control/faults`, { method: 'DELETE' });
    await handle.result();
    // Longer than the wait before the next attempt.
    await sleep(7_000);
    expect((await ses.vendor.outbox(email)).map(({ subject }) => subject)).toEqual(['Your account has been deleted']);
    expect(await statusOf(meetingWorkflowId(meeting.meetingId))).not.toBe('RUNNING');
  });

  test('an email queued after the request is not sent', async () => {
    const { id: userId, email } = await seedUser(context.pool);
    await context.pool.transaction((transaction) => closeAccount(transaction, userId, 'due'));
    const emailId = await sendNoticeTo(userId, email);
    expect(await ses.vendor.outbox(email)).toEqual([]);
    expect(await readEmail(emailId)).toMatchObject({ state: 'suppressed' });
  });

  test('a meeting found after the request is not prepared', async () => {
    const { id: userId, email } = await seedUser(context.pool);
    await context.pool.transaction((transaction) => closeAccount(transaction, userId, 'due'));
    const meetingId = await seedMeeting(context.pool, { userId, researchState: 'pending', startsInMinutes: 30 });
    await deliverMessage(engine.client, { workflow: 'meeting', userId, meetingId, version: 1 });
    await engine.client.workflow.getHandle(meetingWorkflowId(meetingId)).result();
    expect(await ses.vendor.outbox(email)).toEqual([]);
    const state = await context.pool.oneFirst(sql.type(z.object({ state: z.string() }))`
      select research_state as state from meetings where id = ${meetingId}
    `);
    expect(state).toBe('pending');
  });
});
