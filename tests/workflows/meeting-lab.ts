import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkflowHandle } from '@temporalio/client';
import type { DatabasePool } from 'slonik';
import * as z from 'zod';
import type { Attendee } from '#contract/meetings.ts';
import { sql } from '#db/sql.ts';
import { briefingJitterMs } from '#domain/briefing-schedule.ts';
import { createChatSender } from '#providers/chat/sender.ts';
import { createSesMail } from '#providers/mail/ses.ts';
import { createAnthropicModel } from '#providers/research/anthropic.ts';
import { createAnthropic } from '#sandbox/anthropic/anthropic.ts';
import { createMessages } from '#sandbox/messages/messages.ts';
import { createSes } from '#sandbox/ses/ses.ts';
import { startVendor } from '#sandbox/start-vendor.ts';
import { type SeededUser, seedMeeting, seedUser } from '#tests/support/builders.ts';
import { MODELS } from '#tests/support/research-models.ts';
import { connectEngine, createTestContext } from '#tests/support/worker.ts';
import {
  MEETING,
  meetingChangedSignal,
  meetingWorkflowId,
  QUEUES,
  type Queue,
  searchAttributes,
} from '#workflows/names.ts';

export type MeetingLab = Awaited<ReturnType<typeof openMeetingLab>>;

/** Opens a database, engine, model, mail and chat service, and starts a worker for the given queues. */
export async function openMeetingLab(queues: readonly Queue[] = ['core', 'research', 'email']) {
  const [anthropic, ses, messages, engine] = await Promise.all([
    startVendor((options) => createAnthropic({ ...options, latencyMs: [0, 0] })),
    startVendor(createSes),
    startVendor(createMessages),
    connectEngine(),
  ]);
  const model = createAnthropicModel({
    apiKey: 'sk-ant-sandbox',
    baseUrl: anthropic.url,
    models: MODELS,
    timeoutMs: 5_000,
  });
  const mail = createSesMail({
    accessKeyId: 'sandbox',
    secretAccessKey: 'sandbox',
    region: 'eu-west-1',
    baseUrl: ses.url,
    from: 'Foreword <briefings@foreword.test>',
    timeoutMs: 3_000,
  });
  const { context, metrics, close } = await createTestContext({
    model,
    mail,
    chat: createChatSender({ standInUrl: messages.url, timeoutMs: 2_000 }),
  });
  const worker = await engine.startWorker(context, queues);

  return {
    pool: context.pool,
    client: engine.client,
    engine,
    context,
    metrics,
    anthropic,
    ses,
    messages,
    control,
    outbox: (to: string) => ses.vendor.outbox(to),
    close: async () => {
      await worker.stop();
      await engine.close();
      await Promise.all([close(), anthropic.close(), ses.close(), messages.close()]);
    },
  };
}

/** Posts a fault, a mode or another setting to a vendor's control endpoint. */
export async function control({ url }: { url: string }, path: string, body: unknown): Promise<void> {
  const response = await fetch(`${url}/_control${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`/_control${path} answered ${response.status}: ${await response.text()}`);
}

export type PlannedMeeting = { user: SeededUser; meetingId: string; start: Date };

type MeetingOptions = {
  /** Seconds until the briefing is due; negative when overdue. The lead time defaults to one minute. */
  briefingInS?: number;
  /** Alternatively, seconds until the start. */
  startsInS?: number;
  attendees?: (Pick<Attendee, 'email'> & Partial<Attendee>)[];
  user?: SeededUser;
  leadMinutes?: number;
};

/** Seeds a meeting as a sync writes it, by default with one guest: research pending, briefing scheduled. */
export async function seedPlannedMeeting(pool: DatabasePool, options: MeetingOptions = {}): Promise<PlannedMeeting> {
  const { leadMinutes = 1 } = options;
  const user = options.user ?? (await seedUser(pool));
  await pool.query(sql.typeAlias('void')`
    update users set lead_minutes = ${leadMinutes}, timezone = 'Europe/Berlin' where id = ${user.id}
  `);
  const meetingId = await seedMeeting(pool, {
    userId: user.id,
    researchState: 'pending',
    attendees: options.attendees ?? [
      { email: 'leonie.hartmann@brightwater.test', name: 'Leonie Hartmann', responseStatus: 'accepted' },
    ],
  });
  const leadMs = leadMinutes * 60_000 + briefingJitterMs(meetingId, leadMinutes);
  const untilStartMs =
    options.startsInS === undefined ? leadMs + (options.briefingInS ?? 5) * 1000 : options.startsInS * 1000;
  const start = new Date(Date.now() + untilStartMs);
  await moveMeeting(pool, meetingId, start, 'scheduled');
  return { user, meetingId, start };
}

/** Writes what a sync writes for a moved event, except the version. */
export async function moveMeeting(
  pool: DatabasePool,
  meetingId: string,
  start: Date,
  briefingState?: 'scheduled',
): Promise<void> {
  await pool.query(sql.typeAlias('void')`
    update meetings
    set start_time = ${sql.timestamp(start)}, end_time = ${sql.timestamp(new Date(start.getTime() + 1_800_000))},
        briefing_state = ${briefingState ?? sql.fragment`briefing_state`}
    where id = ${meetingId}
  `);
}

/** Returns the start time that makes the briefing due in that many seconds, with a lead time of one minute. */
export function startWithBriefingIn(meetingId: string, seconds: number): Date {
  return new Date(Date.now() + 60_000 + briefingJitterMs(meetingId, 1) + seconds * 1000);
}

export async function startMeeting(
  { client }: Pick<MeetingLab, 'client'>,
  { user, meetingId }: PlannedMeeting,
  version = 1,
): Promise<WorkflowHandle> {
  return await client.workflow.signalWithStart(MEETING, {
    workflowId: meetingWorkflowId(meetingId),
    taskQueue: QUEUES.core,
    args: [{ userId: user.id, meetingId }],
    signal: meetingChangedSignal,
    signalArgs: [{ version }],
    typedSearchAttributes: [
      { key: searchAttributes.userId, value: user.id },
      { key: searchAttributes.meetingId, value: meetingId },
    ],
  });
}

/** Bumps the row's version, then signals the workflow, as the sync and the API do. */
export async function announceChange(lab: MeetingLab, meetingId: string): Promise<void> {
  const { version } = await lab.pool.one(sql.type(z.object({ version: z.number() }))`
    update meetings set version = version + 1 where id = ${meetingId} returning version
  `);
  await lab.client.workflow.getHandle(meetingWorkflowId(meetingId)).signal(meetingChangedSignal, { version });
}

const meetingState = z.object({
  researchState: z.string(),
  researchError: z.string().nullable(),
  briefingState: z.string(),
  briefingReason: z.string().nullable(),
  briefingDueAt: z.date().nullable(),
  briefingSentAt: z.date().nullable(),
  results: z.number(),
  usage: z.string().nullable(),
});
export type MeetingState = z.infer<typeof meetingState>;

export async function readMeeting({ pool }: Pick<MeetingLab, 'pool'>, meetingId: string): Promise<MeetingState> {
  return await pool.one(sql.type(meetingState)`
    select research_state as "researchState", research_error as "researchError", briefing_state as "briefingState",
      briefing_reason as "briefingReason", briefing_due_at as "briefingDueAt", briefing_sent_at as "briefingSentAt",
      (select count(*) from research_results r where r.meeting_id = m.id) as "results",
      (select string_agg(state, ',') from usage_entries u where u.reference like m.id || ':%') as "usage"
    from meetings m where id = ${meetingId}
  `);
}

/** Waits for the expected value and returns it; the timeout error includes the last one seen. */
export async function eventually<T>(
  read: () => T | Promise<T>,
  isRight: (value: T) => boolean,
  timeoutMs = 30_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const value = await read();
    if (isRight(value)) return value;
    if (Date.now() > deadline) throw new Error(`not within ${timeoutMs} ms; last seen: ${JSON.stringify(value)}`);
    await sleep(100);
  }
}

const metadata = z.object({
  currentDetails: z.string().default(''),
  definition: z.object({
    updateDefinitions: z.array(z.object({ name: z.string(), description: z.string().nullish() })).default([]),
  }),
});

/** Returns what the Web UI shows for a workflow: markdown for the operator and the available updates. */
export async function readMetadata(handle: WorkflowHandle): Promise<z.infer<typeof metadata>> {
  return metadata.parse(await handle.query('__temporal_workflow_metadata'));
}

/** Returns the whole history as text, with decoded payloads. */
export async function readHistoryText(handle: WorkflowHandle): Promise<string> {
  const { events } = await handle.fetchHistory();
  const payloads: string[] = [];
  const json = JSON.stringify(events, (name, value: unknown) => {
    if (name === 'data' && typeof value === 'string') payloads.push(Buffer.from(value, 'base64').toString('utf8'));
    return value;
  });
  return [json, ...payloads].join('\n');
}

/** Counts the running workflows that match a list filter; the engine's list lags a little. */
export async function countWorkflows({ client }: MeetingLab, query: string): Promise<number> {
  const { count } = await client.workflow.count(`(${query}) AND ExecutionStatus = "Running"`);
  return count;
}
