import { createPgDriverFactory } from '@slonik/pg-driver';
import { ConnectionError, createPool, type DatabasePool, type DatabasePoolConnection } from 'slonik';
import { validateRows } from './sql.ts';

/** If no connection is free for this long, something slow holds the pool, and queueing would only make it worse. */
const ACQUIRE_TIMEOUT_MS = 10_000;
/**
 * Longer than Postgres's own statement timeout. No answer by then means the server hangs or the network drops
 * packets.
 */
const STATEMENT_TIMEOUT_MS = 30_000;
const ANSWER_TIMEOUT_MS = 35_000;

/**
 * Opens the connection pool of a process.
 *
 * Values arrive as: timestamptz -> Date, int8 and numeric -> number (none of ours exceeds 2^53), json -> parsed.
 * Connections are not reset between uses (`DISCARD ALL` would double every query's latency), so no query may leave
 * session state behind.
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
 * The driver waits for an answer forever. This closes the connection after `answerTimeoutMs` plus
 * `gracefulTerminationTimeout`; one that the network has dropped would otherwise hold its place in the pool for a
 * quarter of an hour. The statement's outcome is then unknown.
 */
function closeSilentOnes(answerTimeoutMs: number): ReturnType<typeof createPgDriverFactory> {
  const createDriver = createPgDriverFactory();
  return async (configuration) => {
    const driver = await createDriver(configuration);
    return {
      createClient: async () => {
        const client = await driver.createClient();
        const query: typeof client.query = async (...asked) => {
          // The caller learns of a failure through the statement.
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

/**
 * Limits the wait for a free connection, which slonik does not. After `timeoutMs` the call does nothing, even if one
 * becomes free.
 */
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
