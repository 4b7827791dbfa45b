import * as z from 'zod';
import { provider } from '#contract/http.ts';
import { type Connection, sql, type Transaction } from '#db/sql.ts';
import { currentTraceparent } from '#telemetry/traces.ts';

/**
 * Messages for the workflow engine, with ids and versions only. All start their workflow if it is not running, except
 * for the signals `pause`, `resume` and `stop`.
 */
export const outboxMessage = z.discriminatedUnion('workflow', [
  z.object({
    workflow: z.literal('calendar-sync'),
    userId: z.uuid(),
    provider,
    signal: z.enum(['sync', 'pause', 'resume', 'stop']),
  }),
  z.object({ workflow: z.literal('meeting'), userId: z.uuid(), meetingId: z.uuid(), version: z.number().int() }),
  z.object({ workflow: z.literal('subscription'), userId: z.uuid() }),
  z.object({ workflow: z.literal('send-email'), emailId: z.uuid() }),
  // `userId` is missing if an earlier build wrote the message.
  z.object({ workflow: z.literal('deliver-webhook'), deliveryId: z.uuid(), userId: z.uuid().optional() }),
  z.object({ workflow: z.literal('channel-message'), messageId: z.uuid(), userId: z.uuid() }),
  z.object({ workflow: z.literal('objection'), objectionId: z.uuid() }),
  z.object({ workflow: z.literal('offering'), userId: z.uuid(), suggestionId: z.uuid() }),
  z.object({ workflow: z.literal('account-deletion'), userId: z.uuid(), noticeId: z.uuid() }),
]);
export type OutboxMessage = z.infer<typeof outboxMessage>;

const outboxRow = z.object({
  id: z.uuid(),
  /** Null if this build cannot read it: a newer build, since rolled back, wrote it, or it is corrupt. */
  message: z.unknown().transform((message) => outboxMessage.safeParse(message).data ?? null),
  attempts: z.number(),
  /** Trace context of the request or activity that wrote it. */
  traceparent: z.string().nullable(),
});
type ListedOutboxRow = z.infer<typeof outboxRow>;
export type OutboxRow = ListedOutboxRow & { message: OutboxMessage };

/** Queues messages. Call it in the transaction of the change they announce. */
export async function insertOutboxMessages(transaction: Transaction, messages: readonly OutboxMessage[]) {
  if (messages.length === 0) return;
  await transaction.query(sql.typeAlias('void')`
    insert into outbox (message, traceparent)
    select message, ${currentTraceparent()} from jsonb_array_elements(${sql.jsonb([...messages])}) as message
  `);
}

/** Notifies the workflows of the user's meetings of their new versions. */
export async function insertMeetingMessages(
  transaction: Transaction,
  userId: string,
  meetings: readonly { meetingId: string; version: number }[],
) {
  const messages = meetings.map(
    ({ meetingId, version }) => ({ workflow: 'meeting', userId, meetingId, version }) as const,
  );
  await insertOutboxMessages(transaction, messages);
}

/**
 * Makes this transaction the only dispatcher, so that two processes cannot send a workflow's messages out of order.
 * Returns false if there is another.
 */
export async function tryLockOutbox(transaction: Transaction) {
  return await transaction.oneFirst(sql.type(z.object({ locked: z.boolean() }))`
    select pg_try_advisory_xact_lock(hashtext('foreword.outbox')) as locked
  `);
}

const urgentFirst = sql.fragment`message ->> 'workflow' = 'deliver-webhook', id`;

/**
 * Returns and locks the oldest due rows, and all others for their workflows. A workflow with a deferred row waits: a
 * `stop` must not arrive after the `sync` that follows it. Webhooks come last: their number is out of our control, and
 * emails and meetings matter more.
 */
export async function listDueOutboxRows(transaction: Transaction, limit: number) {
  // The table is empty most of the time, so its statistics are often wrong. Whatever they say, Postgres finds `max` by
  // index, and compares the listed workflows by hash or index; joins have compared each message with thousands of others.
  const workflows = await transaction.anyFirst(sql.type(z.object({ workflow: z.string() }))`
    select workflow::text from outbox
    where next_attempt_at <= now()
      and (select max(next_attempt_at) from outbox as other where other.workflow = outbox.workflow) <= now()
    order by ${urgentFirst} limit ${limit}
  `);
  return await transaction.any(sql.type(outboxRow)`
    select id, message, attempts, traceparent from outbox
    where workflow = any(${sql.array([...workflows], 'jsonb')})
    order by ${urgentFirst}
    for update skip locked
  `);
}

export async function deleteOutboxRows(transaction: Transaction, ids: readonly string[]) {
  await transaction.query(sql.typeAlias('void')`delete from outbox where id = any(${sql.array([...ids], 'uuid')})`);
}

/** Error of a row whose message this build cannot read. */
export const UNREADABLE = 'unreadable';

/**
 * Defers rows after a failed attempt: 1, 2, 4, then 8 s. Never longer, so that everything waiting is sent within a
 * minute after an outage. Unreadable rows wait for 30 s, or thousands of them would be tried again and again ahead of
 * the readable ones behind them.
 */
export async function deferOutboxRows(transaction: Transaction, failures: readonly { id: string; error: string }[]) {
  const rows = failures.map(({ id, error }) => [id, error]);
  await transaction.query(sql.typeAlias('void')`
    update outbox
    set attempts = attempts + 1, last_error = failure.error,
        next_attempt_at = now() + interval '1 second' *
          case failure.error when ${UNREADABLE} then 30 else power(2, least(attempts, 3)) end
    from ${sql.unnest(rows, ['uuid', 'text'])} as failure (id, error)
    where outbox.id = failure.id
  `);
}

const outboxBacklog = z.object({ messages: z.number(), oldestAgeS: z.number(), unreadable: z.number() });

/**
 * Returns how many messages are waiting and the oldest one's age in seconds, 0 if none. Counts unreadable ones
 * separately.
 */
export async function getOutboxBacklog(connection: Connection) {
  return await connection.one(sql.type(outboxBacklog)`
    select count(*) filter (where last_error is distinct from ${UNREADABLE}) as messages,
      coalesce(extract(epoch from now() - min(created_at) filter (where last_error is distinct from ${UNREADABLE})), 0)::float8
        as "oldestAgeS",
      count(*) filter (where last_error = ${UNREADABLE}) as unreadable
    from outbox
  `);
}
