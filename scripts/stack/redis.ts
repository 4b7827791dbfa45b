import { mkdir } from 'node:fs/promises';
import { createClient } from 'redis';
import type { Supervisor } from '#scripts/processes/supervisor.ts';
import { resolveRedis } from '#scripts/tools/redis-binary.ts';

type Options = {
  dataFolder: string;
  port: number;
  /** The number of databases. */
  databases: number;
  signal?: AbortSignal | undefined;
};

/**
 * Starts this instance's own Redis, which writes every change to disk so that sessions survive a kill. Returns its URL.
 */
export async function startRedis(supervisor: Supervisor, options: Options): Promise<string> {
  const redis = await resolveRedis({ signal: options.signal });
  await mkdir(options.dataFolder, { recursive: true });
  const url = `redis://127.0.0.1:${options.port}`;
  await supervisor.start({
    name: 'redis',
    command: redis.command,
    args: redisArguments({
      port: String(options.port),
      bind: '127.0.0.1',
      dir: options.dataFolder,
      appendonly: 'yes',
      databases: String(options.databases),
    }),
    env: redis.env,
    cwd: options.dataFolder,
    stopStage: 3,
    stopTimeoutMs: 3_000,
    readyTimeoutMs: 180_000,
    isReady: () => answersPing(url),
  });
  return url;
}

function redisArguments(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
}

async function answersPing(url: string): Promise<boolean> {
  const client = createClient({ url, socket: { reconnectStrategy: false, connectTimeout: 2_000 } });
  // Without a listener, a refused connection would crash this process; the rejection below already reports it.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.ping();
    return true;
  } catch {
    return false; // not listening yet, or still loading its data
  } finally {
    client.destroy();
  }
}
