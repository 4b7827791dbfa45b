import { type Logger, type LoggerOptions, pino } from 'pino';
import { toLoggedError } from './logged-error.ts';
import { activeLogFields } from './traces.ts';

export type { Logger } from 'pino';

/** Redacted in log records, up to three levels deep. */
const SECRET_KEYS = [
  'authorization',
  'cookie',
  'password',
  'newPassword',
  'token',
  'authCode',
  'refreshToken',
  'accessToken',
];
const SECRET_PATHS = [
  ...SECRET_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]),
  '["set-cookie"]',
  '*["set-cookie"]',
  '*.*["set-cookie"]',
];

/** Bytes of log lines buffered while the output is full; anything beyond is dropped. */
const MOST_WAITING = 4 * 1024 * 1024;

/** Returns a logger that writes JSON lines. @param fd File descriptor to write to; 1 is standard output. */
export function createLogger(options: { service: string; level: string }, fd = 1): Logger {
  const destination = pino.destination({ dest: fd, maxLength: MOST_WAITING });
  // A full disk must not end the process. Lines are buffered and retried with the next one; there is nowhere to
  // report the error.
  destination.on('error', () => undefined);
  return pino(loggerOptions(options), destination);
}

export function loggerOptions({ service, level }: { service: string; level: string }): LoggerOptions {
  return {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: activeLogFields,
    // The Temporal SDK logs an activity's or workflow's error as `error`.
    serializers: { err: toLoggedError, error: toLoggedError },
    redact: { paths: SECRET_PATHS, censor: '[redacted]' },
  };
}
