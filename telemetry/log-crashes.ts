import type { Logger } from './logger.ts';

/**
 * Logs an uncaught error like any other, and ends the process. Node itself would print everything the error
 * contains, such as rows and vendors' responses.
 */
export function logCrashes(logger: Logger): void {
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'the process crashed');
    process.exit(1);
  });
}
