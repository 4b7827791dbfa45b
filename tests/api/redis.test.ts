import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from 'redis';
import { expect, onTestFinished, test } from 'vitest';
import { openRedis } from '#api/redis.ts';
import { resolveRedis } from '#scripts/tools/redis-binary.ts';
import { createLogger } from '#telemetry/logger.ts';
import { claimPorts } from '#tests/support/services.ts';

test('the Redis client reconnects when its server becomes a read-only replica', async () => {
  const url = await startRedis();
  const client = openRedis(url, createLogger({ service: 'test', level: 'silent' }));
  onTestFinished(() => client.destroy());
  let opened = 0;
  client.on('ready', () => {
    opened += 1;
  });
  await client.connect();
  await client.set('name', 'before');
  const operator = await createClient({ url }).connect();
  onTestFinished(() => operator.destroy());

  await operator.sendCommand(['REPLICAOF', '127.0.0.1', '1']);
  await expect.poll(() => opened).toBeGreaterThan(1);
  await operator.sendCommand(['REPLICAOF', 'NO', 'ONE']);
  await expect.poll(() => client.set('name', 'after').catch(() => null)).toBe('OK');
});

/** Starts a separate Redis server. Returns its URL. */
async function startRedis(): Promise<string> {
  const port = await claimPorts(1);
  const { command, env } = await resolveRedis();
  const folder = await mkdtemp(join(tmpdir(), 'redis-'));
  const server = spawn(command, ['--port', String(port), '--dir', folder, '--save', ''], { env, stdio: 'ignore' });
  onTestFinished(async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill();
    await ended;
    await rm(folder, { recursive: true });
  });
  const url = `redis://127.0.0.1:${port}`;
  await expect
    .poll(async () => {
      const probe = createClient({ url, socket: { reconnectStrategy: false } });
      probe.on('error', () => undefined);
      const opened = await probe.connect().catch(() => null);
      opened?.destroy();
      return opened !== null;
    })
    .toBe(true);
  return url;
}
