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

export function createLogger(options: { service: string; level: string }): Logger {
  return pino(loggerOptions(options));
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
