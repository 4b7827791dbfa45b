import { ConnectionError, SlonikError } from 'slonik';

/** What of an error's own fields is written: none of them carries anybody's data. Vendors' answers, statements, their values and rows are left out. */
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

/** An error as the log writes it: its kind, our words, where it happened, and the same of what caused it. */
export function toLoggedError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error) || depth > DEEPEST) return typeof error === 'object' ? '[not an error]' : error;
  const logged: LoggedError = {
    type: error.constructor.name || error.name,
    message: isOfDatabase(error) ? 'an error of the database' : error.message,
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

/** Its messages repeat the values that they are about, https://www.postgresql.org/docs/current/protocol-error-fields.html */
function isOfDatabase(error: Error): boolean {
  if (error instanceof ConnectionError) return false;
  return error instanceof SlonikError || ('severity' in error && 'routine' in error);
}

/** The first lines of a stack repeat the message. */
function framesOf({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}

/** Of a schema's complaint: where and what kind, not about what. */
function toLoggedIssue(issue: unknown): unknown {
  if (typeof issue !== 'object' || issue === null) return null;
  return { code: 'code' in issue ? issue.code : null, path: 'path' in issue ? issue.path : [] };
}
