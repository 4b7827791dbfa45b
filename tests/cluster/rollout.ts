import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { answersOk } from '#scripts/processes/http-ready.ts';
import { findFreePorts } from '#scripts/processes/ports.ts';
import { runCommand } from '#scripts/processes/run-command.ts';
import { repositoryRoot } from '#scripts/stack/repository.ts';
import { resolveGateway } from '#scripts/tools/gateway.ts';
import { until } from '#tests/faults/faults.ts';
import type { Instance } from '#tests/faults/instance.ts';

const CLIENTS = 20;
const REPLACEMENTS = 3;

type Site = { gateway: string; ports: { door: number; webUi: number; admin: number; api: number }; folder: string };

/**
 * Replaces the API under load, as `docker compose up -d` does: the old one is told to stop, and the new one starts when it has ended. In front stands the
 * gateway of docker-compose.yml with ops/Caddyfile. Returns what was seen, in one line.
 *
 * @throws where a request failed, or somebody came to the Web UI without the login.
 */
export async function replaceApiUnderLoad(instance: Instance, uiUrl: string, folder: string): Promise<string> {
  const first = await findFreePorts(4);
  const ports = { door: first, webUi: first + 1, admin: first + 2, api: first + 3 };
  const site: Site = { gateway: await resolveGateway({}), ports, folder };
  const gateway = await startGateway(site, uiUrl);
  let api = await startApi(site, instance);
  try {
    await until('the gateway serves', () => answersOk(`http://127.0.0.1:${ports.door}/health`), 60_000);
    await expectLogin(`http://127.0.0.1:${ports.webUi}/`);
    const load = startLoad(ports.door);
    for (let count = 0; count < REPLACEMENTS; count += 1) {
      await sleep(3_000);
      await end(api);
      api = await startApi(site, instance);
    }
    await sleep(3_000);
    const { answers, failures, longestMs } = await load.end();
    if (failures.length > 0)
      throw new Error(`${failures.length} of ${answers} requests failed: ${failures.slice(0, 5).join('; ')}`);
    const seconds = (longestMs / 1000).toFixed(1);
    return `${answers} requests, none failed, while the API was replaced ${REPLACEMENTS} times; the longest waited ${seconds} s`;
  } finally {
    await end(api);
    await end(gateway);
  }
}

async function startApi({ ports }: Site, { stack }: Instance): Promise<ChildProcess> {
  // The whole load comes from one address, which is more than the limits grant it.
  const unlimited = { RATE_LIMIT_GENERAL: 'off', RATE_LIMIT_SIGN_IN: 'off' };
  const drain = { API_DRAIN_S: '5', API_SHUTDOWN_GRACE_S: '20' };
  const env = { ...stack.env, ...unlimited, ...drain, PORT: String(ports.api), TRUST_PROXY: '1' };
  const api = spawn(process.execPath, ['api/server.ts'], { cwd: repositoryRoot, env, stdio: 'ignore' });
  await until('the API serves', () => answersOk(`http://127.0.0.1:${ports.api}/health`), 60_000);
  return api;
}

async function startGateway({ gateway, ports, folder }: Site, uiUrl: string): Promise<ChildProcess> {
  await mkdir(folder, { recursive: true });
  const users = join(folder, 'users');
  const hash = await runCommand(gateway, ['hash-password', '--plaintext', 'sesame']);
  await writeFile(users, `ops ${hash.trim()}\n`);
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

async function expectLogin(webUi: string): Promise<void> {
  const without = await fetch(webUi);
  const authorization = `Basic ${Buffer.from('ops:sesame').toString('base64')}`;
  const withLogin = await fetch(webUi, { headers: { authorization } });
  if (without.status !== 401 || withLogin.status !== 200)
    throw new Error(`the Web UI answers ${without.status} without a login, ${withLogin.status} with one`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

/** Pages, reads and writes, each client one after the other on connections that stay open. */
function startLoad(port: number) {
  const agent = new Agent({ keepAlive: true });
  const failures: string[] = [];
  const over = new AbortController();
  let [answers, longestMs] = [0, 0];
  const client = async () => {
    while (!over.signal.aborted) {
      for (const [method, path] of CALLS) {
        const began = Date.now();
        const outcome = await call(agent, { port, method, path });
        answers += 1;
        longestMs = Math.max(longestMs, Date.now() - began);
        if (outcome !== '200') failures.push(`${method} ${path}: ${outcome}`);
        await sleep(20);
      }
    }
  };
  const clients = Array.from({ length: CLIENTS }, client);
  return {
    end: async () => {
      over.abort();
      await Promise.all(clients);
      agent.destroy();
      return { answers, failures, longestMs };
    },
  };
}

const CALLS = [
  ['GET', '/'],
  ['GET', '/api/auth/session'],
  ['POST', '/api/auth/sign-out'],
] as const;

type Call = { port: number; method: string; path: string };

/** The status, or what went wrong on the way. */
async function call(agent: Agent, { port, method, path }: Call): Promise<string> {
  const body = method === 'POST' ? '{}' : undefined;
  const headers = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': body.length };
  const { promise, resolve } = Promise.withResolvers<string>();
  const sent = request({ agent, host: '127.0.0.1', port, method, path, headers }, (answer) => {
    answer.resume();
    answer.once('end', () => resolve(String(answer.statusCode)));
    answer.once('error', (error) => resolve(error.message));
  });
  sent.once('error', (error) => resolve(error.message));
  sent.end(body);
  return await promise;
}
