import { createPgDriverFactory } from '@slonik/pg-driver';
import { Client } from 'pg';
import {
  type ClientConfigurationInput,
  ConnectionError,
  createPool,
  type DatabasePool,
  type DatabasePoolConnection,
} from 'slonik';
import { validateRows } from './sql.ts';

/**
 * If no connection becomes free or opens for this long, something slow occupies the pool or Postgres cannot be reached,
 * and queueing would make it worse.
 */
const ACQUIRE_TIMEOUT_MS = 10_000;
/**
 * Postgres cancels statements after STATEMENT_TIMEOUT_MS. If no response has arrived by ANSWER_TIMEOUT_MS either, the
 * server hangs or the network drops packets.
 */
const STATEMENT_TIMEOUT_MS = 30_000;
const ANSWER_TIMEOUT_MS = 35_000;
/** read_only_sql_transaction, https://www.postgresql.org/docs/18/errcodes-appendix.html */
const READ_ONLY = '25006';

/**
 * Opens the connection pool of a process.
 *
 * Values arrive as: timestamptz -> Date, int8 and numeric -> number (none of ours exceeds 2^53), json -> parsed.
 * Connections are not reset between uses, since `DISCARD ALL` would double every query's latency. So no query may
 * leave session state behind.
 */
export async function openPool(
  databaseUrl: string,
  { maxConnections = 10, acquireTimeoutMs = ACQUIRE_TIMEOUT_MS, answerTimeoutMs = ANSWER_TIMEOUT_MS }: PoolOptions = {},
): Promise<DatabasePool> {
  const { connectionUri, ssl } = readTls(databaseUrl);
  const pool = await createPool(connectionUri, {
    ...(ssl !== null && { ssl }),
    captureStackTrace: false,
    connectionTimeout: acquireTimeoutMs,
    driverFactory: closeUselessOnes(answerTimeoutMs),
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

/**
 * Reads the URL's TLS parameters as `pg` does, which other parts of the product connect with. Slonik itself rejects
 * most values of `sslmode` and ignores `sslrootcert`.
 *
 * @returns the URL without these parameters; `ssl` is null for a connection without TLS
 * @throws Error if a certificate or key cannot be read
 */
export function readTls(databaseUrl: string): { connectionUri: string; ssl: TlsOptions | null } {
  // Typed as a flag, but holds the certificates too.
  const { ssl }: { ssl: unknown } = new Client({ connectionString: databaseUrl });
  const url = new URL(databaseUrl);
  const ofTls = [...url.searchParams.keys()].filter((name) => name.startsWith('ssl'));
  for (const name of ofTls) url.searchParams.delete(name);
  // Returned as is, since a copy would lack its key.
  if (typeof ssl === 'object' && ssl !== null) return { connectionUri: url.href, ssl };
  return { connectionUri: url.href, ssl: ssl === true ? {} : null };
}

type TlsOptions = NonNullable<ClientConfigurationInput['ssl']>;
type PoolOptions = { maxConnections?: number; acquireTimeoutMs?: number; answerTimeoutMs?: number };

/**
 * Closes connections without a response after `answerTimeoutMs` plus `gracefulTerminationTimeout`, since the driver
 * sets no limit: a connection dropped by the network would keep its place in the pool for a quarter of an hour. The
 * statement's outcome is then unknown.
 *
 * Also closes connections whose server refuses a write as read-only: after a failover, the address may lead to the old
 * primary for a few seconds, and a busy connection opened then would never be idle long enough to be closed.
 */
function closeUselessOnes(answerTimeoutMs: number): ReturnType<typeof createPgDriverFactory> {
  const createDriver = createPgDriverFactory();
  return async (configuration) => {
    const driver = await createDriver(configuration);
    return {
      createClient: async () => {
        const client = await driver.createClient();
        let isReadOnly = false;
        const query: typeof client.query = async (...asked) => {
          // A failure to close reaches the caller through the statement.
          const timer = setTimeout(() => void client.destroy().catch(() => undefined), answerTimeoutMs);
          try {
            return await client.query(...asked);
          } catch (error) {
            isReadOnly ||= error instanceof Error && 'code' in error && error.code === READ_ONLY;
            throw error;
          } finally {
            clearTimeout(timer);
          }
        };
        // Closed only on release, so that a transaction is rolled back and rethrows its own error.
        const release = () => (isReadOnly ? client.destroy() : client.release());
        return { ...client, query, release };
      },
    };
  };
}

/**
 * Limits the wait for a free connection, which slonik does not. After `timeoutMs`, the call fails and does nothing,
 * even if one becomes free later.
 */
function limitWaiting(pool: DatabasePool, timeoutMs: number): DatabasePool {
  const connect = pool.connect.bind(pool);
  const acquire = async <T>(use: (connection: DatabasePoolConnection) => Promise<T>): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(new ConnectionError(`No connection in the pool became free within ${timeoutMs} ms.`));
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
