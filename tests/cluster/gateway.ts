import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request, type Server } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { findFreePorts } from '#scripts/processes/ports.ts';
import { runCommand } from '#scripts/processes/run-command.ts';
import { repositoryRoot } from '#scripts/stack/repository.ts';
import { resolveGateway } from '#scripts/tools/gateway.ts';
import { LOGIN, loginWith } from '#tests/support/operator-login.ts';

export type GatewayPorts = { door: number; webUi: number; admin: number; api: number };

/** Finds free ports for the gateway and an API behind it. */
export async function findGatewayPorts(): Promise<GatewayPorts> {
  const door = await findFreePorts(4);
  return { door, webUi: door + 1, admin: door + 2, api: door + 3 };
}

/**
 * Starts the gateway of docker-compose.yml with ops/gateway/Caddyfile, in front of an API and a Web UI.
 * @param site.options Lines to add to the file's global options, such as those for a load balancer.
 */
export async function startGateway(site: {
  ports: GatewayPorts;
  folder: string;
  uiUrl: string;
  options?: string;
}): Promise<ChildProcess> {
  const { ports, folder, uiUrl, options = '' } = site;
  const gateway = await resolveGateway({});
  await mkdir(folder, { recursive: true });
  const users = join(folder, 'users');
  const hash = await runCommand(gateway, ['hash-password', '--plaintext', LOGIN.password]);
  await writeFile(users, `${LOGIN.username} ${hash.trim()}\n`);
  const caddyfile = await readFile(join(repositoryRoot, 'ops/gateway/Caddyfile'), 'utf8');
  const config = join(folder, 'Caddyfile');
  await writeFile(
    config,
    caddyfile.replace(/^\{\n/m, (opening) => opening + options),
  );
  return spawn(gateway, ['run', '--adapter', 'caddyfile', '--config', config], {
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

/** Checks that the API's metrics cannot be read from outside. */
export async function expectNoMetrics(url: string): Promise<void> {
  for (const path of ['/metrics', '/metrics/']) {
    const { status } = await fetch(`${url}${path}`);
    if (status !== 404) throw new Error(`${path} returned ${status} from outside`);
  }
}

export async function expectLogin(webUi: string): Promise<void> {
  const without = await fetch(webUi);
  const withLogin = await fetch(webUi, { headers: loginWith(LOGIN.password) });
  if (without.status !== 401 || withLogin.status !== 200)
    throw new Error(`the Web UI returned ${without.status} without a login, ${withLogin.status} with one`);
}

/** Makes a server listen, by default on a free port. */
export async function listen(server: Server, on?: number): Promise<{ url: string; close: () => void }> {
  const port = on ?? (await findFreePorts(1));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, close };
}

/** Requests `/` of this machine from another of its addresses. */
export async function askFrom(
  localAddress: string,
  port: number,
  headers: Record<string, string>,
): Promise<{ status: number; body: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request({ host: '127.0.0.1', port, localAddress, headers }, resolve).once('error', reject).end();
  const response = await promise;
  return { status: response.statusCode ?? 0, body: await text(response) };
}

export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
