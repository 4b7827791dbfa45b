import { createClient } from 'redis';
import type { Logger } from '#telemetry/logger.ts';

const ROLE_CHECK_MS = 2000;

export type RedisConnection = ReturnType<typeof openRedis>;

/**
 * Creates a client, which reconnects after every loss; the caller connects it. Without a connection, commands fail
 * immediately instead of queueing, so that requests quickly get a 503.
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
    // Keeps the socket from looking idle. If Redis stops responding, the socket's timeout fails pending commands.
    pingInterval: 2000,
    // The default timeout of 5 s only covers writing the command, but its signal and timer take a seventh of a
    // read's time.
    commandOptions: { timeout: 0 },
  });
  let isReported = false;
  client.on('error', (error: unknown) => {
    // Logs once per outage, not per attempt.
    if (!isReported) logger.error({ err: error }, 'Redis is unreachable');
    isReported = true;
  });
  client.on('ready', () => {
    if (isReported) logger.info('Redis is available again');
    isReported = false;
  });
  // Errors are ignored, since lost connections are logged above.
  setInterval(() => void leaveReplica(client).catch(() => undefined), ROLE_CHECK_MS).unref();
  return client;
}

/**
 * Has the server close the connection if it has become a replica: after a failover, it may keep the connection open but
 * refuses all writes, and the address leads to the new primary.
 */
async function leaveReplica(client: Pick<RedisConnection, 'isReady' | 'role' | 'sendCommand'>): Promise<void> {
  if (!client.isReady) return;
  const { role } = (await client.role()) ?? {};
  if (role === 'slave') await client.sendCommand(['QUIT']);
}
