/**
 * An error whose message is our own text, without anything that users or vendors wrote, so that it may be logged. The
 * message of any other error is not logged.
 */
export class LoggableError extends Error {
  override name = 'LoggableError';
}
