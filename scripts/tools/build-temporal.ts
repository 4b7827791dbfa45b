import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '#scripts/processes/run-command.ts';

const temporalConfig = fileURLToPath(new URL('../../temporal-config/', import.meta.url));

type Caller = { go: string; progress?: (text: string) => void; signal?: AbortSignal | undefined };

/** Builds the Temporal command (server and Web UI in one program) from the module pinned in temporal-config/cli. */
export async function buildTemporal({ target, version, ...caller }: Caller & { target: string; version: string }) {
  await buildProgram({
    ...caller,
    source: `${temporalConfig}cli`,
    mainPackage: 'github.com/temporalio/cli/cmd/temporal',
    target,
    ldflags: `-s -w -X github.com/temporalio/cli/internal/temporalcli.Version=${version}`,
  });
}

/**
 * Builds the programs of a Temporal cluster from the module pinned in temporal-config/server, next to the Web UI's own
 * configuration.
 */
export async function buildTemporalCluster({ folder, ...caller }: Caller & { folder: string }): Promise<void> {
  const source = `${temporalConfig}server`;
  for (const [program, mainPackage] of Object.entries(clusterPrograms)) {
    await buildProgram({ ...caller, source, mainPackage, target: join(folder, program), ldflags: '-s -w' });
  }
  const webUi = await runCommand(caller.go, ['list', '-m', '-f', '{{.Dir}}', 'github.com/temporalio/ui-server/v2'], {
    cwd: source,
    env: goEnvironment,
  });
  await cp(join(webUi.trim(), 'config'), join(folder, 'ui-config'), { recursive: true });
  // The module cache is read-only, and copies would be too.
  await runCommand('chmod', ['-R', 'u+w', join(folder, 'ui-config')]);
}

/** Builds the gateway of docker-compose.yml from the module in ops/gateway. */
export async function buildGateway({ target, ...caller }: Caller & { target: string }): Promise<void> {
  const source = fileURLToPath(new URL('../../ops/gateway', import.meta.url));
  await buildProgram({
    ...caller,
    source,
    mainPackage: '.',
    target,
    ldflags: '-s -w',
  });
}

/** Builds promtool from the module pinned in ops/prometheus. */
export async function buildPromtool({ target, ...caller }: Caller & { target: string }): Promise<void> {
  await buildProgram({
    ...caller,
    source: fileURLToPath(new URL('../../ops/prometheus', import.meta.url)),
    mainPackage: 'github.com/prometheus/prometheus/cmd/promtool',
    target,
    ldflags: '-s -w',
  });
}

/** Builds Compose from the module in `source`. */
export async function buildCompose({
  version,
  ...caller
}: Caller & { source: string; target: string; version: string }): Promise<void> {
  await buildProgram({
    ...caller,
    mainPackage: 'github.com/docker/compose/v2/cmd',
    ldflags: `-s -w -X github.com/docker/compose/v2/internal.Version=${version}`,
  });
}

/** Named as in docker-compose.yml's images. */
const clusterPrograms = {
  'temporal-server': 'go.temporal.io/server/cmd/server',
  'temporal-sql-tool': 'go.temporal.io/server/cmd/tools/sql',
  'temporal-ui-server': 'github.com/temporalio/ui-server/v2/cmd/server',
};

/**
 * GOWORK, GOFLAGS: the user's own Go settings must not change a build. GOMAXPROCS bounds the number of compilers, which
 * each need memory: with one for each core of a large machine, a build would exceed the 3 GB in docs/performance.md.
 */
const goEnvironment = { ...process.env, CGO_ENABLED: '0', GOWORK: 'off', GOFLAGS: '-mod=readonly', GOMAXPROCS: '2' };

type Build = Caller & { source: string; mainPackage: string; target: string; ldflags: string };

/** Builds a Go program. Takes minutes with empty caches, so it reports `progress`. */
async function buildProgram({ go, source, mainPackage, target, ldflags, progress, signal }: Build): Promise<void> {
  const options = { cwd: source, env: goEnvironment, signal };

  let downloads = 0;
  progress?.('fetching its source, first run only');
  const listed = await runCommand(go, ['list', '-deps', mainPackage], {
    ...options,
    onLine: (line) => {
      if (!line.startsWith('go: downloading ')) return;
      downloads += 1;
      progress?.(`fetching its source, first run only: ${downloads} modules`);
    },
  });

  const total = listed.split('\n').length;
  const packages = new Set(listed.split('\n'));
  // After an interrupted build, fewer packages remain: Go's cache keeps the finished ones.
  let built = 0;
  progress?.('building it from source, first run only');
  await runCommand(go, ['build', '-v', '-trimpath', '-ldflags', ldflags, '-o', target, mainPackage], {
    ...options,
    onLine: (line) => {
      if (!packages.has(line)) return;
      built += 1;
      const percent = Math.floor((built / total) * 100);
      progress?.(`building it from source, first run only: ${percent} % (${built} of at most ${total} packages)`);
    },
  });
}
