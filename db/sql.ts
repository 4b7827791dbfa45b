import {
  createSqlTag,
  type DatabasePool,
  type DatabasePoolConnection,
  type DatabaseTransactionConnection,
  type Interceptor,
  SchemaValidationError,
} from 'slonik';
import * as z from 'zod';

/** What a query takes as its first argument: the pool, or the transaction it must be part of. */
export type Connection = DatabasePool | DatabasePoolConnection | DatabaseTransactionConnection;
export type Transaction = DatabaseTransactionConnection;

export const sql = createSqlTag({
  typeAliases: {
    id: z.object({ id: z.uuid() }),
    void: z.object({}).strict(),
  },
});

/** slonik carries the schema of a query but leaves checking to an interceptor; a row that does not fit is an error, never a guess. */
export const validateRows: Interceptor = {
  name: 'validate-rows',
  transformRowAsync: async ({ resultParser }, query, row) => {
    if (!resultParser) return row;
    const result = await resultParser['~standard'].validate(row);
    if (result.issues) throw new SchemaValidationError(query, row, result.issues);
    return rowSchema.parse(result.value);
  },
};

/** Parsed values may be dates and nested objects, which slonik's own row type does not name. */
const rowSchema = z.custom<Awaited<ReturnType<NonNullable<Interceptor['transformRowAsync']>>>>(
  (value) => typeof value === 'object' && value !== null,
);
