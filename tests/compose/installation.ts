import { randomBytes } from 'node:crypto';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { answersOk } from '#scripts/processes/http-ready.ts';
import { runCommand } from '#scripts/processes/run-command.ts';
import { repositoryRoot } from '#scripts/stack/repository.ts';
import type { Site } from '#tests/faults/newcomer.ts';
import { until } from '#tests/faults/until.ts';
import { LOGIN } from '#tests/support/operator-login.ts';
import type { Docker } from './docker.ts';

export const HOST = 'foreword.example';
export const WEB_UI_HOST = 'temporal.foreword.example';
/** The vendors' container. */
export const VENDORS = 'foreword-vendors';
/** The networks of docker-compose.yml, as Compose names them. */
export const NETWORKS = { inside: 'foreword_inside', outside: 'foreword_outside' };
/** A volume that marks Docker's containers and volumes as this test's. */
const MARK = 'foreword-compose-test';
/** COMPOSE_FILE in `.env`. */
export const COMPOSE_FILES = 'docker-compose.yml:override.yml';
const UP_WITHIN_S = 600;
const VENDOR_HOSTS = [
  'acme-v02.api.letsencrypt.org',
  'accounts.google.com',
  'oauth2.googleapis.com',
  'www.googleapis.com',
  'login.microsoftonline.com',
  'graph.microsoft.com',
  'api.stripe.com',
  'api.anthropic.com',
  'email.us-east-1.amazonaws.com',
  'challenges.cloudflare.com',
];

type Compose = (...args: string[]) => Promise<string>;

export type Installation = {
  docker: Docker;
  folder: string;
  /** The CA that signs for the vendors and, through ACME, for the gateway. */
  authority: string;
  /** Runs `docker compose ARGS` as an operator would in the installation's folder. */
  compose: Compose;
  /** The same, with environment variables that override those in `.env`. */
  composeWith: (settings: Record<string, string>) => Compose;
  /** Sets variables in `.env`. Resolves with a function that restores the file. */
  configure: (settings: Record<string, string>) => Promise<() => Promise<void>>;
  /** Runs a statement in the product's database. Resolves with its rows, one per line. */
  ask: (statement: string) => Promise<string>;
};

/** Prepares a folder as in "Set up one host": the compose file unchanged, with secrets and settings filled in. */
export async function installProduct(docker: Docker, folder: string): Promise<Installation> {
  await mkdir(folder, { recursive: true });
  for (const part of ['docker-compose.yml', 'ops', 'temporal-config'])
    await cp(join(repositoryRoot, part), join(folder, part), { recursive: true });
  const authority = await makeAuthority(folder);
  await runCommand(join(folder, 'ops/make-secrets.sh'), []);
  const keys = makeKeys();
  const secret = (name: string, text: string) => writeFile(join(folder, 'secrets', name), text);
  for (const [name, key] of Object.entries(keys)) {
    if (!IN_ENV.some((other) => other === name)) await secret(name.toLowerCase(), key);
  }
  const inCaddy = ['run', '--rm', 'caddy:2.11.9', 'caddy'];
  const hash = await docker.run([...inCaddy, 'hash-password', '--plaintext', LOGIN.password]);
  await secret('temporal_ui_users', `${LOGIN.username} ${hash.trim()}\n`);
  const ownIds = Object.fromEntries(IN_ENV.map((name) => [name, keys[name]]));
  const example = await readFile(join(repositoryRoot, '.env.example'), 'utf8');
  await writeFile(join(folder, '.env'), fillIn(example, { ...settings, ...ownIds, COMPOSE_FILE: COMPOSE_FILES }));
  await writeFile(join(folder, 'vendors.env'), lines({ ...keys, PUBLIC_URL: settings.PUBLIC_URL }));
  await writeFile(join(folder, 'override.yml'), override(authority));

  const composeWith: Installation['composeWith'] =
    (env) =>
    (...args) =>
      docker.compose(args, { cwd: folder, env });
  const compose = composeWith({});
  const configure: Installation['configure'] = async (changes) => {
    const before = await readFile(join(folder, '.env'), 'utf8');
    await writeFile(join(folder, '.env'), fillIn(before, changes));
    return () => writeFile(join(folder, '.env'), before);
  };
  const psql = ['psql', '--username=postgres', '--dbname=foreword', '--tuples-only', '--no-align', '--command'];
  const ask = (statement: string) => compose('exec', '-T', 'postgres', ...psql, statement);
  return { docker, folder, authority, compose, composeWith, configure, ask };
}

const settings = {
  PUBLIC_URL: `https://${HOST}`,
  TEMPORAL_UI_URL: `https://${WEB_UI_HOST}`,
  SUPPORT_EMAIL: 'support@foreword.test',
  SALES_EMAIL: 'sales@foreword.test',
  SES_REGION: 'us-east-1',
  SES_FROM: 'Foreword <briefings@foreword.test>',
};

/** The keys that are not secret. */
const IN_ENV = ['GOOGLE_CLIENT_ID', 'SES_ACCESS_KEY_ID', 'TURNSTILE_SITE_KEY'] as const;

/** Makes keys that look real, because production refuses the sandbox's. */
function makeKeys() {
  const random = () => randomBytes(16).toString('hex');
  return {
    GOOGLE_CLIENT_ID: `${random()}.apps.googleusercontent.com`,
    GOOGLE_CLIENT_SECRET: random(),
    STRIPE_SECRET_KEY: `sk_live_${random()}`,
    STRIPE_WEBHOOK_SECRET: `whsec_${random()}`,
    ANTHROPIC_API_KEY: `sk-ant-${random()}`,
    SES_ACCESS_KEY_ID: `AKIA${random().slice(0, 16).toUpperCase()}`,
    SES_SECRET_ACCESS_KEY: random(),
    TURNSTILE_SITE_KEY: `0x${random()}`,
    TURNSTILE_SECRET_KEY: `0x${random()}`,
  };
}

/** Returns an override file that changes only names and trusted CAs, not how the containers run. */
function override(authority: string): string {
  const trusting = (name: string) => `
  ${name}:
    environment: { NODE_EXTRA_CA_CERTS: /authority.crt }
    volumes: ["${authority}:/authority.crt:ro"]`;
  return `services:${trusting('api')}${trusting('worker')}${trusting('worker-apart')}${trusting('worker-before')}
  gateway:
    environment: { SSL_CERT_FILE: /authority.crt }
    volumes: ["${authority}:/authority.crt:ro"]
    networks: { outside: { aliases: [${HOST}, ${WEB_UI_HOST}] } }
`;
}

async function makeAuthority(folder: string): Promise<string> {
  const authority = join(folder, 'authority', 'authority.crt');
  await mkdir(join(folder, 'authority'));
  // Longer than the lifetime of the certificates that the gateway's Caddy issues under it.
  const subject = ['-subj', '/CN=Compose test', '-days', '30'];
  const use = ['-addext', 'basicConstraints=critical,CA:TRUE', '-addext', 'keyUsage=critical,keyCertSign,cRLSign'];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const files = ['-keyout', join(folder, 'authority', 'authority.key'), '-out', authority];
  await runCommand('openssl', ['req', '-x509', ...key, ...subject, ...use, ...files]);
  return authority;
}

/** Starts the vendors outside the installation. Resolves with their addresses for this process. */
export async function startVendors({ docker, folder }: Installation): Promise<Site> {
  const ports = [14_001, 14_004, 14_005, 14_006];
  const published = ports.flatMap((port) => ['--publish', `127.0.0.1::${port}`]);
  const keys = ['--env-file', join(folder, 'vendors.env'), '--env', 'NODE_EXTRA_CA_CERTS=/authority/authority.crt'];
  const mounted = [`${repositoryRoot}:/foreword:ro`, `${join(folder, 'authority')}:/authority:ro`];
  const volumes = mounted.flatMap((volume) => ['--volume', volume]);
  const place = ['run', '--detach', '--name', VENDORS];
  await docker.run([...place, ...published, ...keys, ...volumes, 'foreword-test/vendors']);
  await attachVendors(docker);
  return await findVendors(docker);
}

/** Assigns the vendors' host names to their container on the network that reaches the internet. */
async function attachVendors(docker: Docker): Promise<void> {
  const aliases = VENDOR_HOSTS.flatMap((host) => ['--alias', host]);
  await docker.run(['network', 'connect', ...aliases, NETWORKS.outside, VENDORS]);
}

async function findVendors(docker: Docker): Promise<Site> {
  const portOf = async (inside: number) => {
    const shown = await docker.run(['port', VENDORS, `${inside}/tcp`]);
    return Number(/:(\d+)$/m.exec(shown)?.[1]);
  };
  const [google, anthropic, ses, turnstile] = await Promise.all([14_001, 14_004, 14_005, 14_006].map(portOf));
  const site = {
    stack: {
      publicUrl: settings.PUBLIC_URL,
      ports: { google: google ?? 0, anthropic: anthropic ?? 0, ses: ses ?? 0, turnstile: turnstile ?? 0 },
    },
  };
  const urls = Object.values(site.stack.ports).map((port) => `http://127.0.0.1:${port}/_control/journal`);
  await until('the vendors answer', async () => (await Promise.all(urls.map(answersOk))).every(Boolean), 60_000);
  return site;
}

/** Replaces the containers of services, which then read their secrets again. */
export async function recreate({ compose }: Installation, ...services: string[]): Promise<void> {
  await compose('up', '--detach', '--wait', '--force-recreate', '--no-deps', ...services);
}

export async function bringUp({ compose }: Installation): Promise<void> {
  try {
    await compose('up', '--detach', '--wait', '--no-build', '--wait-timeout', String(UP_WITHIN_S));
  } catch (error) {
    console.log(await compose('logs', '--tail', '15', '--no-color'));
    throw error;
  }
}

/**
 * Removes what an interrupted run left behind, and marks what follows as this test's.
 *
 * @throws if Docker has containers or volumes that may belong to a real installation
 */
export async function claimEngine(site: Installation): Promise<void> {
  const { run } = site.docker;
  const ofProject = ['--quiet', '--filter', 'label=com.docker.compose.project=foreword'];
  const found = (await run(['ps', '--all', ...ofProject])) + (await run(['volume', 'ls', ...ofProject]));
  const isOurs = (await run(['volume', 'ls', '--quiet', '--filter', `name=^${MARK}$`])) !== '';
  if (found !== '' && !isOurs)
    throw new Error('Docker has containers or volumes of Foreword, which this test would delete. Run it elsewhere.');
  await run(['volume', 'create', MARK]);
  await removeContainers(site);
}

/** Removes the containers and their volumes. */
export async function removeProduct(site: Installation): Promise<void> {
  await removeContainers(site);
  await site.docker.run(['volume', 'rm', MARK]);
}

async function removeContainers({ docker, compose }: Installation): Promise<void> {
  await docker.run(['rm', '--force', '--volumes', VENDORS]);
  await compose('--profile', '*', 'down', '--volumes', '--remove-orphans');
}

/** Sets variables in the text of `.env`: each on the line that has its name, else on a new one. */
function fillIn(text: string, values: Record<string, string>): string {
  let filled = text;
  for (const [name, value] of Object.entries(values)) {
    const present = new RegExp(`^${name}=.*$`, 'm');
    const line = `${name}=${value}`;
    filled = present.test(filled) ? filled.replace(present, () => line) : `${filled}${line}\n`;
  }
  return filled;
}

const lines = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
