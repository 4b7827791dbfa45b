import { createPool, type DatabasePool } from 'slonik';
import { validateRows } from './sql.ts';

/**
 * Opens the connection pool of one process.
 *
 * Values arrive as: timestamptz -> Date, int8 and numeric -> number (nothing of ours exceeds 2^53), json -> parsed.
 * Connections are not reset between uses (`DISCARD ALL` doubles the latency of every query), so no query may leave session state behind.
 */
export async function openPool(databaseUrl: string, options: { maxConnections?: number } = {}): Promise<DatabasePool> {
  return await createPool(databaseUrl, {
    captureStackTrace: false,
    connectionTimeout: 5000,
    idleTimeout: 30_000,
    interceptors: [validateRows],
    maxPoolSize: options.maxConnections ?? 10,
    resetConnection: async () => {},
    statementTimeout: 30_000,
    typeParsers: [
      { name: 'timestamptz', parse: (value) => new Date(value) },
      { name: 'int8', parse: Number },
      { name: 'numeric', parse: Number },
    ],
  });
}
