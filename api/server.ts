import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Express } from 'express';
import type { DatabasePool } from 'slonik';
import { createEncryption } from '#db/encryption.ts';
import { openPool } from '#db/pool.ts';
import { hasDemoAccounts } from '#db/queries/demo-history.ts';
import { createTurnstile } from '#providers/bot-check/turnstile.ts';
import { createGoogleCalendar } from '#providers/calendar/google.ts';
import { createMicrosoftCalendar } from '#providers/calendar/microsoft.ts';
import { createSesFeedback } from '#providers/mail/ses-feedback.ts';
import { createStripeEvents, createStripePayments } from '#providers/payments/stripe.ts';
import { logCrashes } from '#telemetry/log-crashes.ts';
import { createLogger, type Logger } from '#telemetry/logger.ts';
import { createMetrics } from '#telemetry/metrics.ts';
import { startTracing, traceVendor } from '#telemetry/traces.ts';
import { createApp } from './app.ts';
import { type ApiConfig, readConfig } from './config.ts';
import { startDispatcher } from './dispatcher.ts';
import { openEngine } from './engine.ts';
import { observeEngine } from './engine-metrics.ts';
import { startJournal } from './journal.ts';
import { observeDatabase } from './metrics.ts';
import { followConnections } from './open-connections.ts';
import { isOutage } from './outage.ts';
import { createPlanList } from './plans.ts';
import { createReadable } from './readable.ts';
import { openRedis } from './redis.ts';

const MAX_RETRY_DELAY_MS = 5_000;
/** Time to wait for Redis before listening. A healthy one connects in time, so the first requests succeed. */
const REDIS_HEAD_START_MS = 1_000;
/**
 * Longer than a gateway keeps an idle connection (ops/gateway/Caddyfile: 30 s): unless the gateway closes it first, a
 * request may hit a closed connection.
 */
const KEEP_ALIVE_MS = 65_000;
/** Time to receive a whole request; slower ones get a 408. */
const REQUEST_TIMEOUT_MS = 30_000;
const WEB_FOLDER = fileURLToPath(new URL('../dist/web', import.meta.url));

export type RunningServer = { port: number; app: Express; close: () => Promise<void> };

/**
 * Starts the API: pages, calls and the dispatcher. Waits for the database; Redis and the engine may be down. Reconnects
 * to all three if they fail later.
 *
 * @throws Error if the port is taken, the database refuses the role, lacks journal entries or has demo accounts in
 *   production, or a setting is unusable
 */
export async function startServer(config: ApiConfig, webFolder: string = WEB_FOLDER): Promise<RunningServer> {
  const logger = createLogger({ service: 'api', level: config.logLevel });
  const stopTracing = startTracing({ service: 'api', endpoint: config.otlpEndpoint });
  const pool = await waitForPool(config, logger);
  if (config.environment === 'production' && (await hasDemoAccounts(pool))) {
    await pool.end();
    throw new Error(
      'The database contains the demo accounts, whose passwords are public. Production refuses to start with them: delete dana@harborline.test and admin@foreword.test.',
    );
  }
  const journal = await openJournal(pool, config, logger);
  const redis = openRedis(config.redisUrl, logger);
  const connecting = redis.connect().catch((error: unknown) => {
    logger.error({ err: error }, 'gave up connecting to Redis');
  });
  const engine = openEngine(config.temporal);
  const metrics = createMetrics({ service: 'api', logger });
  observeDatabase(metrics.meter, pool);
  observeEngine(metrics.meter, engine);
  const payments = traceVendor('stripe', createStripePayments({ ...config.stripe, retries: 1 }));
  let isStopping = false;
  const app = createApp({
    config,
    pool,
    redis,
    encryption: createEncryption(config.encryptionKeys),
    google: traceVendor('google', createGoogleCalendar(config.google)),
    microsoft: config.microsoft && traceVendor('microsoft', createMicrosoftCalendar(config.microsoft)),
    payments,
    plans: createPlanList(payments, logger),
    paymentEvents: createStripeEvents(config.stripe),
    mailFeedback: config.mailFeedback && createSesFeedback(config.mailFeedback),
    botCheck: traceVendor(
      'turnstile',
      createTurnstile({ ...config.turnstile, hostname: new URL(config.publicUrl).hostname }),
    ),
    logger,
    metrics,
    readable: createReadable({ meter: metrics.meter, logger }),
    webFolder,
    pingEngine: engine.ping,
    isStopping: () => isStopping,
  });
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout: REQUEST_TIMEOUT_MS });
  const connections = followConnections(server);
  server.on('request', app);
  await Promise.race([connecting, sleep(REDIS_HEAD_START_MS, undefined, { ref: false })]);
  const port = await listen(server, config);
  const dispatcher = startDispatcher({ pool, databaseUrl: config.databaseUrl, client: engine.client, logger });
  logger.info({ port, publicUrl: config.publicUrl }, 'API ready');

  return {
    port,
    app,
    close: async () => {
      isStopping = true;
      await sleep(config.drainMs);
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      connections.end();
      const timer = setTimeout(() => server.closeAllConnections(), config.shutdownGraceMs);
      await Promise.all([closed, dispatcher.stop()]);
      clearTimeout(timer);
      const stopped = journal?.stop();
      redis.destroy();
      await connecting;
      // Ending the pool also ends a journal write that is waiting for the database.
      await Promise.all([pool.end(), stopped, engine.close(), metrics.close(), stopTracing()]);
    },
  };
}

async function openJournal(pool: DatabasePool, { journalFolder }: ApiConfig, logger: Logger) {
  if (journalFolder === null) return null;
  try {
    return await startJournal(pool, journalFolder, logger, (err) => {
      // Anything this process serves may have been revoked, and its pool may belong to another server.
      logger.fatal({ err }, 'the database was restored while the API ran; stopping');
      process.exit(1);
    });
  } catch (error) {
    await pool.end();
    throw error;
  }
}

/** Opens the pool. Retries until the database is up, since opening reads its types. */
async function waitForPool({ databaseUrl }: ApiConfig, logger: Logger): Promise<DatabasePool> {
  for (let delayMs = 250; ; delayMs = Math.min(MAX_RETRY_DELAY_MS, delayMs * 2)) {
    try {
      return await openPool(databaseUrl, { maxConnections: 20 });
    } catch (error) {
      if (!isOutage(error)) throw error;
      logger.warn({ err: error, delayMs }, 'the database is not responding; retrying');
      await sleep(delayMs);
    }
  }
}

async function listen(server: ReturnType<typeof createServer>, { host, port }: ApiConfig): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server is not listening on a port.');
  return address.port;
}

async function main(): Promise<void> {
  const config = readConfig();
  logCrashes(createLogger({ service: 'api', level: config.logLevel }));
  const server = await startServer(config);
  const stop = async () => {
    await server.close();
    process.exit(0);
  };
  let isStopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      void stop();
    });
  }
}

if (import.meta.main) {
  try {
    await main();
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(
      `${isTaken ? `${message}. Another program uses this port; set PORT to a free one.` : message}\n`,
    );
    process.exit(1);
  }
}
