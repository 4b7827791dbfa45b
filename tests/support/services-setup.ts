import type { TestProject } from 'vitest/node';
import { migrate } from '#scripts/migrate.ts';
import { findFreePorts } from '#scripts/processes/ports.ts';
import { createSupervisor } from '#scripts/processes/supervisor.ts';
import { startPostgres } from '#scripts/stack/postgres.ts';
import { startRedis } from '#scripts/stack/redis.ts';
import { type StateFolders, stateFolders } from '#scripts/stack/state.ts';
import { startTemporal } from '#scripts/stack/temporal.ts';
import { createTestState, removeState } from '#scripts/stack/test-state.ts';
import { type TestServices, testServicesSchema } from './test-services.ts';

const redisDatabases = 512;
const namespaceCount = 128;

/**
 * Starts the services of a test run once, whichever kinds of tests ask for them, and tells the tests where they are.
 * `npm test` names the state folder and deletes it; a run of vitest alone has one of its own.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const running = process.env['TEST_SERVICES'];
  if (running) {
    project.provide('services', testServicesSchema.parse(JSON.parse(running)));
    return undefined;
  }
  const given = process.env['TEST_STATE_DIR'];
  const folders = given ? stateFolders(given) : await createTestState();
  const supervisor = createSupervisor(folders, (line) => process.stderr.write(`${line}\n`));
  const stop = async () => {
    delete process.env['TEST_SERVICES'];
    await supervisor.stopAll();
    if (!given) await removeState(folders);
  };
  try {
    const services = await startServices(supervisor, folders);
    process.env['TEST_SERVICES'] = JSON.stringify(services);
    project.provide('services', services);
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

async function startServices(
  supervisor: ReturnType<typeof createSupervisor>,
  folders: StateFolders,
): Promise<TestServices> {
  const postgresPort = await findFreePorts(3);
  const [redisPort, temporalPort] = [postgresPort + 1, postgresPort + 2];
  const temporalNamespaces = Array.from({ length: namespaceCount }, (_, index) => `test-${index + 1}`);
  const redis = startRedis(supervisor, { dataFolder: folders.redis, port: redisPort, databases: redisDatabases });
  const engine = startTemporal(supervisor, {
    dataFolder: folders.temporal,
    port: temporalPort,
    uiPort: null,
    namespaces: temporalNamespaces,
  });
  const database = startPostgres(supervisor, {
    dataFolder: folders.postgres,
    port: postgresPort,
    durable: false,
  }).then(({ ownerUrl }) => migrate(ownerUrl));
  // Where one fails, the others are up or given up before everything is stopped, so that nothing is left behind.
  await Promise.allSettled([redis, engine, database]);
  await database;
  return {
    postgresPort,
    redisUrl: await redis,
    redisDatabases,
    temporalAddress: await engine,
    temporalNamespaces,
    stateDir: folders.root,
  };
}
