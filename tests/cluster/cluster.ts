import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { Client } from 'pg';
import { localSuperuser } from '#db/local/cluster.ts';
import { type DatabaseUrls, localDatabaseUrls } from '#db/local/roles.ts';
import { registerEngine } from '#ops/commands/register-engine.ts';
import { answersOk } from '#scripts/processes/http-ready.ts';
import { findFreePorts } from '#scripts/processes/ports.ts';
import { runCommand } from '#scripts/processes/run-command.ts';
import { createSupervisor, type Supervisor } from '#scripts/processes/supervisor.ts';
import { startPostgres } from '#scripts/stack/postgres.ts';
import { repositoryRoot } from '#scripts/stack/repository.ts';
import type { StateFolders } from '#scripts/stack/state.ts';
import { engineAnswers } from '#scripts/stack/temporal.ts';
import { resolveTemporalCluster } from '#scripts/tools/temporal-cluster.ts';

const TEMPORAL_PASSWORD = 'cluster-test-temporal';
const configFolder = join(repositoryRoot, 'temporal-config');

export type Cluster = {
  address: string;
  metricsUrl: string;
  uiUrl: string;
  /** The product's database, next to the cluster's own two. */
  database: DatabaseUrls & { port: number };
  stop: () => Promise<void>;
  /** Stops engine and database and keeps their data. */
  halt: () => Promise<void>;
  /** Starts the database, runs `before`, then starts the engine. */
  resume: (before: () => Promise<void>) => Promise<void>;
};

type Options = {
  folders: StateFolders;
  progress: (text: string) => void;
  /** Postgres settings, for example for WAL archiving. */
  postgres?: Record<string, string>;
};

/**
 * Starts the Temporal cluster of docker-compose.yml without Docker: programs built from source, with configuration,
 * schema job, namespaces and search attributes from temporal-config/, on a Postgres set up by ops/postgres-init.sh.
 */
export async function startCluster(options: Options): Promise<Cluster> {
  const { folders, progress } = options;
  const programs = await resolveTemporalCluster({ progress });
  const ports = portsFrom(await findFreePorts(12));
  await mkdir(folders.temporal, { recursive: true });
  const passwordFile = join(folders.temporal, 'password');
  await writeFile(passwordFile, TEMPORAL_PASSWORD, { mode: 0o600 });
  const site: Site = { ...options, programs, ports, passwordFile };

  let supervisors = [await startDatabase(site)];
  await createDatabases(ports.postgres);
  // Twice, because Compose runs it on every start.
  for (const run of ['first', 'second']) {
    progress(`schema, ${run} run`);
    await runCommand(join(configFolder, 'schema.sh'), [], { env: databaseEnvironment(site) });
  }
  supervisors.push(await startEngine(site));
  progress('namespaces');
  for (const _ of ['first', 'second']) await registerEngine(engineAddress(site));

  const halt = async () => {
    for (const supervisor of supervisors.toReversed()) await supervisor.stopAll();
  };
  return {
    address: engineAddress(site),
    metricsUrl: `http://127.0.0.1:${ports.metrics}/metrics`,
    uiUrl: `http://127.0.0.1:${ports.ui}`,
    database: { ...localDatabaseUrls(ports.postgres), port: ports.postgres },
    stop: halt,
    halt,
    resume: async (before) => {
      supervisors = [await startDatabase(site)];
      await before();
      supervisors.push(await startEngine(site));
    },
  };
}

type Site = Options & { programs: string; ports: ReturnType<typeof portsFrom>; passwordFile: string };

const report = (line: string) => void process.stderr.write(`${line}\n`);
const engineAddress = ({ ports }: Site) => `127.0.0.1:${ports.frontend}`;

async function startDatabase({ folders, ports, postgres }: Site): Promise<Supervisor> {
  const supervisor = createSupervisor(folders, report);
  await startPostgres(supervisor, {
    dataFolder: folders.postgres,
    port: ports.postgres,
    durable: postgres !== undefined,
    ...(postgres && { settings: postgres }),
  });
  return supervisor;
}

function databaseEnvironment({ programs, ports, passwordFile }: Site): Record<string, string> {
  return {
    PATH: [programs, process.env['PATH'] ?? ''].join(delimiter),
    TEMPORAL_DB_ADDRESS: `127.0.0.1:${ports.postgres}`,
    TEMPORAL_DB_PASSWORD_FILE: passwordFile,
  };
}

/** Starts the server with all four services, and the Web UI. */
async function startEngine(site: Site): Promise<Supervisor> {
  const { folders, programs, ports, progress } = site;
  const supervisor = createSupervisor(folders, report);
  progress('server');
  await supervisor.start({
    name: 'temporal',
    command: join(programs, 'temporal-server'),
    args: ['start'],
    env: {
      ...databaseEnvironment(site),
      LOG_LEVEL: 'warn',
      TEMPORAL_SERVER_CONFIG_FILE_PATH: join(configFolder, 'server.yaml'),
      TEMPORAL_DYNAMIC_CONFIG_FILE: join(configFolder, 'dynamic.yaml'),
      ...serverPorts(ports),
    },
    stopStage: 2,
    stopTimeoutMs: 15_000,
    readyTimeoutMs: 180_000,
    isReady: () => engineAnswers({ address: engineAddress(site), namespace: 'temporal-system' }),
  });
  progress('Web UI');
  await supervisor.start({
    name: 'temporal-ui',
    command: join(programs, 'temporal-ui-server'),
    args: ['--root', programs, '--config', 'ui-config', '--env', 'docker', 'start'],
    env: {
      TEMPORAL_ADDRESS: engineAddress(site),
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
  return supervisor;
}

/** The settings for the server's ports, which are numbered consecutively in this order. */
const SERVER_PORTS = [
  'TEMPORAL_FRONTEND_PORT',
  'TEMPORAL_HISTORY_PORT',
  'TEMPORAL_MATCHING_PORT',
  'TEMPORAL_WORKER_PORT',
  'TEMPORAL_FRONTEND_MEMBERSHIP_PORT',
  'TEMPORAL_HISTORY_MEMBERSHIP_PORT',
  'TEMPORAL_MATCHING_MEMBERSHIP_PORT',
  'TEMPORAL_WORKER_MEMBERSHIP_PORT',
  'TEMPORAL_METRICS_PORT',
];

function portsFrom(first: number) {
  const frontend = first + 2;
  return {
    postgres: first,
    ui: first + 1,
    frontend,
    metrics: frontend + SERVER_PORTS.indexOf('TEMPORAL_METRICS_PORT'),
  };
}

function serverPorts({ frontend }: ReturnType<typeof portsFrom>): Record<string, string> {
  return Object.fromEntries(SERVER_PORTS.map((name, index) => [name, String(frontend + index)]));
}

/** Runs the statements of ops/postgres-init.sh, except for the product's roles and database, which exist already. */
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

/** Lists the services that export metrics, by their label. */
export async function listServices({ metricsUrl }: Pick<Cluster, 'metricsUrl'>): Promise<string[]> {
  const text = await (await fetch(metricsUrl)).text();
  return [...new Set([...text.matchAll(/service_name="(\w+)"/g)].map(([, name = '']) => name))].toSorted();
}
