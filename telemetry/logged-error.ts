import { ConnectionError, SlonikError } from 'slonik';

/**
 * Error fields that are safe to log. Vendor responses, SQL statements, their values and rows are left out: they may
 * hold personal data.
 */
const FIELDS = [
  'code',
  'status',
  'statusCode',
  'syscall',
  'address',
  'port',
  'severity',
  'routine',
  'schema',
  'table',
  'column',
  'constraint',
  'retryAfterMs',
  'attempts',
];
const DEEPEST = 6;

type LoggedError = { type: string; message: string; stack: string; [field: string]: unknown };

/** Returns an error as logged: its class, message (unless from the database), safe fields and stack, and its causes. */
export function toLoggedError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error) || depth > DEEPEST) return typeof error === 'object' ? '[not an error]' : error;
  const logged: LoggedError = {
    type: error.constructor.name || error.name,
    message: isOfDatabase(error) ? 'database error' : error.message,
    stack: framesOf(error),
  };
  for (const [name, value] of Object.entries(error)) {
    if (FIELDS.includes(name) && ['string', 'number', 'boolean'].includes(typeof value)) logged[name] = value;
  }
  if ('issues' in error && Array.isArray(error.issues)) logged['issues'] = error.issues.map(toLoggedIssue);
  if (error instanceof AggregateError) logged['errors'] = error.errors.map((each) => toLoggedError(each, depth + 1));
  if (error.cause !== undefined) logged['cause'] = toLoggedError(error.cause, depth + 1);
  return logged;
}

/**
 * Whether an error is from PostgreSQL, whose messages repeat the values they are about,
 * https://www.postgresql.org/docs/current/protocol-error-fields.html
 */
function isOfDatabase(error: Error): boolean {
  if (error instanceof ConnectionError) return false;
  return error instanceof SlonikError || ('severity' in error && 'routine' in error);
}

/** Drops the start of a stack, which repeats the message. */
function framesOf({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}

/** Keeps a schema issue's code and path, but not the value. */
function toLoggedIssue(issue: unknown): unknown {
  if (typeof issue !== 'object' || issue === null) return null;
  return { code: 'code' in issue ? issue.code : null, path: 'path' in issue ? issue.path : [] };
}
