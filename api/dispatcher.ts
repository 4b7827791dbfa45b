import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, isGrpcServiceError } from '@temporalio/client';
import { Client as PostgresClient } from 'pg';
import type { DatabasePool } from 'slonik';
import {
  deferOutboxRows,
  deleteOutboxRows,
  listDueOutboxRows,
  type OutboxMessage,
  type OutboxRow,
  tryLockOutbox,
  UNREADABLE,
} from '#db/queries/outbox.ts';
import type { Logger } from '#telemetry/logger.ts';
import { inSpan, traceContextFrom } from '#telemetry/traces.ts';
import { deliverMessage, workflowIdOf } from './deliver-message.ts';

const BATCH = 50;
/** Batch size after a batch without a readable message, since one statement defers a whole batch. */
const UNREADABLE_BATCH = 500;
const SWEEP_MS = 2000;
const DELIVERY_TIMEOUT_MS = 5000;
const RECONNECT_MS = 1000;

export type Dispatcher = {
  /** Stops after the current batch. */
  stop: () => Promise<void>;
};

/**
 * Delivers outbox rows to the workflow engine: immediately when Postgres sends a notification, and in a regular sweep
 * for missed notifications and deferred rows. Keeps trying while the engine or Postgres is down; a row is deleted only
 * in the transaction that delivered it, so no row is lost.
 */
export function startDispatcher(options: {
  pool: DatabasePool;
  databaseUrl: string;
  client: Client;
  logger: Logger;
}): Dispatcher {
  const { pool, client, logger } = options;
  const stopping = new AbortController();
  const bell = createBell();
  const listening = listen(options, stopping.signal, bell.ring);

  const run = async () => {
    let isFailing = false;
    while (!stopping.signal.aborted) {
      try {
        const failure = await drain(pool, client, stopping.signal);
        // Logs when an outage starts and ends, not every attempt.
        if (failure && !isFailing)
          logger.warn({ err: failure }, 'the workflow engine is unavailable; messages are waiting');
        if (!failure && isFailing) logger.info('the workflow engine is available again');
        isFailing = failure !== null;
      } catch (error) {
        logger.error({ err: error }, 'the outbox could not be read');
      }
      await bell.wait(SWEEP_MS);
    }
  };
  const running = run();

  return {
    stop: async () => {
      stopping.abort();
      bell.ring();
      await Promise.all([running, listening]);
    },
  };
}

/** Delivers everything due. Returns the error of a row that could not be delivered; null if all were. */
async function drain(pool: DatabasePool, client: Client, signal: AbortSignal): Promise<unknown> {
  let failure: unknown = null;
  let limit = BATCH;
  let isMore = true;
  while (isMore && !signal.aborted) {
    const batch = await pool.transaction(async (transaction) => {
      if (!(await tryLockOutbox(transaction))) return null;
      const rows = await listDueOutboxRows(transaction, limit);
      const outcomes = await deliverAll(client, rows.filter(isReadable));
      await deleteOutboxRows(
        transaction,
        outcomes.filter(({ error }) => error === null).map(({ row }) => row.id),
      );
      const failed = outcomes.filter(({ error }) => error !== null);
      const unreadable = rows.filter((row) => !isReadable(row));
      await deferOutboxRows(transaction, [
        ...unreadable.map(({ id }) => ({ id, error: UNREADABLE })),
        ...failed.map(({ row, error }) => ({ id: row.id, error: describe(error) })),
      ]);
      return { rows: rows.length, unreadable: unreadable.length, failure: failed[0]?.error ?? null };
    });
    failure = batch?.failure ?? failure;
    isMore = batch !== null && batch.rows >= limit;
    limit = batch?.rows === batch?.unreadable ? UNREADABLE_BATCH : BATCH;
  }
  return failure;
}

/** Returns whether this build can read the row. If not, the row waits for another build without blocking the rest. */
function isReadable(row: { message: OutboxMessage | null }): row is OutboxRow {
  return row.message !== null;
}

type Outcome = { row: OutboxRow; error: unknown };

/**
 * Delivers to different workflows concurrently, and each workflow's messages in order: after a failure, its other
 * messages wait too. Of consecutive messages that differ only in version, only the last is sent, since the changes
 * they announce are all committed.
 */
async function deliverAll(client: Client, rows: readonly OutboxRow[]): Promise<Outcome[]> {
  const byWorkflow = Map.groupBy(rows, ({ message }) => workflowIdOf(message));
  const deadline = Date.now() + DELIVERY_TIMEOUT_MS;
  const outcomes = await Promise.all(
    [...byWorkflow.values()].map(async (messages) => {
      const results: Outcome[] = [];
      let failure: unknown = null;
      let passed: OutboxRow[] = [];
      for (const [index, row] of messages.entries()) {
        passed.push(row);
        const next = messages[index + 1];
        if (next && textOf(next) === textOf(row)) continue;
        failure ??= await deliver(client, row, deadline);
        results.push(...passed.map((each) => ({ row: each, error: failure })));
        passed = [];
      }
      return results;
    }),
  );
  return outcomes.flat();
}

const textOf = ({ message }: OutboxRow) => JSON.stringify({ ...message, version: undefined });

/** Returns the error; null once the engine has the message. */
async function deliver(client: Client, row: OutboxRow, deadline: number): Promise<unknown> {
  try {
    const step = { name: `deliver ${row.message.workflow}`, kind: 'PRODUCER' } as const;
    await inSpan(traceContextFrom(row.traceparent), step, () =>
      client.withDeadline(deadline, () => deliverMessage(client, row.message)),
    );
    return null;
  } catch (error) {
    return error;
  }
}

/** Returns the description of a failure to store in its outbox row: the kind of error, never its content. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const cause = isGrpcServiceError(error) ? error : error.cause;
  return isGrpcServiceError(cause) ? `${error.name} (gRPC ${cause.code})` : error.name;
}

/** Listens for notifications of new rows until the signal aborts. Reconnects when the connection breaks. */
async function listen(
  { databaseUrl, logger }: { databaseUrl: string; logger: Logger },
  signal: AbortSignal,
  ring: () => void,
): Promise<void> {
  while (!signal.aborted) {
    const client = new PostgresClient({ connectionString: databaseUrl, keepAlive: true });
    const ended = Promise.withResolvers<void>();
    const end = () => ended.resolve();
    client.on('notification', ring).on('error', end).on('end', end);
    signal.addEventListener('abort', end);
    try {
      await client.connect();
      await client.query('listen outbox');
      ring();
      await ended.promise;
    } catch (error) {
      logger.debug({ err: error }, 'the outbox listener could not connect; relying on the sweep');
    } finally {
      signal.removeEventListener('abort', end);
      // The connection may already be broken.
      await client.end().catch(() => undefined);
    }
    // Ends early when stopping.
    await sleep(RECONNECT_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Creates a bell: `wait` ends after `ms` or on `ring`. A ring while no one waits ends the next wait immediately. */
function createBell() {
  let isRung = false;
  let wake = () => {};
  return {
    ring: () => {
      isRung = true;
      wake();
    },
    wait: async (ms: number) => {
      if (!isRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      isRung = false;
    },
  };
}
