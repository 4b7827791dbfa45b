import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { Client } from 'pg';
import { localSuperuser } from '#db/local/cluster.ts';
import { answersOk } from '#scripts/processes/http-ready.ts';
import { findFreePorts } from '#scripts/processes/ports.ts';
import { runCommand } from '#scripts/processes/run-command.ts';
import { createSupervisor } from '#scripts/processes/supervisor.ts';
import { registerEngine } from '#scripts/register-engine.ts';
import { startPostgres } from '#scripts/stack/postgres.ts';
import { repositoryRoot } from '#scripts/stack/repository.ts';
import type { StateFolders } from '#scripts/stack/state.ts';
import { engineAnswers } from '#scripts/stack/temporal.ts';
import { resolveTemporalCluster } from '#scripts/tools/temporal-cluster.ts';

const TEMPORAL_PASSWORD = 'cluster-test-temporal';
const configFolder = join(repositoryRoot, 'temporal-config');

export type Cluster = { address: string; metricsUrl: string; uiUrl: string; stop: () => Promise<void> };

/**
 * The Temporal cluster of docker-compose.yml without Docker: its programs built from source, its configuration, schema job, namespaces and search
 * attributes as they stand in temporal-config/, on a Postgres with the roles and databases that ops/postgres-init.sh makes.
 */
export async function startCluster(folders: StateFolders, progress: (text: string) => void): Promise<Cluster> {
  const programs = await resolveTemporalCluster({ progress });
  const port = await findFreePorts(12);
  const ports = portsFrom(port);
  const supervisor = createSupervisor(folders, (line) => process.stderr.write(`${line}\n`));
  await startPostgres(supervisor, { dataFolder: folders.postgres, port: ports.postgres, durable: false });
  await createDatabases(ports.postgres);

  await mkdir(folders.temporal, { recursive: true });
  const passwordFile = join(folders.temporal, 'password');
  await writeFile(passwordFile, TEMPORAL_PASSWORD, { mode: 0o600 });
  const database = {
    PATH: [programs, process.env['PATH'] ?? ''].join(delimiter),
    TEMPORAL_DB_ADDRESS: `127.0.0.1:${ports.postgres}`,
    TEMPORAL_DB_PASSWORD_FILE: passwordFile,
  };
  // Twice: every start of the compose file runs it.
  for (const run of ['first', 'second']) {
    progress(`schema, ${run} run`);
    await runCommand(join(configFolder, 'schema.sh'), [], { env: database });
  }

  const address = `127.0.0.1:${ports.frontend}`;
  progress('server');
  await supervisor.start({
    name: 'temporal',
    command: join(programs, 'temporal-server'),
    args: ['start'],
    env: {
      ...database,
      LOG_LEVEL: 'warn',
      TEMPORAL_SERVER_CONFIG_FILE_PATH: join(configFolder, 'server.yaml'),
      TEMPORAL_DYNAMIC_CONFIG_FILE: join(configFolder, 'dynamic.yaml'),
      ...serverPorts(ports),
    },
    stopStage: 2,
    stopTimeoutMs: 15_000,
    readyTimeoutMs: 180_000,
    isReady: () => engineAnswers(address, 'temporal-system'),
  });
  progress('namespaces');
  for (const _ of ['first', 'second']) await registerEngine(address);
  progress('Web UI');
  await supervisor.start({
    name: 'temporal-ui',
    command: join(programs, 'temporal-ui-server'),
    args: ['--root', programs, '--config', 'ui-config', '--env', 'docker', 'start'],
    env: {
      TEMPORAL_ADDRESS: address,
      TEMPORAL_UI_PORT: String(ports.ui),
      TEMPORAL_DEFAULT_NAMESPACE: 'foreword',
      TEMPORAL_CORS_ORIGINS: `http://127.0.0.1:${ports.ui}`,
      TEMPORAL_CSRF_COOKIE_INSECURE: 'true', // there is no TLS on loopback
      TEMPORAL_DISABLE_NEWS_FETCH: 'true',
    },
    stopStage: 1,
    stopTimeoutMs: 5_000,
    readyTimeoutMs: 60_000,
    isReady: () => answersOk(`http://127.0.0.1:${ports.ui}/healthz`),
  });
  return {
    address,
    metricsUrl: `http://127.0.0.1:${ports.metrics}/metrics`,
    uiUrl: `http://127.0.0.1:${ports.ui}`,
    stop: () => supervisor.stopAll(),
  };
}

function portsFrom(first: number) {
  return {
    postgres: first,
    frontend: first + 1,
    history: first + 2,
    matching: first + 3,
    worker: first + 4,
    membership: first + 5, // and the three after it
    metrics: first + 9,
    ui: first + 10,
  };
}

function serverPorts(ports: ReturnType<typeof portsFrom>): Record<string, string> {
  const settings = {
    TEMPORAL_FRONTEND_PORT: ports.frontend,
    TEMPORAL_HISTORY_PORT: ports.history,
    TEMPORAL_MATCHING_PORT: ports.matching,
    TEMPORAL_WORKER_PORT: ports.worker,
    TEMPORAL_FRONTEND_MEMBERSHIP_PORT: ports.membership,
    TEMPORAL_HISTORY_MEMBERSHIP_PORT: ports.membership + 1,
    TEMPORAL_MATCHING_MEMBERSHIP_PORT: ports.membership + 2,
    TEMPORAL_WORKER_MEMBERSHIP_PORT: ports.membership + 3,
    TEMPORAL_METRICS_PORT: ports.metrics,
  };
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)]));
}

/** Runs the statements of ops/postgres-init.sh; what the local cluster has already (roles and database of the product) is passed over. */
async function createDatabases(port: number): Promise<void> {
  const script = readFileSync(join(repositoryRoot, 'ops/postgres-init.sh'), 'utf8');
  const [, statements = ''] = /<<'SQL'\n([\s\S]*)\nSQL\n/.exec(script) ?? [];
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: localSuperuser.name,
    password: localSuperuser.password,
    database: 'postgres',
  });
  await client.connect();
  try {
    for (const statement of statements.replace(/^--.*$/gm, '').split(';')) {
      if (statement.trim() === '' || /foreword_owner|foreword_app/.test(statement)) continue;
      await client.query(statement.replace(/:'temporal'/, `'${TEMPORAL_PASSWORD}'`).replace(/:'\w+'/, "'unused'"));
    }
  } finally {
    await client.end();
  }
}

/** Which services of the cluster speak: each marks its figures with its name. */
export async function listServices({ metricsUrl }: Cluster): Promise<string[]> {
  const text = await (await fetch(metricsUrl)).text();
  return [...new Set([...text.matchAll(/service_name="(\w+)"/g)].map(([, name = '']) => name))].toSorted();
}

/** Whether a pictures folder is wanted: `npm run test:cluster -- docs/pictures/operations`. */
export function picturesFolder(): string | null {
  const [, , folder] = process.argv;
  return folder !== undefined && existsSync(folder) ? folder : null;
}
