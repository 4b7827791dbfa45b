import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { NativeConnection, Runtime } from '@temporalio/worker';
import { inject } from 'vitest';
import { createEncryption } from '#db/encryption.ts';
import { openPool } from '#db/pool.ts';
import type { Payments } from '#providers/payments/provider.ts';
import { createLogger } from '#telemetry/logger.ts';
import { createMetrics } from '#telemetry/metrics.ts';
import { findWorkflowBundle } from '#workers/bundle.ts';
import type { WorkerContext } from '#workers/context.ts';
import { createWorkers } from '#workers/create-workers.ts';
import { createWorkerMeters } from '#workers/metrics.ts';
import { toTemporalLogger } from '#workers/temporal-logger.ts';
import { QUEUES, type Queue } from '#workflows/names.ts';
import { PATIENCE_MS } from './patience.ts';
import { createDatabase, temporal } from './services.ts';

/** Silent unless TEST_LOG_LEVEL sets a level. */
const logger = createLogger({ service: 'test', level: process.env['TEST_LOG_LEVEL'] ?? 'silent' });

/** Creates a worker context with its own database. Vendors not passed refuse every call. */
export async function createTestContext(
  parts: Partial<
    Pick<
      WorkerContext,
      'calendars' | 'noticeUrls' | 'model' | 'caps' | 'mail' | 'webhooks' | 'chat' | 'push' | 'payments' | 'settings'
    >
  >,
) {
  const database = await createDatabase();
  const pool = await openPool(database.databaseUrl, { maxConnections: 8, acquireTimeoutMs: PATIENCE_MS });
  const metrics = createMetrics({ service: 'test', logger });
  const context: WorkerContext = {
    pool,
    meters: createWorkerMeters(metrics.meter),
    encryption: createEncryption(`test:${randomBytes(32).toString('base64')}`),
    logger,
    calendars: {},
    noticeUrls: {},
    model: { gather: refuse('gather'), answer: refuse('answer') },
    caps: { briefingUsd: 0.5, dailyUserUsd: Infinity, dailyTotalUsd: Infinity },
    mail: { send: refuse('send') },
    webhooks: { send: refuse('send') },
    push: { send: refuse('send') },
    chat: { send: refuse('send') },
    payments: refusedPayments,
    settings: { publicUrl: 'http://localhost:3000', supportEmail: 'support@foreword.test', syncIntervalS: 900 },
    ...parts,
  };
  const close = async () => {
    await metrics.close();
    await pool.end();
    await database.drop();
  };
  return { context, metrics, databaseUrl: database.databaseUrl, close };
}

export type TestEngine = {
  client: Client;
  address: string;
  namespace: string;
  /** The bundled workflow code. */
  bundlePath: string;
  /**
   * Serves the given queues, by default all; several workers can run at once. `bundlePath` selects another build's
   * workflows.
   */
  startWorker: (context: WorkerContext, queues?: readonly Queue[], bundlePath?: string) => Promise<TestWorker>;
  /** Stops the workers, then disconnects. */
  close: () => Promise<void>;
};

export type TestWorker = {
  /** Shuts down gracefully. */
  stop: () => Promise<void>;
};

/** Connects to the real Temporal server with a namespace for this test file. */
export async function connectEngine(): Promise<TestEngine> {
  installRuntime();
  const { address, namespace } = await temporal();
  const { codePath } = await findWorkflowBundle({
    isProduction: false,
    stateDir: join(inject('services').stateDir, 'workflows'),
    logger,
  });
  const [native, connection] = await Promise.all([
    NativeConnection.connect({ address }),
    Connection.connect({ address, connectTimeout: PATIENCE_MS }),
  ]);
  const running = new Set<TestWorker>();

  return {
    client: new Client({ connection, namespace }),
    address,
    namespace,
    bundlePath: codePath,
    startWorker: async (context, queues = Object.values(QUEUES), bundlePath = codePath) => {
      const workers = await createWorkers({
        connection: native,
        namespace,
        queues,
        workflowBundle: { codePath: bundlePath },
        context,
        shutdownGraceS: 30,
        buildId: null,
      });
      const runs = workers.map((worker) => worker.run());
      const started: TestWorker = {
        stop: async () => {
          if (!running.delete(started)) return;
          for (const worker of workers) worker.shutdown();
          await Promise.all(runs);
        },
      };
      running.add(started);
      return started;
    },
    close: async () => {
      await Promise.all([...running].map((worker) => worker.stop()));
      await connection.close();
      await native.close();
    },
  };
}

let isInstalled = false;

function installRuntime(): void {
  if (isInstalled) return;
  isInstalled = true;
  Runtime.install({
    logger: toTemporalLogger(logger),
    telemetryOptions: { logging: { forward: {}, filter: { core: 'ERROR', other: 'ERROR' } } },
    shutdownSignals: [],
  });
}

const refusedPayments: Payments = {
  listPlans: refuse('listPlans'),
  createCustomer: refuse('createCustomer'),
  listCustomers: refuse('listCustomers'),
  createCheckout: refuse('createCheckout'),
  getCheckout: refuse('getCheckout'),
  expireCheckout: refuse('expireCheckout'),
  expireCheckouts: refuse('expireCheckouts'),
  createPortal: refuse('createPortal'),
  listSubscriptions: refuse('listSubscriptions'),
  listInvoices: refuse('listInvoices'),
  cancelNow: refuse('cancelNow'),
  setCancelAtPeriodEnd: refuse('setCancelAtPeriodEnd'),
  deleteCustomer: refuse('deleteCustomer'),
};

function refuse(call: string): () => Promise<never> {
  return async () => {
    throw new Error(`This test has no vendor for ${call}.`);
  };
}
