import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@temporalio/client';
import { NativeConnection, Runtime } from '@temporalio/worker';
import { RestoredError, requireReplayed, watchForRestore } from '#db/journal.ts';
import { logCrashes } from '#telemetry/log-crashes.ts';
import { createLogger, type Logger } from '#telemetry/logger.ts';
import { createMetrics } from '#telemetry/metrics.ts';
import { startTracing } from '#telemetry/traces.ts';
import { findWorkflowBundle } from './bundle.ts';
import { readConfig, type WorkerConfig } from './config.ts';
import type { WorkerContext } from './context.ts';
import { createContext } from './create-context.ts';
import { createWorkers } from './create-workers.ts';
import { becomeCurrentIfFirst } from './deployment.ts';
import { createWorkerMeters } from './metrics.ts';
import { runTogether } from './run-together.ts';
import { ensureSchedules } from './schedules.ts';
import { serveStatus } from './status-server.ts';
import { toTemporalLogger } from './temporal-logger.ts';

const MAX_RETRY_DELAY_MS = 10_000;
const PING_TIMEOUT_MS = 2000;
const WATCH_MS = 5_000;

/**
 * Runs until told to stop. Retries while the database or the engine is down, or a restored database lacks journal
 * entries.
 */
async function main(): Promise<void> {
  const config = readConfig();
  const logger = createLogger({ service: 'worker', level: config.LOG_LEVEL });
  logCrashes(logger);
  const shutdown = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => shutdown.abort());
  Runtime.install({
    // The SDK's life-cycle messages go to debug, as the worker logs its own.
    logger: toTemporalLogger(logger, 'debug'),
    telemetryOptions: { logging: { forward: {}, filter: { core: 'WARN', other: 'WARN' } } },
    // Signals are handled above, which also covers the time before connecting.
    shutdownSignals: [],
  });

  const { NODE_ENV, STATE_DIR: stateDir } = config;
  const workflowBundle = await findWorkflowBundle({ isProduction: NODE_ENV === 'production', stateDir, logger });
  const stopTracing = startTracing({ service: 'worker', endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT });
  const metrics = createMetrics({ service: 'worker', logger });
  const meters = createWorkerMeters(metrics.meter);
  const status: Status = { isReady: unready };
  const stopStatus = await serveStatus({
    host: config.WORKER_HOST,
    port: config.WORKER_PORT,
    token: config.METRICS_TOKEN,
    isProduction: NODE_ENV === 'production',
    metrics,
    isReady: async () => await status.isReady(),
  });
  await persist(logger, shutdown.signal, async () => {
    const context = await createContext(config, logger, meters);
    try {
      const work = async (signal: AbortSignal) => await serve(config, { context, workflowBundle, status }, signal);
      if (config.JOURNAL_DIR === null) await work(shutdown.signal);
      else {
        await requireReplayed(context.pool, config.JOURNAL_DIR);
        await untilRestored(context, shutdown.signal, work);
      }
    } finally {
      status.isReady = unready;
      await context.pool.end();
    }
  });
  await Promise.all([stopStatus(), stopTracing(), metrics.close()]);
  logger.info('worker stopped');
}

/** Restarts after each failure, at most 10 s later, until told to stop. */
async function persist(logger: Logger, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  for (let delayMs = 500; !signal.aborted; delayMs = Math.min(MAX_RETRY_DELAY_MS, delayMs * 2)) {
    try {
      await work();
    } catch (error) {
      if (signal.aborted) throw error;
      logger.warn({ err: error, delayMs }, 'the worker failed (is the engine or the database down?); restarting');
      await sleep(delayMs, undefined, { signal }).catch(ignoreAbort);
    }
  }
}

/** Stops the work if the database is restored to an earlier time, then throws. `persist` waits for the replay. */
async function untilRestored(
  { pool, logger }: WorkerContext,
  shutdown: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const restored = new AbortController();
  const requireSameDatabase = watchForRestore(pool);
  await requireSameDatabase();
  const watch = async () => {
    try {
      await requireSameDatabase();
    } catch (error) {
      if (error instanceof RestoredError) restored.abort(error);
      else logger.debug({ err: error }, 'could not check whether the database was restored');
    }
  };
  const timer = setInterval(() => void watch(), WATCH_MS);
  try {
    await work(AbortSignal.any([shutdown, restored.signal]));
  } finally {
    clearInterval(timer);
  }
  restored.signal.throwIfAborted();
}

type Status = { isReady: () => Promise<boolean> };

const unready: Status['isReady'] = async () => false;

/** Returns whether the engine responds. Without it, a worker keeps polling but does no work. */
async function answers(connection: NativeConnection, namespace: string): Promise<boolean> {
  try {
    await connection.withDeadline(Date.now() + PING_TIMEOUT_MS, () =>
      connection.workflowService.describeNamespace({ namespace }),
    );
    return true;
  } catch {
    return false; // the SDK logs why it cannot poll
  }
}

async function serve(
  config: WorkerConfig,
  parts: { context: WorkerContext; workflowBundle: { codePath: string }; status: Status },
  signal: AbortSignal,
): Promise<void> {
  const { TEMPORAL_NAMESPACE: namespace, WORKER_QUEUES: queues, WORKER_SHUTDOWN_GRACE_S: shutdownGraceS } = config;
  const { TEMPORAL_ADDRESS: address, TEMPORAL_API_KEY: apiKey, WORKER_BUILD_ID: buildId } = config;
  const connection = await NativeConnection.connect({ address, ...(apiKey !== null && { apiKey, tls: true }) });
  try {
    const client = new Client({ connection, namespace });
    if (queues.includes('core')) await ensureSchedules(client);
    const workers = await createWorkers({ ...parts, connection, namespace, queues, shutdownGraceS, buildId });
    const stop = () => {
      for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
    };
    const runs = workers.map((worker) => worker.run());
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    if (buildId !== null) runs.push(becomeCurrentIfFirst(client, buildId));
    parts.status.isReady = () => answers(connection, namespace);
    parts.context.logger.info({ queues, buildId }, 'worker ready');
    await runTogether(runs, stop);
  } finally {
    await connection.close();
  }
}

function ignoreAbort(error: unknown): void {
  if (!(error instanceof Error && error.name === 'AbortError')) throw error;
}

if (import.meta.main) {
  try {
    await main();
    // The SDK's native runtime would keep a process alive that never connected.
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
