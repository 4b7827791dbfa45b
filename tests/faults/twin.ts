import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answersOk } from '#scripts/processes/http-ready.ts';
import type { ProcessSpec } from '#scripts/processes/managed-process.ts';
import { readPid } from '#scripts/processes/pid-files.ts';
import { findFreePorts } from '#scripts/processes/ports.ts';
import { createSupervisor } from '#scripts/processes/supervisor.ts';
import type { LocalStack } from '#scripts/stack/settings.ts';

/** Starts a second copy of a process with the same settings but its own port. */
export async function startTwin({ folders }: LocalStack, spec: ProcessSpec, portSetting: 'PORT' | 'WORKER_PORT') {
  const folder = mkdtempSync(join(tmpdir(), 'foreword-twin-'));
  const port = await findFreePorts(1);
  const supervisor = createSupervisor({ logs: folders.logs, pids: folder }, (line) =>
    process.stdout.write(`  ${line}\n`),
  );
  await supervisor.start({
    ...spec,
    name: `second-${spec.name}`,
    env: { ...spec.env, [portSetting]: String(port) },
    isReady: () => answersOk(`http://127.0.0.1:${port}/ready`),
  });
  return {
    port,
    pid: readPid(folder, `second-${spec.name}`),
    stop: async () => {
      await supervisor.stopAll();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
