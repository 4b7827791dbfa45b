import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '#scripts/processes/run-command.ts';
import { repositoryRoot } from '#scripts/stack/repository.ts';
import { resolveGateway } from '#scripts/tools/gateway.ts';

export type GatewayPorts = { door: number; webUi: number; admin: number; api: number };

/** The operator's login in these tests. */
export const LOGIN = { username: 'ops', password: 'sesame' };

/** Starts the gateway of docker-compose.yml with ops/Caddyfile, in front of an API and a Web UI. */
export async function startGateway(site: {
  ports: GatewayPorts;
  folder: string;
  uiUrl: string;
}): Promise<ChildProcess> {
  const { ports, folder, uiUrl } = site;
  const gateway = await resolveGateway({});
  await mkdir(folder, { recursive: true });
  const users = join(folder, 'users');
  const hash = await runCommand(gateway, ['hash-password', '--plaintext', LOGIN.password]);
  await writeFile(users, `${LOGIN.username} ${hash.trim()}\n`);
  return spawn(gateway, ['run', '--adapter', 'caddyfile', '--config', join(repositoryRoot, 'ops/Caddyfile')], {
    stdio: 'ignore',
    env: {
      PATH: process.env['PATH'],
      XDG_CONFIG_HOME: folder,
      XDG_DATA_HOME: folder,
      CADDY_ADMIN: `127.0.0.1:${ports.admin}`,
      SITE_ADDRESS: `http://127.0.0.1:${ports.door}`,
      API_ADDRESS: `127.0.0.1:${ports.api}`,
      TEMPORAL_UI_ADDRESS: `http://127.0.0.1:${ports.webUi}`,
      TEMPORAL_UI_UPSTREAM: new URL(uiUrl).host,
      TEMPORAL_UI_USERS: users,
    },
  });
}

export async function expectLogin(webUi: string): Promise<void> {
  const without = await fetch(webUi);
  const authorization = `Basic ${Buffer.from(`${LOGIN.username}:${LOGIN.password}`).toString('base64')}`;
  const withLogin = await fetch(webUi, { headers: { authorization } });
  if (without.status !== 401 || withLogin.status !== 200)
    throw new Error(`the Web UI answers ${without.status} without a login, ${withLogin.status} with one`);
}

export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
