import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '#scripts/processes/run-command.ts';
import { repositoryRoot } from '#scripts/stack/repository.ts';
import { installDebianPackages } from '#scripts/tools/debian.ts';
import { findOnPath } from '#scripts/tools/find-on-path.ts';
import { resolveGateway } from '#scripts/tools/gateway.ts';
import { resolveTemporal } from '#scripts/tools/temporal-binary.ts';
import { resolveTemporalCluster } from '#scripts/tools/temporal-cluster.ts';
import { installTool, toolCacheFolder } from '#scripts/tools/tool-cache.ts';
import type { Docker } from './docker.ts';
import type { Installation } from './installation.ts';

const folder = fileURLToPath(new URL('stand-ins', import.meta.url));
const certificates = '/etc/ssl/certs/ca-certificates.crt';

/** A stand-in for an official image: its folder, its image name, and files added to its build context. */
type StandIn = { name: string; image: string; files: Record<string, string> };

/**
 * Builds replacements for official images that cannot be pulled. The programs in them are genuine; only the packaging
 * differs. Returns the names of those built.
 */
export async function makeStandIns(docker: Docker, progress: (text: string) => void): Promise<string[]> {
  const made: string[] = [];
  const suites = new Set<string>();
  for (const { name, image, files } of await listStandIns(progress)) {
    if (await canPull(docker, image)) continue;
    progress(`stand-in for ${image}`);
    const suite = name === 'postgres' || name === 'redis' ? 'sid' : 'bookworm';
    if (!suites.has(suite)) await makeDebian(docker, suite);
    suites.add(suite);
    await buildFrom(docker, join(folder, name), image, files);
    made.push(image);
  }
  return made;
}

async function listStandIns(progress: (text: string) => void): Promise<StandIn[]> {
  const cluster = await resolveTemporalCluster({ progress });
  const built = (...names: string[]) => Object.fromEntries(names.map((name) => [name, join(cluster, name)]));
  const gateway = await resolveGateway({ progress });
  const temporal = await resolveTemporal({ progress });
  const [node, npm, go] = [process.execPath, await findNpm(), await runCommand('go', ['env', 'GOROOT'])];
  return [
    { name: 'node', image: 'node:24.21.0-bookworm-slim', files: { node, npm, 'ca-certificates.crt': certificates } },
    { name: 'golang', image: 'golang:1.26.4-alpine', files: { go, 'ca-certificates.crt': certificates } },
    { name: 'postgres', image: 'postgres:18.4', files: {} },
    { name: 'redis', image: 'redis:8.6.3-alpine', files: {} },
    { name: 'caddy', image: 'caddy:2.11.9', files: { caddy: gateway } },
    { name: 'temporal-server', image: 'temporalio/server:1.31.2', files: built('temporal-server') },
    {
      name: 'temporal-admin-tools',
      image: 'temporalio/admin-tools:1.31.2',
      files: { ...built('temporal-sql-tool'), temporal },
    },
    { name: 'temporal-ui', image: 'temporalio/ui:2.50.1', files: built('temporal-ui-server', 'ui-config') },
  ];
}

async function findNpm(): Promise<string> {
  const command = findOnPath(['npm']);
  if (command === null) throw new Error('There is no npm on PATH.');
  return resolve(dirname(await runCommand('readlink', ['-f', command])), '..');
}

/** Returns whether the official image can be pulled. Stand-ins from earlier runs are rebuilt from cached layers. */
async function canPull(docker: Docker, image: string): Promise<boolean> {
  try {
    await docker.run(['pull', '--quiet', image]);
    return true;
  } catch {
    return false;
  }
}

/** Imports a base system from Debian's packages. */
async function makeDebian(docker: Docker, suite: string): Promise<void> {
  if (findOnPath(['debootstrap']) === null) await installDebianPackages(['debootstrap']);
  const install = async (emptyFolder: string) => {
    const root = join(emptyFolder, 'root');
    const options = ['--variant=minbase', '--include=ca-certificates'];
    await runCommand('debootstrap', [...options, suite, root, 'http://deb.debian.org/debian']);
    await runCommand('tar', ['--create', '--directory', root, '--file', join(emptyFolder, 'root.tar'), '.']);
    await rm(root, { recursive: true });
  };
  const cached = await installTool({ folder: join(toolCacheFolder(), `debian-${suite}`), install });
  const image = `foreword-test/debian:${suite}`;
  const present = await docker.run(['images', '--quiet', image]);
  if (present === '') await docker.run(['import', join(cached, 'root.tar'), image]);
}

/** Builds an image from a folder with a Dockerfile and files from elsewhere. */
async function buildFrom(docker: Docker, source: string, image: string, files: Record<string, string>): Promise<void> {
  const context = await mkdtemp(join(tmpdir(), 'stand-in-'));
  try {
    await cp(source, context, { recursive: true });
    for (const [name, from] of Object.entries(files)) {
      await mkdir(dirname(join(context, name)), { recursive: true });
      await runCommand('cp', ['--recursive', '--dereference', '--preserve=mode,timestamps', from, join(context, name)]);
    }
    await docker.run(['build', '--network=host', '--tag', image, context], { env: { DOCKER_BUILDKIT: '0' } });
  } finally {
    await rm(context, { recursive: true });
  }
}

/** Builds the sandbox with TLS under the vendors' names, and the ACME CA. */
export async function buildVendors(docker: Docker): Promise<void> {
  const source = fileURLToPath(new URL('vendors', import.meta.url));
  await buildFrom(docker, source, 'foreword-test/vendors', { caddy: await resolveGateway({}) });
}

/**
 * Builds the product's images with `docker compose build`, as operators do. The override uses the host's network, since
 * on some machines only the host reaches the package registries.
 */
export async function buildProduct({ docker, folder }: Installation): Promise<void> {
  const override = join(folder, 'build.yml');
  const services = ['api', 'worker', 'migrate', 'register-engine', 'backup', 'gateway'];
  await writeFile(
    override,
    `services:\n${services.map((name) => `  ${name}: { build: { network: host } }\n`).join('')}`,
  );
  const files = ['-f', join(repositoryRoot, 'docker-compose.yml'), '-f', override];
  const from = ['--project-directory', repositoryRoot, '--env-file', join(folder, '.env'), ...files];
  await docker.compose([...from, 'build'], { env: { DOCKER_BUILDKIT: '0' } });
}
