import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { deliverMessage } from '#api/deliver-message.ts';
import { outboxMessage } from '#db/queries/outbox.ts';
import { markUnknown } from '#db/queries/restored-mails.ts';
import { sql } from '#db/sql.ts';
import { NO_BRIEFING } from '#domain/briefable.ts';
import type { ChannelKind } from '#domain/enumerations.ts';
import { seedChannel, seedUser } from '#tests/support/builders.ts';
import { captureHistory } from '#tests/support/histories.ts';
import { claimBriefing } from '#tests/support/queued-mail.ts';
import { createChannelActivities } from '#workers/activities/channel.ts';
import { createEmailActivities } from '#workers/activities/email.ts';
import { sendChannelMessageId } from '#workflows/names.ts';
import { DUE, eventually, openMeetingLab, readHistoryText, type TestMeeting } from './meeting-lab.ts';

const lab = await openMeetingLab(['core', 'research', 'email', 'chat']);
const email = createEmailActivities(lab.context);
const channel = createChannelActivities(lab.context);
beforeEach(async () => {
  await lab.control(lab.messages, '/reset', {});
  await lab.control(lab.ses, '/reset', {});
});

/** Seeds a meeting whose briefing is due, for a user with a channel. */
async function seedDue(options: { kind?: ChannelKind; replacesMail?: boolean } = {}) {
  const meeting = await lab.seed(DUE);
  const { id: userId } = meeting.user;
  const address = `${lab.messages.url}/${options.kind ?? 'slack'}/${userId}`;
  const { pool, encryption } = lab;
  const channelId = await seedChannel(pool, { userId, encryption, address, ...options });
  return { ...meeting, userId, channelId };
}

/** Queues a briefing without running its workflow. */
async function seedClaimed(options: Parameters<typeof seedDue>[0] = {}) {
  const due = await seedDue(options);
  await due.set(sql.fragment`research_state = 'failed', research_error = 'unavailable'`);
  const emailId = await claimBriefing(lab.context, due.meetingId);
  return { ...due, emailId, send: () => email.sendMail({ emailId, isReplaceable: true }) };
}

const row = z.object({
  id: z.uuid(),
  state: z.string(),
  attempts: z.number(),
  status: z.number().nullable(),
  error: z.string().nullable(),
  isTest: z.boolean(),
});
const messagesOf = (userId: string) =>
  lab.pool.any(sql.type(row)`
    select id, state, attempts, status, error, is_test as "isTest" from channel_messages where user_id = ${userId} order by id
  `);
const takenOf = (userId: string) => lab.messages.vendor.messages().filter(({ path }) => path.endsWith(userId));
const toolMailsOf = (userId: string) =>
  lab.pool.any(sql.type(z.object({ data: z.unknown() }))`
    select data from emails where user_id = ${userId} and kind = 'tool-access'
  `);
const isSwitchedOn = (channelId: string) =>
  lab.pool.exists(sql.typeAlias('id')`select id from channels where id = ${channelId} and enabled`);

/** Starts the queued workflows as the dispatcher does and waits for their end. Returns their handles. */
async function dispatchMessages(userId: string) {
  const rows = await lab.pool.any(sql.type(z.object({ message: outboxMessage }))`
    select message from outbox where message ->> 'workflow' = 'channel-message' and message ->> 'userId' = ${userId}
  `);
  const handles = [];
  for (const { message } of rows) {
    await deliverMessage(lab.client, message);
    if (message.workflow !== 'channel-message') continue;
    handles.push(lab.client.workflow.getHandle(sendChannelMessageId(message.messageId)));
  }
  await Promise.all(handles.map((handle) => handle.result()));
  return handles;
}

const hasLeft = ({ read }: TestMeeting) =>
  eventually(read, ({ briefingState }) => ['sent', 'unknown', 'failed'].includes(briefingState));

describe('a briefing sent by email and to a channel', () => {
  test('arrives once by each route and keeps the channel address out of the history', async () => {
    const due = await seedDue();
    await due.startWorkflow();
    expect(await hasLeft(due)).toMatchObject({ briefingState: 'sent' });
    const [sent] = await dispatchMessages(due.userId);
    expect(await due.mails()).toHaveLength(1);
    expect(takenOf(due.userId)).toHaveLength(1);
    expect(JSON.stringify(takenOf(due.userId))).toContain('Brightwater');
    expect(await messagesOf(due.userId)).toMatchObject([{ state: 'delivered', attempts: 1, status: 200 }]);
    if (!sent) throw new Error('no message was queued');
    // A duplicate outbox message does not run it again.
    await dispatchMessages(due.userId);
    expect(takenOf(due.userId)).toHaveLength(1);
    await captureHistory('send-channel-message-delivered', sent);
    for (const each of [due.handle, sent]) expect(await readHistoryText(each)).not.toContain('/slack/');
  });

  test('is still emailed if the channel refuses it', async () => {
    await lab.control(lab.messages, '/faults', { path: '/teams', status: 403 });
    const due = await seedClaimed({ kind: 'teams' });
    expect(await due.send()).toEqual({ outcome: 'sent' });
    await dispatchMessages(due.userId);
    expect(await messagesOf(due.userId)).toMatchObject([{ state: 'failed', status: 403, error: 'refused' }]);
    expect(await isSwitchedOn(due.channelId)).toBe(true);
  });

  test('is not posted if the meeting moves first', async () => {
    const due = await seedClaimed();
    await due.send();
    await due.move(new Date(Date.now() + 3_600_000));
    await dispatchMessages(due.userId);
    expect(await messagesOf(due.userId)).toMatchObject([{ state: 'withdrawn', attempts: 0 }]);
    expect(takenOf(due.userId)).toEqual([]);
  });
});

describe('a briefing sent only to a channel', () => {
  test('arrives as a message without an email', async () => {
    const due = await seedDue({ replacesMail: true });
    await due.startWorkflow();
    expect(await hasLeft(due)).toMatchObject({ briefingState: 'sent' });
    expect(takenOf(due.userId)).toHaveLength(1);
    expect(await due.mails()).toEqual([]);
    const sent = await lab.pool.one(sql.type(z.object({ state: z.string(), byMessage: z.boolean() }))`
      select state, by_message as "byMessage" from emails where user_id = ${due.userId}
    `);
    expect(sent).toEqual({ state: 'sent', byMessage: true });
    await captureHistory('meeting-sent-as-message', due.handle);
  });

  test('falls back to email if the channel refuses it', async () => {
    await lab.control(lab.messages, '/faults', { path: '/slack', status: 404 });
    const due = await seedDue({ replacesMail: true });
    await due.startWorkflow();
    expect(await hasLeft(due)).toMatchObject({ briefingState: 'sent' });
    expect(takenOf(due.userId)).toEqual([]);
    expect(await due.mails()).toHaveLength(1);
    expect(await messagesOf(due.userId)).toMatchObject([{ state: 'failed', status: 404, error: 'gone' }]);
    await captureHistory('meeting-sent-after-message-failed', due.handle);
  });

  test('attack 63: does not fall back to email if the outcome is unknown', async () => {
    await lab.control(lab.messages, '/faults', { path: '/slack', dropAfterHandling: true });
    const due = await seedDue({ replacesMail: true });
    await due.startWorkflow();
    expect(await hasLeft(due)).toMatchObject({
      briefingState: 'unknown',
      briefingReason: NO_BRIEFING.outcome_unknown,
    });
    expect(takenOf(due.userId)).toHaveLength(1);
    expect(await due.mails()).toEqual([]);
  });

  test('falls back to email if it could not be posted in time', async () => {
    const due = await seedClaimed({ replacesMail: true });
    const awaited = await due.send();
    const [message] = await messagesOf(due.userId);
    expect(awaited).toEqual({ outcome: 'awaits_messages', messageIds: [message?.id] });
    expect(await channel.giveUpMessage({ messageId: message?.id ?? '' })).toEqual({ outcome: 'failed' });
    expect(await due.send()).toEqual({ outcome: 'sent' });
    expect(await due.mails()).toHaveLength(1);
  });

  test('is also emailed by a workflow of an earlier build, which does not wait for messages', async () => {
    const due = await seedClaimed({ replacesMail: true });
    expect(await email.sendMail({ emailId: due.emailId })).toEqual({ outcome: 'sent' });
    await dispatchMessages(due.userId);
    expect(takenOf(due.userId)).toHaveLength(1);
    expect(await due.mails()).toHaveLength(1);
  });

  test('is withdrawn if the meeting moves first', async () => {
    const due = await seedClaimed({ replacesMail: true });
    await due.send();
    await due.move(new Date(Date.now() + 3_600_000));
    const [message] = await messagesOf(due.userId);
    expect(await channel.postToChannel({ messageId: message?.id ?? '' })).toEqual({ outcome: 'withdrawn' });
    expect(await due.send()).toEqual({ outcome: 'withdrawn' });
    expect([takenOf(due.userId), await due.mails()]).toEqual([[], []]);
  });
});

describe('a channel message', () => {
  test('attack 63: in flight when the worker died is marked unknown and not resent', async () => {
    const due = await seedClaimed({ replacesMail: true });
    await due.send();
    const [message] = await messagesOf(due.userId);
    await lab.pool.query(sql.typeAlias('void')`
      update channel_messages set state = 'sending', attempts = 1 where id = ${message?.id ?? ''}
    `);
    expect(await channel.postToChannel({ messageId: message?.id ?? '' })).toEqual({ outcome: 'unknown' });
    expect(takenOf(due.userId)).toEqual([]);
  });

  test('attack 63: to a deleted channel switches it off and notifies its owner once', async () => {
    await lab.control(lab.messages, '/faults', { path: '/slack', status: 410, times: 2 });
    const due = await seedClaimed();
    await due.send();
    await dispatchMessages(due.userId);
    expect(await messagesOf(due.userId)).toMatchObject([{ state: 'failed', status: 410, error: 'gone' }]);
    expect(await isSwitchedOn(due.channelId)).toBe(false);
    expect(await toolMailsOf(due.userId)).toMatchObject([{ data: { change: 'channel-stopped', channel: 'slack' } }]);
    // A test message that finds it still deleted doesn't trigger a second email.
    const id = await queueTest(due);
    expect(await channel.postToChannel({ messageId: id })).toEqual({ outcome: 'failed' });
    expect(await toolMailsOf(due.userId)).toHaveLength(1);
  });

  test('that tests a channel says so and is not retried', async () => {
    const due = await seedDue();
    expect(await channel.postToChannel({ messageId: await queueTest(due) })).toEqual({ outcome: 'delivered' });
    expect(JSON.stringify(takenOf(due.userId))).toContain('This is the test you requested');
    await lab.control(lab.messages, '/faults', { path: '/slack', status: 503 });
    expect(await channel.postToChannel({ messageId: await queueTest(due) })).toEqual({ outcome: 'failed' });
    expect(takenOf(due.userId)).toHaveLength(1);
  });

  test('is dropped if its account is closed or its channel deleted', async () => {
    const [closed, deleted] = [await seedDue(), await seedDue()];
    const ids = [await queueTest(closed), await queueTest(deleted)];
    await lab.pool.query(sql.typeAlias('void')`update users set disabled_at = now() where id = ${closed.user.id}`);
    await lab.pool.query(sql.typeAlias('void')`delete from channels where id = ${deleted.channelId}`);
    const outcomes = [];
    for (const messageId of ids) outcomes.push(await channel.postToChannel({ messageId }));
    expect(outcomes).toEqual([{ outcome: 'gone' }, { outcome: 'failed' }]);
    expect(lab.messages.vendor.messages()).toEqual([]);
  });

  test('queued before a database restore is not sent', async () => {
    const due = await seedDue();
    const messageId = await queueTest(due);
    await lab.pool.transaction((transaction) => markUnknown(transaction, { from: new Date(), until: new Date() }));
    expect(await channel.postToChannel({ messageId })).toEqual({ outcome: 'unknown' });
  });

  async function queueTest({ user, channelId }: { user: { id: string }; channelId: string }) {
    return await lab.pool.oneFirst(sql.typeAlias('id')`
      insert into channel_messages (user_id, channel_id, kind, is_test) values (${user.id}, ${channelId}, 'slack', true) returning id
    `);
  }
});

test('an account email is never sent to a channel', async () => {
  const user = await seedUser(lab.pool);
  await seedChannel(lab.pool, { userId: user.id, encryption: lab.encryption, replacesMail: true });
  const emailId = await lab.pool.oneFirst(sql.typeAlias('id')`
    insert into emails (mail_key, user_id, kind, to_address, data)
    values (${`tool-access:${user.id}`}, ${user.id}, 'tool-access', ${user.email},
      '{"change": "channel-set", "name": "Robin", "channel": "slack"}')
    returning id
  `);
  expect(await email.sendMail({ emailId, isReplaceable: true })).toEqual({ outcome: 'sent' });
  expect(await messagesOf(user.id)).toEqual([]);
  expect((await lab.outbox(user.email))[0]?.text).toMatch(/Everyone in that channel can\s+read the briefings/);
});
