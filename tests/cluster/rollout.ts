import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { answersOk } from '#scripts/processes/http-ready.ts';
import { repositoryRoot } from '#scripts/stack/repository.ts';
import type { Instance } from '#tests/faults/instance.ts';
import { until } from '#tests/faults/until.ts';
import {
  endProcess,
  expectLogin,
  expectNoMetrics,
  findGatewayPorts,
  type GatewayPorts,
  startGateway,
} from './gateway.ts';
import { type Call, startLoad } from './load.ts';

const CLIENTS = 20;
const REPLACEMENTS = 3;
/** Pages, reads and writes. */
const CALLS: Call[] = [
  ['GET', '/'],
  ['GET', '/api/auth/session'],
  ['POST', '/api/auth/sign-out'],
];

/**
 * Replaces the API under load behind the gateway, as `docker compose up -d` does: the old process is stopped before
 * the new one starts. Returns one line of results.
 * @throws if a request failed, the Web UI didn't require its login, or the API's metrics were readable
 */
export async function replaceApiUnderLoad(instance: Instance, uiUrl: string, folder: string): Promise<string> {
  const ports = await findGatewayPorts();
  const gateway = await startGateway({ ports, folder, uiUrl });
  let api = await startApi(ports, instance);
  try {
    await until('the gateway serves', () => answersOk(`http://127.0.0.1:${ports.door}/health`), 60_000);
    await expectLogin(`http://127.0.0.1:${ports.webUi}/`);
    await expectNoMetrics(`http://127.0.0.1:${ports.door}`);
    const load = startLoad(`http://127.0.0.1:${ports.door}`, { clients: CLIENTS, pauseMs: 20, calls: CALLS });
    for (let count = 0; count < REPLACEMENTS; count += 1) {
      await sleep(3_000);
      await endProcess(api);
      api = await startApi(ports, instance);
    }
    await sleep(3_000);
    const { answers, failures, longestMs } = await load.end();
    if (failures.length > 0)
      throw new Error(`${failures.length} of ${answers} requests failed: ${failures.slice(0, 5).join('; ')}`);
    const seconds = (longestMs / 1000).toFixed(1);
    return `${answers} requests, none failed, while the API was replaced ${REPLACEMENTS} times; the longest waited ${seconds} s`;
  } finally {
    await endProcess(api);
    await endProcess(gateway);
  }
}

async function startApi(ports: GatewayPorts, { stack }: Instance): Promise<ChildProcess> {
  // All load comes from one address and would exceed its rate limit.
  const unlimited = { RATE_LIMIT_GENERAL: 'off', RATE_LIMIT_SIGN_IN: 'off' };
  const drain = { API_DRAIN_S: '5', API_SHUTDOWN_GRACE_S: '20' };
  const env = { ...stack.env, ...unlimited, ...drain, PORT: String(ports.api), TRUST_PROXY: '1' };
  const api = spawn(process.execPath, ['api/server.ts'], { cwd: repositoryRoot, env, stdio: 'ignore' });
  await until('the API serves', () => answersOk(`http://127.0.0.1:${ports.api}/health`), 60_000);
  return api;
}
