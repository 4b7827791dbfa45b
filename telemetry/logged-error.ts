import { types } from 'node:util';
import { ConnectionError } from 'slonik';
import { LoggableError } from './loggable-error.ts';

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
/** Matches the names of a vendor library's error types, such as `MessageRejected`, but not prose. */
const KIND = /^[\w.:/-]{1,64}$/;
const DEEPEST = 6;

type LoggedError = { type: string; stack: string; [field: string]: unknown };

/**
 * Returns an error as logged: its class, safe fields, stack and causes. Includes the message only if it is our text:
 * libraries' messages quote their input, such as addresses, tokens and rows.
 */
export function toLoggedError(error: unknown, depth = 0): unknown {
  // Workflow errors come from another realm, so `instanceof Error` is false for them.
  if (!types.isNativeError(error) || depth > DEEPEST) return '[not an error]';
  const logged: LoggedError = {
    type: error.constructor.name || error.name,
    ...(isLoggable(error) && { message: error.message }),
    stack: framesOf(error),
  };
  if (error.name !== logged.type && KIND.test(error.name)) logged['name'] = error.name;
  for (const [name, value] of Object.entries(error)) {
    if (FIELDS.includes(name) && isKind(value)) logged[name] = value;
  }
  if ('issues' in error && Array.isArray(error.issues)) logged['issues'] = error.issues.map(toLoggedIssue);
  if (error instanceof AggregateError) logged['errors'] = error.errors.map((each) => toLoggedError(each, depth + 1));
  if (error.cause !== undefined) logged['cause'] = toLoggedError(error.cause, depth + 1);
  return logged;
}

/** Returns whether an error's message is safe to log: it is ours, or slonik's about the connection. */
const isLoggable = (error: Error) => error instanceof LoggableError || error instanceof ConnectionError;

const isKind = (value: unknown) =>
  typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && KIND.test(value));

/** Returns the lines of a stack below the message, which may itself contain lines that look like stack lines. */
function framesOf({ stack = '', message }: Error): string {
  return stack
    .slice(stack.indexOf(message) + message.length)
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}

/** Keeps a schema issue's code and path, but not the value. */
function toLoggedIssue(issue: unknown): unknown {
  if (typeof issue !== 'object' || issue === null) return null;
  return { code: 'code' in issue ? issue.code : null, path: 'path' in issue ? issue.path : [] };
}
