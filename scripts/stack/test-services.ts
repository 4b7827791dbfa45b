import * as z from 'zod';
import { migrate } from '#ops/commands/migrate.ts';
import { findFreePorts } from '#scripts/processes/ports.ts';
import { createSupervisor, type Supervisor } from '#scripts/processes/supervisor.ts';
import { startPostgres } from './postgres.ts';
import { startRedis } from './redis.ts';
import type { StateFolders } from './state.ts';
import { startTemporal } from './temporal.ts';
import { createTestState, removeState } from './test-state.ts';

/** The addresses of the services of a test run. */
export const testServicesSchema = z.object({
  postgresPort: z.number(),
  redisUrl: z.string(),
  redisDatabases: z.number(),
  temporalAddress: z.string(),
  /** Ports reserved for the tests. */
  ports: z.object({ first: z.number(), last: z.number() }),
  stateDir: z.string(),
});

export type TestServices = z.infer<typeof testServicesSchema>;

const redisDatabases = 1024;
/** Ports for tests: a run uses about 800, so concurrent runs rarely collide. */
const ports = { from: 20_000, to: 32_000, count: 2_000 };

/** Runs `run` with services of its own and deletes their state afterwards. */
export async function withServices<T>(run: (services: TestServices) => Promise<T>): Promise<T> {
  const folders = await createTestState();
  const supervisor = createSupervisor(folders, (line) => process.stderr.write(`${line}\n`));
  try {
    return await run(await startServices(supervisor, folders));
  } finally {
    await supervisor.stopAll();
    await removeState(folders);
  }
}

/** Starts the services tests depend on: Postgres with a migrated template, Redis and Temporal. */
export async function startServices(supervisor: Supervisor, folders: StateFolders): Promise<TestServices> {
  const postgresPort = await findFreePorts(3);
  const [redisPort, temporalPort] = [postgresPort + 1, postgresPort + 2];
  const redis = startRedis(supervisor, { dataFolder: folders.redis, port: redisPort, databases: redisDatabases });
  const engine = startTemporal(supervisor, {
    namespace: 'default',
    dataFolder: folders.temporal,
    port: temporalPort,
    uiPort: null,
  });
  const database = startPostgres(supervisor, {
    dataFolder: folders.postgres,
    port: postgresPort,
    durable: false,
  }).then(({ ownerUrl }) => migrate(ownerUrl));
  // If one fails, the others must settle before everything is stopped, so that nothing is left running.
  await Promise.allSettled([redis, engine, database]);
  await database;
  const firstPort = ports.from + Math.floor(Math.random() * (ports.to - ports.from - ports.count));
  return {
    postgresPort,
    redisUrl: await redis,
    redisDatabases,
    temporalAddress: await engine,
    ports: { first: firstPort, last: firstPort + ports.count - 1 },
    stateDir: folders.root,
  };
}
