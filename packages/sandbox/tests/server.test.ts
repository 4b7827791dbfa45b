import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { close, listenOnLoopback } from '#sandbox/start-vendor.ts';
import { calendarWith, connect, control, oauthClient } from '#sandbox/tests/google/google-client.ts';

let stateDir: string;
let portOffset: number;
const children: ChildProcess[] = [];

beforeEach(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'foreword-sandbox-'));
  // Below the ports of other tests, which start at 20,000.
  portOffset = 8_000 + Math.floor(Math.random() * 700) * 10;
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  }
  await rm(stateDir, { recursive: true });
});

test('grants, events and the clock survive kill -9 and a restart', async () => {
  const google = `http://127.0.0.1:${4001 + portOffset}`;
  const first = await start({ SANDBOX_VENDORS: 'google' });
  const { tokens } = await connect(google, { account: 'sam@harborline.test' });
  await control(google, 'clock', { advanceMs: 60_000 });
  const before = await events(google, tokens.access_token ?? '');
  first.kill('SIGKILL');
  await once(first, 'exit');

  await start({ SANDBOX_VENDORS: 'google' });
  const client = oauthClient(google);
  client.setCredentials({ refresh_token: tokens.refresh_token ?? '' });
  const { credentials } = await client.refreshAccessToken();
  expect(before.length).toBeGreaterThan(0);
  expect(await events(google, credentials.access_token ?? '')).toEqual(before);
  expect(await (await fetch(`${google}/_control/clock`)).json()).toMatchObject({ offsetMs: 60_000 });
});

test('the sandbox starts only the configured vendors and exits with 0 on SIGTERM', async () => {
  const child = await start({ SANDBOX_VENDORS: 'turnstile' });
  const health = await (await fetch(`http://127.0.0.1:${4000 + portOffset}/health`)).json();
  expect(health).toEqual({ status: 'ok', vendors: ['turnstile'] });
  expect((await fetch(`http://127.0.0.1:${4007 + portOffset}/`)).status).toBe(200);
  await expect(fetch(`http://127.0.0.1:${4001 + portOffset}/`)).rejects.toThrow('fetch failed');
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('the error for a port in use mentions the port and the remedy', async () => {
  const other = createServer();
  await listenOnLoopback(other, 4006 + portOffset);
  const { code, stderr } = await startAndFail({ SANDBOX_VENDORS: 'turnstile' });
  await close(other);
  expect(code).toBe(1);
  expect(stderr).toContain(`Port ${4006 + portOffset} (sandbox turnstile) is taken`);
  expect(stderr).toContain('PORT_OFFSET');
});

test.each([
  ['production', { NODE_ENV: 'production' }, 'NODE_ENV=production'],
  ['a host that is not loopback', { SANDBOX_HOST: '0.0.0.0' }, 'SANDBOX_HOST'],
  ['an unknown vendor', { SANDBOX_VENDORS: 'google,gogle' }, 'gogle'],
])('startup fails for %s and reports the cause', async (_what, settings, named) => {
  expect(await startAndFail(settings)).toEqual({ code: 1, stderr: expect.stringContaining(named) });
});

function launch(settings: Record<string, string>): ChildProcess {
  const env = { PATH: process.env.PATH, SANDBOX_STATE_DIR: stateDir, PORT_OFFSET: String(portOffset), ...settings };
  const child = spawn(process.execPath, ['packages/sandbox/server.ts'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  return child;
}

async function start(settings: Record<string, string>): Promise<ChildProcess> {
  const child = launch(settings);
  let output = '';
  for await (const chunk of child.stdout ?? []) {
    output += String(chunk);
    if (output.includes('Sandbox is ready')) return child;
  }
  throw new Error(`The sandbox did not start: ${output}`);
}

async function startAndFail(settings: Record<string, string>): Promise<{ code: unknown; stderr: string }> {
  const child = launch(settings);
  let stderr = '';
  child.stdout?.resume();
  child.stderr?.on('data', (chunk) => {
    stderr += String(chunk);
  });
  // On `exit`, some output may still be unread.
  const [code] = await once(child, 'close');
  return { code, stderr };
}

async function events(google: string, accessToken: string): Promise<unknown[]> {
  const { data } = await calendarWith(google, accessToken).events.list({ calendarId: 'primary' });
  return data.items ?? [];
}
