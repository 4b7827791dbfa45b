import { createPgDriverFactory } from '@slonik/pg-driver';
import { ConnectionError, createPool, type DatabasePool, type DatabasePoolConnection } from 'slonik';
import { validateRows } from './sql.ts';

/** Whoever waits longer for a connection is refused: the pool is held up by something slow, and a queue behind it would only grow. */
const ACQUIRE_TIMEOUT_MS = 10_000;
/** Postgres ends a statement by itself before. Who has no answer by then will have none: the machine hangs, or the network swallows what is sent. */
const STATEMENT_TIMEOUT_MS = 30_000;
const ANSWER_TIMEOUT_MS = 35_000;

/**
 * Opens the connection pool of one process.
 *
 * Values arrive as: timestamptz -> Date, int8 and numeric -> number (nothing of ours exceeds 2^53), json -> parsed.
 * Connections are not reset between uses (`DISCARD ALL` doubles the latency of every query), so no query may leave session state behind.
 */
export async function openPool(
  databaseUrl: string,
  { maxConnections = 10, acquireTimeoutMs = ACQUIRE_TIMEOUT_MS, answerTimeoutMs = ANSWER_TIMEOUT_MS }: PoolOptions = {},
): Promise<DatabasePool> {
  const pool = await createPool(databaseUrl, {
    captureStackTrace: false,
    connectionTimeout: 5000,
    driverFactory: closeSilentOnes(answerTimeoutMs),
    idleTimeout: 30_000,
    interceptors: [validateRows],
    maxPoolSize: maxConnections,
    resetConnection: async () => {},
    statementTimeout: STATEMENT_TIMEOUT_MS,
    typeParsers: [
      { name: 'timestamptz', parse: (value) => new Date(value) },
      { name: 'int8', parse: Number },
      { name: 'numeric', parse: Number },
    ],
  });
  return limitWaiting(pool, acquireTimeoutMs);
}

type PoolOptions = { maxConnections?: number; acquireTimeoutMs?: number; answerTimeoutMs?: number };

/**
 * The driver waits for an answer without an end. Here the connection is closed then, a moment later (`gracefulTerminationTimeout`): one that the network
 * has forgotten would keep its place in the pool until the system gives it up, after a quarter of an hour. What became of the statement nobody knows.
 */
function closeSilentOnes(answerTimeoutMs: number): ReturnType<typeof createPgDriverFactory> {
  const createDriver = createPgDriverFactory();
  return async (configuration) => {
    const driver = await createDriver(configuration);
    return {
      createClient: async () => {
        const client = await driver.createClient();
        const query: typeof client.query = async (...asked) => {
          // What fails of it reaches whoever asked, through the statement.
          const timer = setTimeout(() => void client.destroy().catch(() => undefined), answerTimeoutMs);
          try {
            return await client.query(...asked);
          } finally {
            clearTimeout(timer);
          }
        };
        return { ...client, query };
      },
    };
  };
}

/** slonik waits for a free connection without an end. Here it has one: after it nothing of the call is done, also when a connection comes free later. */
function limitWaiting(pool: DatabasePool, timeoutMs: number): DatabasePool {
  const connect = pool.connect.bind(pool);
  const acquire = async <T>(use: (connection: DatabasePoolConnection) => Promise<T>): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(new ConnectionError(`No connection of the pool came free within ${timeoutMs} ms.`));
    }, timeoutMs);
    connect(async (connection) => {
      clearTimeout(timer);
      if (!isLate) resolve(await use(connection));
    })
      .catch(reject)
      .finally(() => clearTimeout(timer));
    return await promise;
  };
  return Object.assign(pool, {
    any: (query) => acquire((connection) => connection.any(query)),
    anyFirst: (query) => acquire((connection) => connection.anyFirst(query)),
    connect: acquire,
    exists: (query) => acquire((connection) => connection.exists(query)),
    many: (query) => acquire((connection) => connection.many(query)),
    manyFirst: (query) => acquire((connection) => connection.manyFirst(query)),
    maybeOne: (query) => acquire((connection) => connection.maybeOne(query)),
    maybeOneFirst: (query) => acquire((connection) => connection.maybeOneFirst(query)),
    one: (query) => acquire((connection) => connection.one(query)),
    oneFirst: (query) => acquire((connection) => connection.oneFirst(query)),
    query: (query) => acquire((connection) => connection.query(query)),
    transaction: (handler, retries) => acquire((connection) => connection.transaction(handler, retries)),
  } satisfies Partial<DatabasePool>);
}
