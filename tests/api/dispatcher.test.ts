import { randomUUID } from 'node:crypto';
import { Client, Connection, type WorkflowHandle } from '@temporalio/client';
import { afterAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { insertOutboxMessages, type OutboxMessage } from '#db/queries/outbox.ts';
import { sql } from '#db/sql.ts';
import { openTestApi } from '#tests/support/api.ts';
import { listOutbox } from '#tests/support/builders.ts';
import { temporal } from '#tests/support/services.ts';
import { startTcpProxy } from '#tests/support/tcp-proxy.ts';
import { calendarSyncId, meetingWorkflowId, QUEUES, searchAttributes, sendEmailId } from '#workflows/names.ts';

const { address, namespace } = await temporal();
const [host = '', port] = address.split(':');
const engine = await startTcpProxy({ host, port: Number(port) });
afterAll(engine.cut);
const connection = await Connection.connect({ address });
afterAll(async () => await connection.close());
const client = new Client({ connection, namespace });
const api = await openTestApi({ TEMPORAL_ADDRESS: `127.0.0.1:${engine.port}`, TEMPORAL_NAMESPACE: namespace });

async function announce(...messages: OutboxMessage[]): Promise<void> {
  await api.pool.transaction(async (transaction) => {
    await insertOutboxMessages(transaction, messages);
  });
}

const emptied = async () => await expect.poll(() => listOutbox(api.pool)).toEqual([]);

/** Returns the names of the signals in a workflow's history, oldest first. */
async function signalsOf(handle: WorkflowHandle): Promise<(string | null | undefined)[]> {
  const { events } = await handle.fetchHistory();
  return (events ?? [])
    .map(({ workflowExecutionSignaledEventAttributes: signal }) => signal?.signalName)
    .filter((name) => name !== undefined);
}

const sync = (userId: string, signal: 'sync' | 'stop' | 'pause' | 'resume'): OutboxMessage => ({
  workflow: 'calendar-sync',
  userId,
  provider: 'google',
  signal,
});

/** Takes the next workflow task, as a worker does, and returns its workflow's id. */
async function pollWorkflowTask(): Promise<string> {
  const poll = { namespace, taskQueue: { name: QUEUES.core }, identity: 'test' };
  const task = await client.withDeadline(Date.now() + 60_000, () => client.workflowService.pollWorkflowTaskQueue(poll));
  return task.workflowExecution?.workflowId ?? '';
}

describe('the dispatcher', () => {
  test('starts a calendar sync on its queue, with a summary and search attributes', async () => {
    const userId = randomUUID();
    await announce(sync(userId, 'sync'));
    await emptied();
    const handle = client.workflow.getHandle(calendarSyncId({ userId, provider: 'google' }));
    const description = await handle.describe();
    expect(description).toMatchObject({ type: 'syncCalendar', taskQueue: 'core', status: { name: 'RUNNING' } });
    expect(description.typedSearchAttributes.get(searchAttributes.userId)).toBe(userId);
    expect(description.typedSearchAttributes.get(searchAttributes.provider)).toBe('google');
    expect(await description.staticSummary()).toBe('Keep a user’s google calendar in sync');
    expect(await signalsOf(handle)).toEqual(['sync']);
  });

  test('prioritizes a meeting over a backlog of syncs', async () => {
    const userIds = Array.from({ length: 100 }, () => randomUUID());
    await announce(...userIds.map((userId) => sync(userId, 'sync')));
    await emptied();
    const meetingId = randomUUID();
    await announce({ workflow: 'meeting', userId: randomUUID(), meetingId, version: 1 });
    await emptied();
    const ours = new Set(userIds.map((userId) => calendarSyncId({ userId, provider: 'google' })));
    ours.add(meetingWorkflowId(meetingId));
    const polled: string[] = [];
    while (!polled.includes(meetingWorkflowId(meetingId))) {
      const id = await pollWorkflowTask();
      if (ours.has(id)) polled.push(id);
    }
    // In arrival order, it would be among the last. Each of the queue's partitions has its own order.
    expect(polled.indexOf(meetingWorkflowId(meetingId))).toBeLessThan(50);
  });

  test('starts a meeting workflow once and signals versions that arrive separately', async () => {
    const [userId, meetingId] = [randomUUID(), randomUUID()];
    await announce({ workflow: 'meeting', userId, meetingId, version: 1 });
    await emptied();
    await announce({ workflow: 'meeting', userId, meetingId, version: 2 });
    await emptied();
    const handle = client.workflow.getHandle(meetingWorkflowId(meetingId));
    expect((await handle.describe()).typedSearchAttributes.get(searchAttributes.meetingId)).toBe(meetingId);
    expect(await signalsOf(handle)).toEqual(['meetingChanged', 'meetingChanged']);
  });

  test("signals only the latest of a meeting's queued versions", async () => {
    const [userId, meetingId, otherId] = [randomUUID(), randomUUID(), randomUUID()];
    const versions = Array.from({ length: 120 }, (_, index) => index + 1);
    await announce(
      ...versions.flatMap((version) =>
        [meetingId, otherId].map((id) => ({ workflow: 'meeting' as const, userId, meetingId: id, version })),
      ),
    );
    await emptied();
    for (const id of [meetingId, otherId]) {
      const { events } = await client.workflow.getHandle(meetingWorkflowId(id)).fetchHistory();
      const signals = events?.filter((event) => event.workflowExecutionSignaledEventAttributes) ?? [];
      const told = signals.map((event) =>
        JSON.parse(String(event.workflowExecutionSignaledEventAttributes?.input?.payloads?.[0]?.data)),
      );
      expect(told).toEqual([{ version: 120 }]);
    }
  });

  test('starts a workflow to send an email and deletes a repeated message', async () => {
    const emailId = randomUUID();
    await announce({ workflow: 'send-email', emailId });
    await announce({ workflow: 'send-email', emailId });
    await emptied();
    const handle = client.workflow.getHandle(sendEmailId(emailId));
    expect((await handle.describe()).type).toBe('sendEmail');
  });

  test('does not start a calendar sync just to stop, pause or resume it', async () => {
    const userId = randomUUID();
    await announce(sync(userId, 'stop'), sync(userId, 'pause'), sync(userId, 'resume'));
    await emptied();
    const handle = client.workflow.getHandle(calendarSyncId({ userId, provider: 'google' }));
    await expect(handle.describe()).rejects.toThrow(/not found/i);
  });

  test('keeps messages while the engine is down and delivers them in order afterwards', async () => {
    const [userId, other] = [randomUUID(), randomUUID()];
    await engine.cut();
    await announce(sync(userId, 'sync'));
    await announce(sync(userId, 'stop'));
    // A failed attempt delays its message; later messages for the same workflow must not overtake it.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await announce(sync(userId, 'resume'));
    await announce(sync(other, 'sync'));
    expect(await listOutbox(api.pool)).toHaveLength(4);
    await engine.restore();
    await emptied();
    const handle = client.workflow.getHandle(calendarSyncId({ userId, provider: 'google' }));
    expect(await signalsOf(handle)).toEqual(['sync', 'stop', 'resume']);
  });

  test.each([
    [
      'attack 44: reports a message of unknown kind and delivers the others',
      { workflow: 'tomorrow', userId: randomUUID() },
    ],
    ['attack 45: reports a corrupt message and delivers the others', { workflow: 'send-email', emailId: 'no id' }],
  ])('%s', async (_, message) => {
    await api.pool.query(sql.typeAlias('void')`
      insert into outbox (message) values (${sql.jsonb(message)})
    `);
    const userId = randomUUID();
    await announce(sync(userId, 'sync'));
    const handle = client.workflow.getHandle(calendarSyncId({ userId, provider: 'google' }));
    await expect.poll(() => signalsOf(handle).catch(() => [])).toEqual(['sync']);
    await expect.poll(() => listOutbox(api.pool)).toEqual([message]);
    const metrics = await (await fetch(`${api.url}/metrics`)).text();
    expect(metrics).toMatch(/^foreword_outbox_unreadable(?:\{.*\})? 1$/m);
    expect(metrics).toMatch(/^foreword_outbox_messages(?:\{.*\})? 0$/m);
    await api.pool.query(sql.typeAlias('void')`delete from outbox`);
  });

  test('attack 44: delivers a message behind thousands of unreadable ones', async () => {
    await api.pool.query(sql.typeAlias('void')`
      insert into outbox (message)
      select jsonb_build_object('workflow', 'tomorrow', 'number', number) from generate_series(1, 4000) as number
    `);
    const userId = randomUUID();
    await announce(sync(userId, 'sync'));
    const handle = client.workflow.getHandle(calendarSyncId({ userId, provider: 'google' }));
    await expect.poll(() => signalsOf(handle).catch(() => [])).toEqual(['sync']);
    const attempts = await api.pool.oneFirst(sql.type(z.object({ most: z.number() }))`
      select max(attempts) as most from outbox
    `);
    expect(attempts).toBe(1);
    await api.pool.query(sql.typeAlias('void')`delete from outbox`);
  });

  test('delivers a backlog larger than two batches', async () => {
    const messages = Array.from({ length: 120 }, () => ({ workflow: 'send-email' as const, emailId: randomUUID() }));
    await announce(...messages);
    await emptied();
    const started = await Promise.all(
      messages.map(async ({ emailId }) => (await client.workflow.getHandle(sendEmailId(emailId)).describe()).type),
    );
    expect(new Set(started)).toEqual(new Set(['sendEmail']));
  });
});
