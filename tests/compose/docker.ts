import { spawn } from 'node:child_process';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CommandOptions, runCommand } from '#scripts/processes/run-command.ts';
import { stopProcess } from '#scripts/processes/stop-process.ts';
import { buildCompose } from '#scripts/tools/build-temporal.ts';
import { installDebianPackages } from '#scripts/tools/debian.ts';
import { findOnPath } from '#scripts/tools/find-on-path.ts';
import { installTool, toolCacheFolder } from '#scripts/tools/tool-cache.ts';
import { until } from '#tests/faults/until.ts';

/** The version that tests/compose/compose-tool pins. */
const composeVersion = '2.40.3';
const composeModule = fileURLToPath(new URL('compose-tool', import.meta.url));

export type Docker = {
  run: (args: string[], options?: CommandOptions) => Promise<string>;
  compose: (args: string[], options?: CommandOptions) => Promise<string>;
  stop: () => Promise<void>;
};

/**
 * The Docker engine of this machine where one answers, else Debian's, started here and ended by `stop`; its images stay for the next run.
 *
 * @param folder for the engine's own files while it runs
 */
export async function startDocker(folder: string, progress: (text: string) => void): Promise<Docker> {
  const compose = await resolveCompose(progress);
  const running = (await answers(process.env))
    ? { env: process.env, stop: async () => undefined }
    : await startEngine(folder);
  const inEngine = (options: CommandOptions = {}) => ({ ...options, env: { ...running.env, ...options.env } });
  return {
    run: (args, options) => runCommand('docker', args, inEngine(options)),
    compose: (args, options) => runCommand(compose, args, inEngine(options)),
    stop: running.stop,
  };
}

async function answers(env: NodeJS.ProcessEnv): Promise<boolean> {
  try {
    await runCommand('docker', ['version', '--format', '{{.Server.Version}}'], { env });
    return true;
  } catch {
    return false; // no client, or no engine behind it
  }
}

async function startEngine(folder: string): Promise<{ env: NodeJS.ProcessEnv; stop: () => Promise<void> }> {
  if (findOnPath(['dockerd']) === null) await installDebianPackages(['docker.io']);
  await mkdir(folder, { recursive: true });
  const socket = `unix://${join(folder, 'socket')}`;
  const log = await open(join(folder, 'log'), 'a');
  const engine = spawn(
    'dockerd',
    [
      `--host=${socket}`,
      `--data-root=${join(toolCacheFolder(), 'docker')}`,
      `--exec-root=${join(folder, 'exec')}`,
      `--pidfile=${join(folder, 'pid')}`,
      // The host may not raise its own limit, and every container would ask for more.
      '--default-ulimit=nofile=1024:1024',
      // What engines from 27 on have by themselves: networks get IPv6 addresses where the compose file asks for them.
      '--default-address-pool=base=172.30.0.0/16,size=24',
      '--default-address-pool=base=fd66:6f72:6577::/56,size=64',
    ],
    { stdio: ['ignore', log.fd, log.fd], detached: true },
  );
  const env = { ...process.env, DOCKER_HOST: socket };
  await until(`the Docker engine answers (${join(folder, 'log')})`, () => answers(env), 60_000);
  return {
    env,
    stop: async () => {
      if (engine.pid !== undefined)
        await stopProcess(engine.pid, 'SIGTERM', 60_000, () => engine.exitCode === null && engine.signalCode === null);
      await log.close();
    },
  };
}

/** Built once from its Go module: Debian 12 has the first Compose alone, which does not know this file. */
async function resolveCompose(progress: (text: string) => void): Promise<string> {
  const folder = join(toolCacheFolder(), `compose-${composeVersion}`);
  const install = async (emptyFolder: string) => {
    const go = findOnPath(['go']);
    if (go === null) throw new Error('Compose is built from source: put Go 1.26.4 or newer on PATH.');
    await buildCompose({
      go,
      progress,
      source: composeModule,
      version: composeVersion,
      target: join(emptyFolder, 'docker-compose'),
    });
  };
  return join(await installTool({ folder, install }), 'docker-compose');
}
