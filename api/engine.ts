import { Client, Connection, type ConnectionOptions, type WorkflowClientInterceptor } from '@temporalio/client';
import { defaultPayloadConverter, type Headers } from '@temporalio/common';
import { currentTraceparent } from '#telemetry/traces.ts';

const PING_TIMEOUT_MS = 2000;
/**
 * grpc-js waits forever for a peer that accepts connections but never responds, such as a proxy without an engine.
 */
const CONNECTING_TIMEOUT_MS = 20_000;
/** grpc.connectivityState.CONNECTING */
const CONNECTING = 1;
/** temporal.api.enums.v1.TaskQueueType: workflows, activities. */
const TASK_QUEUE_TYPES = [1, 2] as const;

/** With a key (Temporal Cloud), the connection uses TLS. */
type EngineSettings = { address: string; namespace: string; apiKey: string | null };

export type QueueBacklog = { tasks: number; oldestAgeS: number };

export type Engine = {
  client: Client;
  ping: () => Promise<void>;
  /** Reads how many of a queue's workflow and activity tasks are waiting for a worker, and for how long. */
  readBacklog: (queue: string) => Promise<QueueBacklog>;
  /** Counts the running workflows that match a visibility query. */
  countRunning: (query: string) => Promise<number>;
  close: () => Promise<void>;
};

/** Connects to the workflow engine lazily and reconnects after outages, so that the API can start without it. */
export function openEngine(
  { address, namespace, apiKey }: EngineSettings,
  connectingTimeoutMs = CONNECTING_TIMEOUT_MS,
): Engine {
  // Client retries are off: the dispatcher retries, and a retry timer outliving the connection would crash the
  // process.
  const { connection, close } = renewWhenStuck(
    () => WatchedConnection.lazy({ address, interceptors: [], ...(apiKey !== null && { apiKey, tls: true }) }),
    connectingTimeoutMs,
  );
  return {
    client: new Client({ connection, namespace, interceptors: { workflow: [sendTraceContext] } }),
    ping: async () => {
      await connection.withDeadline(Date.now() + PING_TIMEOUT_MS, () =>
        connection.workflowService.describeNamespace({ namespace }),
      );
    },
    readBacklog: (queue) =>
      connection.withDeadline(Date.now() + PING_TIMEOUT_MS, async () => {
        const parts = await Promise.all(
          TASK_QUEUE_TYPES.map((taskQueueType) =>
            connection.workflowService.describeTaskQueue({
              namespace,
              taskQueue: { name: queue },
              taskQueueType,
              reportStats: true,
            }),
          ),
        );
        const tasks = parts.map(({ stats }) => Number(stats?.approximateBacklogCount ?? 0));
        const agesS = parts.map(({ stats }) => Number(stats?.approximateBacklogAge?.seconds ?? 0));
        return { tasks: tasks.reduce((sum, count) => sum + count, 0), oldestAgeS: Math.max(...agesS) };
      }),
    countRunning: (query) =>
      connection.withDeadline(Date.now() + PING_TIMEOUT_MS, async () => {
        const answer = await connection.workflowService.countWorkflowExecutions({
          namespace,
          query: `(${query}) AND ExecutionStatus = "Running"`,
        });
        return Number(answer.count);
      }),
    close,
  };
}

class WatchedConnection extends Connection {
  static override lazy(options: ConnectionOptions = {}): WatchedConnection {
    return new WatchedConnection(WatchedConnection.createCtorOptions(options));
  }

  isConnecting(): boolean {
    const state: number = this.client.getChannel().getConnectivityState(false);
    return state === CONNECTING;
  }

  /** Unlike `close`, does not wait for calls in progress. */
  abandon(): void {
    this.client.close();
  }
}

/**
 * Replaces a connection that has been connecting for too long. Calls waiting for the old one fail; the dispatcher
 * retries its own.
 */
function renewWhenStuck(open: () => WatchedConnection, timeoutMs: number) {
  let current = open();
  let connectingSince: number | null = null;
  const look = setInterval(() => {
    connectingSince = current.isConnecting() ? (connectingSince ?? performance.now()) : null;
    if (connectingSince === null || performance.now() - connectingSince < timeoutMs) return;
    current.abandon();
    current = open();
    connectingSince = null;
  }, timeoutMs / 4);
  look.unref();
  return {
    connection: new Proxy(current, { get: (_first, name) => Reflect.get(current, name, current) }),
    close: async () => {
      clearInterval(look);
      await current.close();
    },
  };
}

/** Propagates the trace context to the workflow (telemetry/traces.ts, workflows/trace-context.ts). */
const sendTraceContext: WorkflowClientInterceptor = {
  start: (input, next) => next({ ...input, headers: withTraceparent(input.headers) }),
  signal: (input, next) => next({ ...input, headers: withTraceparent(input.headers) }),
  signalWithStart: (input, next) => next({ ...input, headers: withTraceparent(input.headers) }),
};

function withTraceparent(headers: Headers): Headers {
  const traceparent = currentTraceparent();
  return traceparent === null ? headers : { ...headers, traceparent: defaultPayloadConverter.toPayload(traceparent) };
}
