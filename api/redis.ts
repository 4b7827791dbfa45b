import { createClient } from 'redis';
import type { Logger } from '#telemetry/logger.ts';

export type RedisConnection = ReturnType<typeof openRedis>;

/**
 * Connects in the background and again after every loss. While there is no connection commands fail at once instead of waiting in line, so that a
 * request is answered with 503 within its time.
 */
export function openRedis(url: string, logger: Logger) {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: 2000,
      socketTimeout: 6000,
      reconnectStrategy: (retries) => Math.min(1000, 50 * 2 ** retries),
    },
    // Keeps the socket from looking idle. A peer that answers nothing for the socket's timeout is given up, which fails what waits for it.
    pingInterval: 2000,
    // The client's default, 5 s a command, ends when the command is written, and leaves a signal and its timer behind for the whole of it: a seventh of a read.
    commandOptions: { timeout: 0 },
  });
  let isReported = false;
  client.on('error', (error: unknown) => {
    // One line per outage, not one per attempt.
    if (!isReported) logger.error({ err: error }, 'Redis is out of reach');
    isReported = true;
  });
  client.on('ready', () => {
    if (isReported) logger.info('Redis is back');
    isReported = false;
  });
  return client;
}
