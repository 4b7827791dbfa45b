import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { DatabasePool } from 'slonik';
import { inject } from 'vitest';
import { openPool } from '#db/pool.ts';
import { createSupervisor } from '#scripts/processes/supervisor.ts';
import { apiProcess } from '#scripts/stack/product.ts';
import { repositoryRoot } from '#scripts/stack/repository.ts';
import { planLocalStack, withoutSettings } from '#scripts/stack/settings.ts';
import { claimPorts, createDatabase, redisUrl } from '#tests/support/services.ts';

/** `bare`: node:http and pg; `default`: the product's stack with its libraries' defaults. */
export type Anchor = keyof typeof ANCHORS;
const ANCHORS = { bare: 'tests/bench/bare-server.ts', default: 'tests/bench/default-server.ts' };

export type BenchServers = {
  productUrl: string;
  /** Starts a server to compare with, for one user. @returns its URL */
  startAnchor: (anchor: Anchor, userId: string) => Promise<string>;
  pool: DatabasePool;
  redisUrl: string;
  stop: () => Promise<void>;
};

/**
 * Starts the API as a process, with every middleware, and on demand the servers to compare it with, on the same
 * database and Redis. Requests count towards the general rate limit, but never reach it.
 */
export async function startBenchServers(): Promise<BenchServers> {
  const [firstPort, database, redis] = await Promise.all([claimPorts(12), createDatabase(), redisUrl()]);
  const stack = planLocalStack({
    ...withoutSettings(process.env),
    PORT_OFFSET: String(firstPort - 4000),
    PORT: String(firstPort + 9),
    STATE_DIR: join(inject('services').stateDir, 'bench', randomUUID()),
    DATABASE_URL: database.databaseUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    REDIS_URL: redis,
    TEMPORAL_ADDRESS: '127.0.0.1:9', // nothing listens there, and no read needs it
    LOG_LEVEL: 'warn',
    RATE_LIMIT_SIGN_IN: 'off',
    RATE_LIMIT_GENERAL: '1000000000/60',
  });
  const supervisor = createSupervisor(stack.folders, (line) => process.stderr.write(`${line}\n`));
  const pool = await openPool(database.ownerUrl, { maxConnections: 2 });
  await supervisor.start(apiProcess(stack, 'built'));
  let ports = firstPort + 9;
  return {
    productUrl: `http://127.0.0.1:${firstPort + 9}`,
    startAnchor: async (anchor, userId) => {
      ports += 1;
      await supervisor.start({
        name: anchor,
        command: process.execPath,
        cwd: repositoryRoot,
        args: [ANCHORS[anchor]],
        env: {
          PATH: process.env['PATH'],
          PORT: String(ports),
          DATABASE_URL: database.databaseUrl,
          REDIS_URL: redis,
          USER_ID: userId,
        },
        stopStage: 0,
        stopTimeoutMs: 5_000,
        readyTimeoutMs: 10_000,
        isReady: async (log) => log.includes('listening'),
      });
      return `http://127.0.0.1:${ports}`;
    },
    pool,
    redisUrl: redis,
    stop: async () => {
      await supervisor.stopAll();
      await pool.end();
      await database.drop();
    },
  };
}
