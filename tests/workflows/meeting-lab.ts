import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Client, isGrpcDeadlineError, type WorkflowHandle, WorkflowNotFoundError } from '@temporalio/client';
import { optionalTsToMs } from '@temporalio/common/lib/time.js';
import type { DatabasePool } from 'slonik';
import { expect } from 'vitest';
import * as z from 'zod';
import type { Attendee } from '#contract/meetings.ts';
import { sql } from '#db/sql.ts';
import { briefingJitterMs } from '#domain/briefing-schedule.ts';
import { createChatSender } from '#providers/chat/sender.ts';
import { createMessages } from '#sandbox/messages/messages.ts';
import { createSes, type SesVendor } from '#sandbox/ses/ses.ts';
import { startVendor } from '#sandbox/start-vendor.ts';
import { type SeededUser, seedMeeting, seedUser } from '#tests/support/builders.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { PATIENCE_MS } from '#tests/support/patience.ts';
import { createSandboxMail, startAnthropic } from '#tests/support/vendor-adapters.ts';
import { connectEngine, createTestContext } from '#tests/support/worker.ts';
import {
  MEETING,
  type MeetingStatus,
  meetingChangedSignal,
  meetingStatusQuery,
  meetingWorkflowId,
  QUEUES,
  type Queue,
  searchAttributes,
} from '#workflows/names.ts';
import { createLabModel } from './lab-model.ts';

/** Just under the engine's time limit for a message, since answers stall together with this process. */
const CHAT_TIMEOUT_MS = 25_000;

/**
 * Opens a database, engine, model, mail and chat service for a test file, and starts a worker for the given queues.
 * Call it at the top of the file.
 */
export async function openMeetingLab(queues: readonly Queue[] = ['core', 'research', 'email']) {
  const [anthropic, ses, messages] = await Promise.all([
    forThisFile(startAnthropic()),
    forThisFile(startVendor(createSes)),
    forThisFile(startVendor(createMessages)),
  ]);
  const { model, hold, hang, failSecondAnswer } = createLabModel(anthropic);
  const { context, metrics } = await forThisFile(
    createTestContext({
      model,
      mail: createSandboxMail(ses),
      chat: createChatSender({ standInUrl: messages.url, timeoutMs: CHAT_TIMEOUT_MS }),
    }),
  );
  const engine = await forThisFile(connectEngine());
  await engine.startWorker(context, queues);
  const { pool, encryption } = context;
  const { client } = engine;
  const outbox = (to: string) => ses.vendor.outbox(to);
  const countRunning = async (query: string) =>
    (await client.workflow.count(`(${query}) AND ExecutionStatus = "Running"`)).count;

  return {
    pool,
    encryption,
    client,
    engine,
    context,
    metrics,
    anthropic,
    ses,
    messages,
    control,
    outbox,
    holdModel: hold,
    hangModel: hang,
    failSecondAnswer,
    ...meetingsIn({ pool, client, outbox }),
    /** Counts the running workflows that match a list filter; the engine's list lags a little. */
    countRunning,
    untilRunning: (query: string, expected: number, timeoutMs?: number) =>
      eventually(
        () => countRunning(query),
        (count) => count === expected,
        timeoutMs,
      ),
  };
}

type Place = { pool: DatabasePool; client: Client; outbox: (to: string) => ReturnType<SesVendor['outbox']> };

/** Returns functions that seed meetings in a database and start their workflows. */
export function meetingsIn(place: Place) {
  const seed = async (options?: MeetingOptions) => follow(place, await seedPlannedMeeting(place.pool, options));
  return {
    /** Seeds a meeting without starting its workflow. */
    seed,
    /** Seeds a meeting and starts its workflow. */
    start: async (options?: MeetingOptions) => {
      const meeting = await seed(options);
      await meeting.startWorkflow();
      return meeting;
    },
  };
}

export type TestMeeting = ReturnType<typeof follow>;

/** Returns functions that read, change and await a meeting. Disposing it terminates its workflow. */
function follow({ pool, client, outbox }: Place, planned: PlannedMeeting) {
  const { user, meetingId, leadMinutes } = planned;
  const handle = client.workflow.getHandle(meetingWorkflowId(meetingId));
  const read = () => readMeeting({ pool }, meetingId);
  const until = (expected: Partial<MeetingState>, timeoutMs?: number) =>
    eventually(read, (state) => isDeepStrictEqual({ ...state, ...expected }, state), timeoutMs);
  const mails = () => outbox(user.email);
  /** Updates the meeting's row as a sync does, but not its version. */
  const set = async (values: ReturnType<typeof sql.fragment>) => {
    await pool.query(sql.typeAlias('void')`update meetings set ${values} where id = ${meetingId}`);
  };
  /** Moves the meeting so that its briefing is due in that many seconds. */
  const moveBriefingTo = (inS: number) =>
    moveMeeting(pool, meetingId, new Date(Date.now() + fullLeadMs(meetingId, leadMinutes) + inS * 1000));
  /** Bumps the row's version, then signals the workflow, as the sync and the API do. */
  const announce = async () => {
    const { version } = await pool.one(sql.type(z.object({ version: z.number() }))`
      update meetings set version = version + 1 where id = ${meetingId} returning version
    `);
    await handle.signal(meetingChangedSignal, { version });
  };
  return {
    ...planned,
    /** Handle of the latest run of the meeting's workflow. */
    handle,
    startWorkflow: (version?: number) => startMeeting({ client }, planned, version),
    read,
    /** Waits until the meeting's row has these values and returns the row. */
    until,
    researched: (results = 1) => until({ results, researchState: 'completed' }),
    briefed: () => until({ briefingState: 'sent' }),
    /** Waits until the workflow reports this state. */
    reaches: (state: MeetingStatus['state']) =>
      eventually(
        () => handle.query(meetingStatusQuery),
        (status) => status.state === state,
      ),
    /** Waits until the workflow has handled all its messages, runs no step and is only waiting. */
    settled: () => eventually(async () => isIdle((await handle.fetchHistory()).events ?? []), Boolean),
    /** Returns the emails to the user, latest first. */
    mails,
    /** Waits for this many emails to the user and returns them. */
    mailed: (count: number) => eventually(mails, ({ length }) => length === count),
    /** Waits for an email to the user, expects it to be the only one and returns it. */
    onlyMail: async (timeoutMs?: number) => {
      const [mail, ...others] = await eventually(mails, ({ length }) => length > 0, timeoutMs);
      expect(others).toEqual([]);
      return mail;
    },
    /** Returns the details that the Web UI shows an operator. */
    details: async () => (await readMetadata(handle)).currentDetails,
    set,
    setUser: async (values: ReturnType<typeof sql.fragment>) => {
      await pool.query(sql.typeAlias('void')`update users set ${values} where id = ${user.id}`);
    },
    move: (start: Date) => moveMeeting(pool, meetingId, start),
    /** Moves the meeting to this long after its first start. */
    moveBy: (ms: number) => moveMeeting(pool, meetingId, new Date(planned.start.getTime() + ms)),
    moveBriefingTo,
    announce,
    /** Makes the briefing due in so many seconds and announces it, so that a test doesn't race the clock. */
    becomesDue: async (inS = 1) => {
      await moveBriefingTo(inS);
      await announce();
    },
    change: async (values: ReturnType<typeof sql.fragment>) => {
      await set(values);
      await announce();
    },
    [Symbol.asyncDispose]: async () => {
      await handle.terminate().catch((error: unknown) => {
        // The workflow has ended or was never started.
        if (!(error instanceof WorkflowNotFoundError)) throw error;
      });
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
  if (!response.ok) throw new Error(`/_control${path} returned ${response.status}: ${await response.text()}`);
}

export type PlannedMeeting = { user: SeededUser; meetingId: string; start: Date; leadMinutes: number };

/** A meeting found within its lead time: its briefing is due as soon as research ends. */
export const DUE = { startsInS: 900, leadMinutes: 120 };

type MeetingOptions = {
  /** Seconds until the briefing is due; negative when overdue. The lead time defaults to one minute. */
  briefingInS?: number;
  /** Alternatively, seconds until the start. */
  startsInS?: number;
  attendees?: readonly (Pick<Attendee, 'email'> & Partial<Attendee>)[];
  user?: SeededUser;
  leadMinutes?: number;
};

/** Returns a guest who accepted the invitation. */
export const acceptedBy = (email: string, name: string) => ({ email, name, responseStatus: 'accepted' as const });

export const LEONIE = acceptedBy('leonie.hartmann@brightwater.test', 'Leonie Hartmann');

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
    attendees: [...(options.attendees ?? [LEONIE])],
  });
  const untilStartMs =
    options.startsInS === undefined
      ? fullLeadMs(meetingId, leadMinutes) + (options.briefingInS ?? 5) * 1000
      : options.startsInS * 1000;
  const start = new Date(Date.now() + untilStartMs);
  await pool.query(sql.typeAlias('void')`update meetings set briefing_state = 'scheduled' where id = ${meetingId}`);
  await moveMeeting(pool, meetingId, start);
  return { user, meetingId, start, leadMinutes };
}

/** Returns how long before its meeting a briefing is sent. */
const fullLeadMs = (meetingId: string, leadMinutes: number) =>
  leadMinutes * 60_000 + briefingJitterMs(meetingId, leadMinutes);

/** Moves a meeting's start and end as a sync would; leaves its version, hash and briefing time unchanged. */
export async function moveMeeting(pool: DatabasePool, meetingId: string, start: Date): Promise<void> {
  await pool.query(sql.typeAlias('void')`
    update meetings
    set start_time = ${sql.timestamp(start)}, end_time = ${sql.timestamp(new Date(start.getTime() + 1_800_000))}
    where id = ${meetingId}
  `);
}

export async function startMeeting(
  { client }: { client: Client },
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

export async function readMeeting({ pool }: { pool: DatabasePool }, meetingId: string): Promise<MeetingState> {
  return await pool.one(sql.type(meetingState)`
    select research_state as "researchState", research_error as "researchError", briefing_state as "briefingState",
      briefing_reason as "briefingReason", briefing_due_at as "briefingDueAt", briefing_sent_at as "briefingSentAt",
      (select count(*) from research_results r where r.meeting_id = m.id) as "results",
      (select string_agg(state, ',' order by created_at) from usage_entries u where u.reference like m.id || ':%') as "usage"
    from meetings m where id = ${meetingId}
  `);
}

/** Waits for the expected value and returns it; the timeout error includes the last one seen. */
export async function eventually<T>(
  read: () => T | Promise<T>,
  isRight: (value: T) => boolean,
  timeoutMs = PATIENCE_MS,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  let last: unknown;
  for (;;) {
    try {
      const value = await read();
      if (isRight(value)) return value;
      last = value;
    } catch (error) {
      // The engine gave up on a worker that did not answer, which is in this process and may have stalled.
      if (!isGrpcDeadlineError(error)) throw error;
      last = error.message;
    }
    if (Date.now() > deadline) throw new Error(`not within ${timeoutMs} ms; last seen: ${JSON.stringify(last)}`);
    await sleep(100);
  }
}

export type HistoryEvents = NonNullable<Awaited<ReturnType<WorkflowHandle['fetchHistory']>>['events']>;

/** Returns a workflow's history without workflow tasks that timed out, as they do if this process stalls. */
export async function listEvents(handle: WorkflowHandle): Promise<HistoryEvents> {
  const events = (await handle.fetchHistory()).events ?? [];
  const lost = new Set(
    events.flatMap(({ eventId, workflowTaskTimedOutEventAttributes: task }) =>
      task ? [eventId, task.scheduledEventId, task.startedEventId].map(String) : [],
    ),
  );
  return events.filter(({ eventId }) => !lost.has(String(eventId)));
}

/**
 * Returns when the workflow wrote an event of its history, in epoch milliseconds by its own clock, which shows the start
 * of the workflow task. On a stalled machine, the event itself is recorded later.
 */
export function workflowTimeOf(events: HistoryEvents, at: number): number {
  const task = events.slice(0, at).findLast((event) => event.workflowTaskStartedEventAttributes);
  return optionalTsToMs(task?.eventTime) ?? Number.NaN;
}

/** Returns whether no step is open. A message and the task that handles it are written together, so none is missed. */
function isIdle(events: HistoryEvents): boolean {
  const task = events.findLast(
    (event) =>
      event.workflowTaskScheduledEventAttributes ??
      event.workflowTaskStartedEventAttributes ??
      event.workflowTaskCompletedEventAttributes ??
      event.workflowTaskFailedEventAttributes ??
      event.workflowTaskTimedOutEventAttributes,
  );
  const begun = events.filter((event) => event.activityTaskScheduledEventAttributes);
  const ended = events.filter(
    (event) =>
      event.activityTaskCompletedEventAttributes ??
      event.activityTaskFailedEventAttributes ??
      event.activityTaskTimedOutEventAttributes ??
      event.activityTaskCanceledEventAttributes,
  );
  return Boolean(task?.workflowTaskCompletedEventAttributes) && begun.length === ended.length;
}

/** Returns why the workflow's activities were attempted again: the last failure of each. */
export async function readFailures(handle: WorkflowHandle) {
  const { events } = await handle.fetchHistory();
  return (events ?? []).flatMap(({ activityTaskStartedEventAttributes: task }) => task?.lastFailure ?? []);
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

/** Returns which of the strings a history contains. @throws if the id is missing, as it is then the wrong history */
export async function findInHistory(
  handle: WorkflowHandle,
  { id, texts }: { id: string; texts: readonly string[] },
): Promise<string[]> {
  const history = await readHistoryText(handle);
  if (!history.includes(id)) throw new Error(`the history does not contain ${id}`);
  return texts.filter((text) => history.includes(text));
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
