import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { apiDefaults } from '#api/config.ts';
import { localDatabaseUrls } from '#db/local/roles.ts';
import { sandboxDefaults } from '#sandbox/config.ts';
import { workerDefaults } from '#workers/config.ts';
import { type PortName, type Ports, planPorts } from './ports.ts';
import { repositoryRoot } from './repository.ts';
import { loadSecrets } from './secrets.ts';
import { type StateFolders, stateFolders } from './state.ts';
import { planVendors, type VendorPlan, vendorSettings } from './vendors.ts';

/** Everything decided before the start: where things are stored, what runs here, and the product's settings. */
export type LocalStack = {
  ports: Ports;
  folders: StateFolders;
  vendors: VendorPlan;
  /** Services that run here; false if a setting points to one elsewhere. */
  runsHere: { postgres: boolean; redis: boolean; temporal: boolean };
  /** The settings of all product processes, each of which gets those it reads. */
  env: NodeJS.ProcessEnv;
  publicUrl: string;
  temporalUiUrl: string;
};

/** Settings for how and where an instance runs, and its secrets. */
export const localSettings: readonly string[] = [
  'NODE_ENV',
  'LOG_LEVEL',
  'PORT',
  'PORT_OFFSET',
  'PUBLIC_URL',
  'STATE_DIR',
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'REDIS_URL',
  'TEMPORAL_ADDRESS',
  'TEMPORAL_NAMESPACE',
  'TEMPORAL_UI_URL',
  'SESSION_SECRET',
  'ENCRYPTION_KEYS',
];

/**
 * Returns an environment without the user's settings, so that tests never touch real accounts or the user's own
 * instance.
 */
export function withoutSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const read = [apiDefaults, workerDefaults, sandboxDefaults].flatMap((defaults) => [...defaults.keys()]);
  const dropped = new Set([...localSettings, ...vendorSettings, ...read]);
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !dropped.has(name)));
}

/** Returns the user's settings: the environment, with defaults from the file `.env`. */
export function readUserSettings(root: string = repositoryRoot, environment: NodeJS.ProcessEnv = process.env) {
  const file = join(root, '.env');
  const fromFile = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  return { ...fromFile, ...environment };
}

/**
 * Plans a local instance from the user's settings, with defaults that need nothing beyond this machine.
 * @throws an error naming the missing or invalid setting
 */
export function planLocalStack(given: NodeJS.ProcessEnv): LocalStack {
  const ports = planPorts(given['PORT_OFFSET'], given['PORT'], given['WORKER_PORT']);
  const folders = stateFolders(given['STATE_DIR']);
  const vendors = planVendors(given, ports);
  if (given['DATABASE_URL'] && !given['DATABASE_OWNER_URL']) {
    throw new Error(
      'DATABASE_OWNER_URL is missing. DATABASE_URL needs it: the same database, with the role that owns it.',
    );
  }
  const { databaseUrl, ownerUrl } = localDatabaseUrls(ports.postgres);
  const publicUrl = given['PUBLIC_URL'] || `http://localhost:${ports.product}`;
  const temporalUiUrl = given['TEMPORAL_UI_URL'] || `http://localhost:${ports.temporalUi}`;
  const secrets = given['SESSION_SECRET'] && given['ENCRYPTION_KEYS'] ? {} : loadSecrets(folders.secrets);
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== ''));
  return {
    ports,
    folders,
    vendors,
    runsHere: {
      postgres: !given['DATABASE_URL'],
      redis: !given['REDIS_URL'],
      temporal: !given['TEMPORAL_ADDRESS'],
    },
    publicUrl,
    temporalUiUrl,
    env: {
      LOG_LEVEL: 'info',
      PUBLIC_URL: publicUrl,
      DATABASE_URL: databaseUrl,
      DATABASE_OWNER_URL: ownerUrl,
      REDIS_URL: `redis://127.0.0.1:${ports.redis}`,
      TEMPORAL_ADDRESS: `127.0.0.1:${ports.temporal}`,
      TEMPORAL_NAMESPACE: 'default',
      TEMPORAL_UI_URL: temporalUiUrl,
      SUPPORT_EMAIL: 'support@foreword.test',
      SALES_EMAIL: 'sales@foreword.test',
      // Replaces the video site; the seeded web's sites have a page at any path.
      DEMO_VIDEO_URL: `http://127.0.0.1:${ports.sandboxWeb}/`,
      ...secrets,
      ...set,
      ...vendors.settings,
      // A key for Temporal Cloud, set for its command line, would make the product use TLS with the local server.
      ...(!given['TEMPORAL_ADDRESS'] && { TEMPORAL_API_KEY: undefined }),
      PORT: String(ports.product),
      STATE_DIR: folders.root,
      SANDBOX_VENDORS: vendors.sandboxed.map(({ name }) => name).join(','),
      SANDBOX_STATE_DIR: folders.sandbox,
    },
  };
}

/** Returns the ports this instance will listen on. */
export function neededPorts(stack: LocalStack, withVite: boolean): PortName[] {
  const { runsHere, vendors } = stack;
  return [
    'product',
    'worker',
    ...(withVite ? (['devApi'] as const) : []),
    ...(runsHere.postgres ? (['postgres'] as const) : []),
    ...(runsHere.redis ? (['redis'] as const) : []),
    ...(runsHere.temporal ? (['temporal', 'temporalUi'] as const) : []),
    ...(vendors.sandboxed.length > 0 ? (['sandboxConsole', 'sandboxWeb'] as const) : []),
    ...vendors.sandboxed.map(({ port }) => port),
  ];
}
