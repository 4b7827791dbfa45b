import { fileURLToPath } from 'node:url';
import { runCommand } from '#scripts/processes/run-command.ts';

const source = fileURLToPath(new URL('../../temporal-config/cli', import.meta.url));
const mainPackage = 'github.com/temporalio/cli/cmd/temporal';

type Build = {
  go: string;
  target: string;
  version: string;
  progress?: (text: string) => void;
  signal?: AbortSignal | undefined;
};

/**
 * Builds the Temporal command (server and Web UI in one program) from the module that temporal-config/cli pins.
 * Takes minutes with empty caches, so `progress` hears how far it is.
 */
export async function buildTemporal({ go, target, version, progress, signal }: Build): Promise<void> {
  // GOWORK, GOFLAGS: settings of the user's own Go projects must not change this build.
  const env = { ...process.env, CGO_ENABLED: '0', GOWORK: 'off', GOFLAGS: '-mod=readonly' };
  const options = { cwd: source, env, signal };

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
  let built = 0;
  progress?.('building it from source, first run only');
  const ldflags = `-s -w -X github.com/temporalio/cli/internal/temporalcli.Version=${version}`;
  await runCommand(go, ['build', '-v', '-trimpath', '-ldflags', ldflags, '-o', target, mainPackage], {
    ...options,
    onLine: (line) => {
      if (!packages.has(line)) return;
      built += 1;
      const percent = Math.floor((built / total) * 100);
      progress?.(`building it from source, first run only: ${percent} % (${built} of ${total} packages)`);
    },
  });
}
