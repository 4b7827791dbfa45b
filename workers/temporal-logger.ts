import type { LogLevel, Logger as TemporalLogger } from '@temporalio/common';
import type { Logger } from '#telemetry/logger.ts';

const LEVELS = { TRACE: 'trace', DEBUG: 'debug', INFO: 'info', WARN: 'warn', ERROR: 'error' } as const satisfies Record<
  LogLevel,
  string
>;

/**
 * Returns a logger that writes the Temporal SDK's messages to our log.
 *
 * @param informational Level for what the SDK logs as info.
 */
export function toTemporalLogger(logger: Logger, informational: 'debug' | 'info' = 'info'): TemporalLogger {
  const write = (level: LogLevel, message: string, meta: object = {}) =>
    logger[level === 'INFO' ? informational : LEVELS[level]](meta, message);
  return {
    log: write,
    trace: (message, meta) => write('TRACE', message, meta),
    debug: (message, meta) => write('DEBUG', message, meta),
    info: (message, meta) => write('INFO', message, meta),
    warn: (message, meta) => write('WARN', message, meta),
    error: (message, meta) => write('ERROR', message, meta),
  };
}
