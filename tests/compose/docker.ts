import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CommandOptions, runCommand } from '#scripts/processes/run-command.ts';
import { stopProcess } from '#scripts/processes/stop-process.ts';
import { buildCompose } from '#scripts/tools/build-temporal.ts';
import { installDebianPackages } from '#scripts/tools/debian.ts';
import { findOnPath } from '#scripts/tools/find-on-path.ts';
import { installTool, toolCacheFolder } from '#scripts/tools/tool-cache.ts';
import { until } from '#tests/faults/until.ts';

/** The version pinned in tests/compose/compose-tool. */
const composeVersion = '2.40.3';
const composeModule = fileURLToPath(new URL('compose-tool', import.meta.url));

export type Docker = {
  run: (args: string[], options?: CommandOptions) => Promise<string>;
  compose: (args: string[], options?: CommandOptions) => Promise<string>;
  stop: () => Promise<void>;
};

/**
 * Uses this machine's Docker engine if it responds; otherwise installs and starts Debian's, which `stop` shuts down.
 * Images are kept for the next run.
 */
export async function startDocker(progress: (text: string) => void): Promise<Docker> {
  const compose = await resolveCompose(progress);
  const running = (await answers(process.env))
    ? { env: process.env, stop: async () => undefined }
    : await startEngine();
  const inEngine = (options: CommandOptions = {}) => ({ ...options, env: { ...running.env, ...options.env } });
  return {
    run: (args, options) => runCommand('docker', args, inEngine(options)),
    compose: (args, options) => runCommand(compose, args, inEngine(options)),
    stop: running.stop,
  };
}

/** Returns the output of a Go template for a container or image. */
export async function inspect({ run }: Docker, id: string, template: string): Promise<string> {
  return (await run(['inspect', '--format', template, id])).trim();
}

async function answers(env: NodeJS.ProcessEnv): Promise<boolean> {
  try {
    await runCommand('docker', ['version', '--format', '{{.Server.Version}}'], { env });
    return true;
  } catch {
    return false; // no client, or no engine behind it
  }
}

/** Starts an engine, or reuses one that a killed run left behind. */
async function startEngine(): Promise<{ env: NodeJS.ProcessEnv; stop: () => Promise<void> }> {
  if (findOnPath(['dockerd']) === null) await installDebianPackages(['docker.io']);
  // Not in the run's folder, which is deleted: the engine's mounts remain even after it stops.
  const folder = join(toolCacheFolder(), 'docker-engine');
  await mkdir(folder, { recursive: true });
  const [socket, pidFile, logFile] = [join(folder, 'socket'), join(folder, 'pid'), join(folder, 'log')];
  const env = { ...process.env, DOCKER_HOST: `unix://${socket}` };
  if (!(await answers(env))) {
    const log = await open(logFile, 'w');
    const options = [
      `--host=unix://${socket}`,
      `--data-root=${join(toolCacheFolder(), 'docker')}`,
      `--exec-root=${join(folder, 'exec')}`,
      `--pidfile=${pidFile}`,
      // Containers would request a higher limit than this host may be allowed to set.
      '--default-ulimit=nofile=1024:1024',
      // The default since Docker 27: IPv6 addresses for networks that request them.
      '--default-address-pool=base=172.30.0.0/16,size=24',
      '--default-address-pool=base=fd66:6f72:6577::/56,size=64',
    ];
    spawn('dockerd', options, { stdio: ['ignore', log.fd, log.fd], detached: true });
    await log.close();
    await until(`the Docker engine answers (${logFile})`, () => answers(env), 60_000);
  }
  const pid = Number(await readFile(pidFile, 'utf8'));
  return { env, stop: () => stopProcess(pid, 'SIGTERM', 60_000, () => existsSync(`/proc/${pid}`)) };
}

/** Builds Compose once from its Go module: Debian 12 ships only v1, which cannot read docker-compose.yml. */
async function resolveCompose(progress: (text: string) => void): Promise<string> {
  const folder = join(toolCacheFolder(), `compose-${composeVersion}`);
  const install = async (emptyFolder: string) => {
    const go = findOnPath(['go']);
    if (go === null) throw new Error('Compose is built from source: put Go 1.26.4 or newer on PATH.');
    const target = join(emptyFolder, 'docker-compose');
    await buildCompose({ go, progress, source: composeModule, version: composeVersion, target });
  };
  return join(await installTool({ folder, install }), 'docker-compose');
}
