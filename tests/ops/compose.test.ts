import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { apiDefaults, readConfig as readApiConfig } from '#api/config.ts';
import { runCommand } from '#scripts/processes/run-command.ts';
import { repositoryRoot } from '#scripts/stack/repository.ts';
import { findOnPath } from '#scripts/tools/find-on-path.ts';
import { gatewayVersion } from '#scripts/tools/gateway.ts';
import { clusterVersions } from '#scripts/tools/temporal-cluster.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { readConfig as readWorkerConfig, workerDefaults } from '#workers/config.ts';

const service = z.object({
  image: z.string(),
  build: z.string().optional(),
  pull_policy: z.string().optional(),
  command: z.union([z.string(), z.array(z.string())]).optional(),
  environment: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
  volumes: z.array(z.string()).default([]),
  secrets: z.array(z.string()).default([]),
  networks: z
    .union([z.array(z.string()), z.record(z.string(), z.object({ aliases: z.array(z.string()) }).nullable())])
    .default([]),
  ports: z.array(z.string()).default([]),
  restart: z.string().optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
  deploy: z
    .object({ replicas: z.string().optional(), resources: z.object({ limits: z.object({ memory: z.string() }) }) })
    .optional(),
});
const composeFile = z.object({
  services: z.record(z.string(), service),
  networks: z.record(z.string(), z.object({ internal: z.boolean().optional(), enable_ipv6: z.boolean().optional() })),
  volumes: z.record(z.string(), z.null()),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
});

const read = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8');
const text = read('docker-compose.yml');
const compose = composeFile.parse(parse(text, { merge: true }));
const services = Object.entries(compose.services);
const networksOf = (name: string) => {
  const { networks = [] } = compose.services[name] ?? {};
  return Array.isArray(networks) ? networks : Object.keys(networks);
};
const example = parseEnv(read('.env.example'));

describe('in docker-compose.yml', () => {
  test('attack 53: Postgres logs errors without rows or statements', () => {
    expect(compose.services['postgres']?.command).toEqual(
      expect.arrayContaining(['log_error_verbosity=terse', 'log_min_error_statement=panic']),
    );
  });

  test('attack 65: Redis refuses writes before its container runs out of memory', () => {
    const { command, deploy } = compose.services['redis'] ?? {};
    const [, full] = /--maxmemory (\d+)mb /.exec(String(command)) ?? [];
    // Saving its entries can take as much again.
    expect(Number(full)).toBeLessThanOrEqual(0.5 * Number.parseInt(deploy?.resources.limits.memory ?? '0', 10));
  });

  test('the services are exactly those expected', () => {
    expect(Object.keys(compose.services).toSorted()).toEqual([
      'api',
      'backup',
      'backup-folder',
      'gateway',
      'journal-folder',
      'migrate',
      'postgres',
      'redis',
      'register-engine',
      'restore',
      'temporal',
      'temporal-schema',
      'temporal-ui',
      'worker',
      'worker-apart',
      'worker-before',
    ]);
  });

  test.each(services.filter(([, { command }]) => Array.isArray(command) && command.length === 1))(
    '%s runs a role of the image',
    (name, { image, command }) => {
      expect(image).toMatch(/^foreword:/);
      const [role = ''] = command ?? [];
      expect([role, `${role}-apart`, `${role}-before`]).toContain(name);
      expect(read('ops/entrypoint.sh')).toContain(`\n  ${role}) exec node `);
    },
  );

  test.each(services)('%s uses only networks, volumes, secrets and services that exist', (name, each) => {
    expect(Object.keys(compose.networks)).toEqual(expect.arrayContaining(networksOf(name)));
    expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(Object.keys(each.depends_on)));
    expect(Object.keys(compose.secrets)).toEqual(expect.arrayContaining(each.secrets));
    const sources = each.volumes.map((volume) => volume.split(':')[0] ?? '');
    const missing = sources.filter((source) =>
      source.startsWith('./') ? !existsSync(join(repositoryRoot, source)) : !(source in compose.volumes),
    );
    expect(missing).toEqual([]);
    // Each secret file that a setting points to must be mounted.
    const files = Object.values(each.environment).filter((value) => String(value).startsWith('/run/secrets/'));
    expect(each.secrets).toEqual(
      expect.arrayContaining(files.map((file) => String(file).replace('/run/secrets/', ''))),
    );
  });

  test.each(services.filter(([, { restart }]) => restart === 'unless-stopped'))(
    'long-running %s has a health check and limits',
    (_, { healthcheck, deploy }) => {
      expect(healthcheck).toBeDefined();
      expect(deploy).toBeDefined();
    },
  );

  test.each(services)('%s starts after its dependencies are healthy or complete', (_, each) => {
    for (const [name, { condition }] of Object.entries(each.depends_on)) {
      const runsOn = compose.services[name]?.restart === 'unless-stopped';
      expect(condition).toBe(runsOn ? 'service_healthy' : 'service_completed_successfully');
    }
  });

  test('only the gateway is exposed, and data services and Temporal have no internet access', () => {
    expect(services.filter(([, { ports }]) => ports.length > 0).map(([name]) => name)).toEqual(['gateway']);
    expect(compose.networks['inside']?.internal).toBe(true);
    for (const name of ['postgres', 'redis', 'temporal']) expect(networksOf(name)).toEqual(['inside']);
  });

  test.each(['api', 'worker', 'migrate', 'register-engine'])('%s can reach an external Postgres or engine', (name) => {
    expect(networksOf(name)).toEqual(['outside', 'inside']);
  });

  test('Prometheus finds the API and engine by name, and every worker by a shared alias', () => {
    const names = read('ops/prometheus/prometheus.yml').matchAll(/names: \[(.+?)\]/g);
    expect([...names].map(([, name]) => name)).toEqual(['api', 'workers', 'temporal']);
    const workers = services.filter(([, { environment }]) => 'WORKER_PORT' in environment);
    expect(workers.map(([name]) => name)).toEqual(['worker', 'worker-apart', 'worker-before']);
    for (const [, { networks }] of workers) expect(networks).toMatchObject({ inside: { aliases: ['workers'] } });
  });

  test('attack 48: the gateway sees the addresses of IPv6 clients', () => {
    expect(networksOf('gateway')).toEqual(['outside']);
    expect(compose.networks['outside']?.enable_ipv6).toBe(true);
  });

  test('every secret is a file named in make-secrets.sh, and none is read from .env', () => {
    const made = read('ops/make-secrets.sh');
    for (const [name, { file }] of Object.entries(compose.secrets)) {
      expect(file).toBe(`./secrets/${name}`);
      expect(made).toMatch(new RegExp(`\\b${name}\\b`));
    }
    const asked = [...text.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name);
    expect(asked.filter((name) => /SECRET|PASSWORD|TOKEN|_KEY$/.test(name))).toEqual([
      'VAPID_PUBLIC_KEY',
      'TURNSTILE_SITE_KEY',
    ]);
    expect(read('.gitignore')).toContain('secrets/\n');
    expect(read('.dockerignore')).toContain('secrets\n');
  });

  test('the previous worker uses an existing image, is never built, and serves every queue', () => {
    const { worker, 'worker-before': before } = compose.services;
    expect(before).toEqual({
      ...worker,
      image: '${FOREWORD_BEFORE:-latest}'.replace(/^/, 'foreword:'),
      build: undefined,
      pull_policy: 'never',
      environment: { ...worker?.environment, WORKER_BUILD_ID: '${FOREWORD_BEFORE:-}', WORKER_QUEUES: '' },
    });
  });

  test('attack 47: every worker reads the journal that the API writes', () => {
    const { api, worker } = compose.services;
    expect(worker?.environment['JOURNAL_DIR']).toBe(api?.environment['JOURNAL_DIR']);
    expect([api?.volumes, worker?.volumes]).toEqual([['journal:/journal'], ['journal:/journal:ro']]);
  });

  test('worker-apart is never built and otherwise differs from worker only in its queues and replicas', () => {
    const { worker, 'worker-apart': apart } = compose.services;
    expect(apart).toEqual({
      ...worker,
      build: undefined,
      environment: { ...worker?.environment, WORKER_QUEUES: '${WORKER_QUEUES_APART:-}' },
      deploy: { ...worker?.deploy, replicas: '${WORKERS_APART:-1}' },
    });
  });

  test('a new release changes only the foreword image', () => {
    const named = services.filter(([, { image }]) => image.includes('${')).map(([, { image }]) => image.split(':')[0]);
    expect([...new Set(named)]).toEqual(['foreword']);
  });

  test('every setting from .env is listed in .env.example', () => {
    const asked = new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name));
    expect(Object.keys(example)).toEqual(expect.arrayContaining([...asked]));
  });

  test('Temporal, its Web UI and the gateway have the versions that test:cluster tests', () => {
    expect(compose.services['temporal']?.image).toBe(`temporalio/server:${clusterVersions.server}`);
    expect(compose.services['temporal-schema']?.image).toBe(`temporalio/admin-tools:${clusterVersions.server}`);
    expect(compose.services['gateway']?.build).toBe('./ops/gateway');
    expect(read('ops/gateway/Dockerfile')).toContain(`\nFROM caddy:${gatewayVersion}\n`);
    expect(read('ops/gateway/go.mod')).toContain(`github.com/caddyserver/caddy/v2 v${gatewayVersion}\n`);
    expect(compose.services['temporal-ui']?.image).toBe(`temporalio/ui:${clusterVersions.ui}`);
  });
});

describe('docker-compose.yml passes the settings that operators can change, and no unknown ones, to', () => {
  const filled = (name: string) => {
    const environment = compose.services[name]?.environment ?? {};
    return Object.fromEntries(
      Object.entries(environment).map(([key, value]) => [key.replace(/_FILE$/, ''), fill(key, String(value))]),
    );
  };

  // The grace for stopping is fixed, since `stop_grace_period` in the same file must be longer.
  test.each([
    ['api', apiDefaults, readApiConfig, ['API_SHUTDOWN_GRACE_S']],
    ['worker', workerDefaults, readWorkerConfig, ['WORKER_SHUTDOWN_GRACE_S', 'STATE_DIR']],
  ] as const)('the %s', (name, known, readConfig, fixed) => {
    const settings = filled(name);
    const isStandIn = (key: string) => key.endsWith('_BASE_URL');
    expect([...known.keys()].filter((key) => !(key in settings) && !isStandIn(key))).toEqual(fixed);
    // Both roles share one block; it may hold settings that one of them ignores.
    const shared = new Set(['GOOGLE_CLIENT_SECRET', 'MICROSOFT_CLIENT_SECRET', 'STRIPE_SECRET_KEY']);
    const unknown = Object.keys(settings).filter((key) => !known.has(key) && !shared.has(key));
    expect(unknown).toEqual([]);
    expect(() => readConfig(settings)).not.toThrow();
  });
});

/** Replaces a placeholder with a value as an operator would set it. */
function fill(name: string, value: string): string {
  const samples: Record<string, string> = {
    SES_FROM: 'Foreword <briefings@foreword.example>',
    PUBLIC_URL: 'https://foreword.example',
    ENCRYPTION_KEYS_FILE: `key1:${Buffer.alloc(32, 1).toString('base64')}`,
    VAPID_PRIVATE_KEY_FILE: 'x'.repeat(43),
    SUPPORT_EMAIL: 'support@foreword.example',
    SALES_EMAIL: 'sales@foreword.example',
    DATABASE_URL_FILE: 'postgres://foreword_app:x@postgres:5432/foreword',
    REDIS_URL_FILE: 'redis://redis:6379',
  };
  const fallback = /:-(.*)\}$/.exec(value)?.[1];
  if (name in samples) return samples[name] ?? '';
  if (name.startsWith('MICROSOFT')) return '';
  if (fallback !== undefined) return fallback;
  return /^\$|^\/run/.test(value) ? 'x'.repeat(40) : value;
}

describe('the operator script', () => {
  test.each([
    'ops/entrypoint.sh',
    'ops/postgres-init.sh',
    'ops/make-secrets.sh',
    'ops/restore.sh',
    'ops/backup/archive.sh',
    'ops/backup/is-healthy.sh',
    'ops/backup/decrypt.sh',
    'ops/backup/unarchive.sh',
    'temporal-config/schema.sh',
  ])('%s is executable', (path) => {
    expect(statSync(join(repositoryRoot, path)).mode & 0o100).toBe(0o100);
  });
});

describe('make-secrets.sh', () => {
  const folder = temporaryFolder();
  const script = () => join(folder(), 'ops/make-secrets.sh');
  beforeEach(() => {
    for (const name of ['ops', 'temporal-config', 'secrets']) mkdirSync(join(folder(), name));
    cpSync(join(repositoryRoot, 'ops/make-secrets.sh'), script());
  });

  test('never writes empty secrets if openssl is missing', async () => {
    symlinkSync(findOnPath(['dirname']) ?? '', join(folder(), 'dirname'));
    await expect(runCommand(script(), [], { env: { PATH: folder() } })).rejects.toThrow(/openssl is missing/);
    expect(readdirSync(join(folder(), 'secrets'))).toEqual([]);
  });

  test('fills empty secrets and keeps the others', async () => {
    const secret = (name: string) => join(folder(), 'secrets', name);
    writeFileSync(secret('session_secret'), '');
    writeFileSync(secret('metrics_token'), 'chosen');
    writeFileSync(secret('backup_public_key'), 'a key');
    await runCommand(script(), []);
    expect(readFileSync(secret('session_secret'), 'utf8')).toHaveLength(48);
    expect(readFileSync(secret('metrics_token'), 'utf8')).toBe('chosen');
  });

  test('lets containers read mounted files that only their owner could read', async () => {
    chmodSync(join(folder(), 'temporal-config'), 0o700);
    chmodSync(script(), 0o700);
    await runCommand(script(), []);
    const modes = ['temporal-config', 'ops/make-secrets.sh'].map((path) => statSync(join(folder(), path)).mode & 0o777);
    expect(modes).toEqual([0o755, 0o755]);
  });
});
