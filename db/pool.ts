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
  return limitWaiting(pool, acquireTimeoutMs, answerTimeoutMs);
}

type PoolOptions = { maxConnections?: number; acquireTimeoutMs?: number; answerTimeoutMs?: number };

/**
 * Adds the timeouts slonik lacks. Waiting for a connection ends after `timeoutMs`, and the call then does nothing
 * even if one becomes free. Waiting for a single statement's answer ends after `answerTimeoutMs`, with its outcome
 * unknown. Transactions have no overall limit.
 */
function limitWaiting(pool: DatabasePool, timeoutMs: number, answerTimeoutMs: number): DatabasePool {
  const connect = pool.connect.bind(pool);
  const limited = async <T>(use: (connection: DatabasePoolConnection) => Promise<T>, answerMs?: number): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    let isLate = false;
    let timer = setTimeout(() => {
      isLate = true;
      reject(new ConnectionError(`No connection of the pool came free within ${timeoutMs} ms.`));
    }, timeoutMs);
    connect(async (connection) => {
      clearTimeout(timer);
      if (isLate) return;
      if (answerMs !== undefined)
        timer = setTimeout(() => reject(new ConnectionError(`No answer came within ${answerMs} ms.`)), answerMs);
      resolve(await use(connection));
    })
      .catch(reject)
      .finally(() => clearTimeout(timer));
    return await promise;
  };
  const acquire = <T>(use: (connection: DatabasePoolConnection) => Promise<T>): Promise<T> => limited(use);
  const ask = <T>(use: (connection: DatabasePoolConnection) => Promise<T>): Promise<T> => limited(use, answerTimeoutMs);
  return Object.assign(pool, {
    any: (query) => ask((connection) => connection.any(query)),
    anyFirst: (query) => ask((connection) => connection.anyFirst(query)),
    connect: acquire,
    exists: (query) => ask((connection) => connection.exists(query)),
    many: (query) => ask((connection) => connection.many(query)),
    manyFirst: (query) => ask((connection) => connection.manyFirst(query)),
    maybeOne: (query) => ask((connection) => connection.maybeOne(query)),
    maybeOneFirst: (query) => ask((connection) => connection.maybeOneFirst(query)),
    one: (query) => ask((connection) => connection.one(query)),
    oneFirst: (query) => ask((connection) => connection.oneFirst(query)),
    query: (query) => ask((connection) => connection.query(query)),
    transaction: (handler, retries) => acquire((connection) => connection.transaction(handler, retries)),
  } satisfies Partial<DatabasePool>);
}
