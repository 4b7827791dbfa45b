import {
  AbortError,
  ClientClosedError,
  ClientOfflineError,
  ConnectionTimeoutError,
  DisconnectsClientError,
  ErrorReply,
  SocketClosedUnexpectedlyError,
  SocketTimeoutError,
  TimeoutError,
} from 'redis';
import { BackendTerminatedError, BackendTerminatedUnexpectedlyError, ConnectionError } from 'slonik';
import { RateLimitedError, VendorUnavailableError } from '#providers/errors.ts';

const OUTAGES = [
  ConnectionError,
  BackendTerminatedError,
  BackendTerminatedUnexpectedlyError,
  AbortError,
  ClientClosedError,
  ClientOfflineError,
  ConnectionTimeoutError,
  DisconnectsClientError,
  SocketClosedUnexpectedlyError,
  SocketTimeoutError,
  TimeoutError,
  VendorUnavailableError,
  RateLimitedError,
];

/** Network errors, and Postgres shutting down, starting up, read-only, out of resources, or losing connections. */
const OUTAGE_CODE =
  /^(?:ECONN(?:REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|57P0[123]|25006|53\w{3}|08\w{3})$/;
/** Redis responds but cannot serve. */
const REDIS_NOT_READY = /^(?:LOADING|MASTERDOWN|READONLY|CLUSTERDOWN|TRYAGAIN|MISCONF|OOM)\b/;

/** Returns whether the error means that a dependency is unavailable, so that a retry may succeed. */
export function isOutage(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > 5) return false;
  if (OUTAGES.some((type) => error instanceof type)) return true;
  if ('code' in error && typeof error.code === 'string' && OUTAGE_CODE.test(error.code)) return true;
  if (error instanceof ErrorReply && REDIS_NOT_READY.test(error.message)) return true;
  // The driver reports a connection lost during a query only by its message.
  if (/^(?:Connection terminated|Client has encountered a connection error)/.test(error.message)) return true;
  if (error instanceof AggregateError && error.errors.some((each) => isOutage(each, depth + 1))) return true;
  return isOutage(error.cause, depth + 1);
}
