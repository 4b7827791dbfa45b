import { type Logger, type LoggerOptions, pino } from 'pino';
import { toLoggedError } from './logged-error.ts';
import { logFieldsOfTrail } from './traces.ts';

export type { Logger } from 'pino';

/** Never written, wherever they stand in a log record. */
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

/** Of lines that wait for room; what comes beyond is lost. */
const MOST_WAITING = 4 * 1024 * 1024;

/** @param fd where it writes, of which the process only says that there is no room. */
export function createLogger(options: { service: string; level: string }, fd = 1): Logger {
  const destination = pino.destination({ dest: fd, maxLength: MOST_WAITING });
  // A disk that is full ends no process. The lines wait, and are tried again with the next one; there is nowhere to say it meanwhile.
  destination.on('error', () => undefined);
  return pino(loggerOptions(options), destination);
}

export function loggerOptions({ service, level }: { service: string; level: string }): LoggerOptions {
  return {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: logFieldsOfTrail,
    serializers: { err: toLoggedError },
    redact: { paths: SECRET_PATHS, censor: '[redacted]' },
  };
}
