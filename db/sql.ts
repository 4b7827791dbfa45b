import {
  createSqlTag,
  type DatabasePool,
  type DatabasePoolConnection,
  type DatabaseTransactionConnection,
  type Interceptor,
  SchemaValidationError,
} from 'slonik';
import * as z from 'zod';
import type { Provider } from '#contract/http.ts';

/** The first argument of most query functions: the pool, a connection, or a transaction. */
export type Connection = DatabasePool | DatabasePoolConnection | DatabaseTransactionConnection;
export type Transaction = DatabaseTransactionConnection;

/** Keys of a user's rows. A query by one of them never finds another user's rows. */
export type OwnKey = { userId: string; id: string };
export type MeetingKey = { userId: string; meetingId: string };
export type AccountKey = { userId: string; provider: Provider };

/** A row of a list. `item` is null if this build cannot read it: a newer one wrote it, or it is corrupt. */
export type Listed<T> = { id: string; item: T | null };

/** Makes a schema that returns null for what it cannot read, so that one row does not fail a whole list. */
export const orNull = <T>(schema: z.ZodType<T>) =>
  z.unknown().transform((value) => schema.safeParse(value).data ?? null);

export const sql = createSqlTag({
  typeAliases: {
    id: z.object({ id: z.uuid() }),
    meetingVersion: z.object({ meetingId: z.uuid(), version: z.number() }),
    void: z.object({}).strict(),
  },
});

/**
 * Checks rows against their schema, which slonik leaves to an interceptor. Synchronous, because the asynchronous kind
 * queues every row.
 */
export const validateRows: Interceptor = {
  name: 'validate-rows',
  transformRow: ({ resultParser }, query, row) => {
    if (!resultParser) return row;
    const result = resultParser['~standard'].validate(row);
    if (result instanceof Promise) throw new TypeError('The schema of a row must not be asynchronous.');
    if (result.issues) throw new SchemaValidationError(query, row, result.issues);
    if (!isRow(result.value)) throw new TypeError('The schema of a row must produce an object.');
    return result.value;
  },
};

/** Parsed values may be dates and nested objects, which slonik's row type does not cover. */
function isRow(value: unknown): value is ReturnType<NonNullable<Interceptor['transformRow']>> {
  return typeof value === 'object' && value !== null;
}
