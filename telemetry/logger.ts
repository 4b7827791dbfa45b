import { type Logger, pino } from 'pino';

export type { Logger } from 'pino';

/** Never written, wherever they stand in a log record. */
const SECRETS = [
  'authorization',
  'cookie',
  '["set-cookie"]',
  'password',
  'newPassword',
  'token',
  'authCode',
  'refreshToken',
  'accessToken',
];

export function createLogger(options: { service: string; level: string }): Logger {
  return pino({
    level: options.level,
    base: { service: options.service },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: SECRETS.flatMap((name) =>
        name.startsWith('[') ? [`*${name}`, `*.*${name}`] : [name, `*.${name}`, `*.*.${name}`],
      ),
      censor: '[redacted]',
    },
  });
}
