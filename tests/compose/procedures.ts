import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright';
import { getSession } from '#contract/auth.ts';
import { syncNow } from '#contract/calendar.ts';
import { resolveChromium } from '#scripts/chromium.ts';
import { sendUpdate } from '#tests/cluster/web-ui.ts';
import { type Newcomer, type Site, signInWithGoogle } from '#tests/faults/newcomer.ts';
import { until } from '#tests/faults/until.ts';
import { LOGIN } from '#tests/support/operator-login.ts';
import { addAuthenticatorApp } from '#tests/support/second-factor.ts';
import { calendarSyncId } from '#workflows/names.ts';
import { expectFailure } from './expect-failure.ts';
import { bringUp, COMPOSE_FILES, HOST, type Installation, recreate, WEB_UI_HOST } from './installation.ts';
import { expectScheduled, meetingOf, setPassword, signUp } from './people.ts';

/** Later than this run ends. */
export const LATER_MS = 3_600_000;
/** Long enough for a worker to pick up research that it serves. */
const PICKED_UP_WITHIN_MS = 15_000;
/** Longer than a process waits for a connection. */
const RECONNECTED_WITHIN_MS = 30_000;
/** Settings that give research its own workers. */
export const APART = {
  COMPOSE_PROFILES: 'apart',
  WORKER_QUEUES: 'core,sync,sync-microsoft,email,billing,webhook,chat',
  WORKER_QUEUES_APART: 'research',
};
/** The container of a worker on the old engine. */
const KEPT = 'foreword-kept-worker';

/** Follows "Change the encryption key" in docs/operations.md. @throws if the calendar does not sync with the new key */
export async function changeKey(site: Installation, { client, userId }: Newcomer): Promise<void> {
  const { compose, folder } = site;
  const file = join(folder, 'secrets/encryption_keys');
  const old = await readFile(file, 'utf8');
  const next = `key2:${randomBytes(32).toString('base64')}`;
  const deploy = async (keys: string) => {
    await writeFile(file, keys);
    await recreate(site, 'api', 'worker');
  };
  await deploy(`${next},${old}`);
  const printed = await compose('run', '--rm', '-T', '--no-deps', 'worker', 're-encrypt');
  if (!/Re-encrypted: [1-9]\d* grants.*under key2\./.test(printed)) throw new Error(printed);
  await deploy(next);
  await expectSync(site, userId, () => client.data(syncNow));
}

/** Expects the user's calendar to be synced by `act`. */
async function expectSync({ ask }: Installation, userId: string, act: () => Promise<unknown>): Promise<void> {
  const lastSync = async () =>
    await ask(`select max(last_sync_at) from calendar_integrations where user_id = '${userId}'`);
  const before = await lastSync();
  await act();
  await until('the calendar is synced', async () => (await lastSync()) !== before, 60_000);
}

/** Syncs a calendar through the Web UI's own form, as an operator who is signed in at the gateway. */
export async function syncThroughWebUi(site: Installation, { userId }: Newcomer): Promise<void> {
  const args = ['--no-sandbox', `--host-resolver-rules=MAP ${WEB_UI_HOST} 127.0.0.1`];
  const browser = await chromium.launch({ executablePath: await resolveChromium(), args });
  try {
    const page = await browser.newPage({ httpCredentials: LOGIN, ignoreHTTPSErrors: true });
    await page.goto(`https://${WEB_UI_HOST}/namespaces/foreword/workflows/${calendarOf(userId)}`);
    await expectSync(site, userId, () => sendUpdate(page, 'syncNow'));
  } finally {
    await browser.close();
  }
}

export async function listWorkflows(site: Installation, { userId }: Newcomer): Promise<void> {
  const list = await runTemporal(site, 'workflow', 'list', '--query', `UserId = '${userId}'`);
  if (!list.includes(calendarOf(userId))) throw new Error(`it lists ${list}`);
}

/** Runs the Temporal CLI like the alias in "Deploy gradually" in docs/operations.md. */
export async function runTemporal({ compose }: Installation, ...args: string[]): Promise<string> {
  const temporal = ['run', '--rm', '-T', '--no-deps', '--entrypoint', 'temporal', 'temporal-schema'];
  return await compose(...temporal, '--address', 'passthrough:///temporal:7233', '--namespace', 'foreword', ...args);
}

/** Returns the id of the workflow of a user's Google calendar. */
export const calendarOf = (userId: string) => calendarSyncId({ userId, provider: 'google' });

/** Syncs a user's calendar with the CLI, as in "A calendar is not synced" in docs/operations.md. */
export async function syncByCommand(site: Installation, userId: string): Promise<void> {
  const update = ['workflow', 'update', 'execute', '--workflow-id', calendarOf(userId)];
  await runTemporal(site, ...update, '--name', 'syncNow');
}

/** Adds two workers, and connections for them, checks that a deploy keeps them, and removes them again. */
export async function scaleWorkers(site: Installation, { userId }: Newcomer): Promise<void> {
  const { compose, configure, ask } = site;
  const count = async () => (await compose('ps', '--quiet', 'worker')).split('\n').length;
  const accepted = async () => (await ask('show max_connections')).trim();
  const restore = await configure({ PG_MAX_CONNECTIONS: '210' });
  await compose('up', '--detach', '--wait', '--no-build', 'postgres');
  if ((await accepted()) !== '210') throw new Error(`Postgres accepts ${await accepted()} connections`);
  const serves = async () => (await fetch(`https://${HOST}/ready`)).status === 200;
  await until('the API has connected again', serves, RECONNECTED_WITHIN_MS);
  await syncByCommand(site, userId);
  await configure({ WORKERS: '3' });
  await compose('up', '--detach', '--wait', '--no-build');
  if ((await count()) !== 3) throw new Error(`there are ${await count()} workers`);
  await recreate(site, 'worker');
  if ((await count()) !== 3) throw new Error(`a deploy left ${await count()} workers`);
  await restore();
  await compose('up', '--detach', '--wait', '--no-build');
  if ((await count()) !== 1) throw new Error('the other workers remain');
}

/** Checks that without a worker for its queue, research waits while the calendar syncs; with its own, it completes. */
export async function pauseResearch(site: Installation, vendors: Site): Promise<void> {
  const { compose, composeWith } = site;
  await composeWith({ WORKER_QUEUES: APART.WORKER_QUEUES })('up', '--detach', '--wait', '--no-build', 'worker');
  const newcomer = await signUp(site, vendors, LATER_MS);
  await until('the calendar is synced', async () => (await meetingOf(site, newcomer)) !== '', 60_000);
  await sleep(PICKED_UP_WITHIN_MS);
  const state = await meetingOf(site, newcomer);
  if (/^(?:completed|failed)/.test(state)) throw new Error(`without a worker its research is ${state}`);
  const restore = await site.configure({ ...APART, WORKERS_APART: '2' });
  await compose('up', '--detach', '--wait', '--no-build');
  const count = (await compose('ps', '--quiet', 'worker-apart')).split('\n').length;
  if (count !== 2) throw new Error(`research has ${count} workers of its own`);
  await expectScheduled(site, newcomer);
  await compose('rm', '--stop', '--force', 'worker-apart');
  await restore();
  await compose('up', '--detach', '--wait', '--no-build', 'worker');
}

/**
 * Moves to an engine outside docker-compose.yml, as in "Another Temporal" in docs/operations.md. Here it is the same
 * engine, reached by its address: Compose must neither start nor await it, and research must complete, even with only
 * the worker that is kept on the old engine. At the end, Compose removes its own engine and starts it again.
 */
export async function leaveEngine(site: Installation, vendors: Site): Promise<void> {
  const { compose, docker } = site;
  const here = { TEMPORAL_ADDRESS: 'temporal:7233', TEMPORAL_NAMESPACE: 'foreword' };
  const restore = await site.configure({ ...here, COMPOSE_FILE: `${COMPOSE_FILES}:ops/temporal-cloud.yml` });
  const services = enginesIn(await compose('config', '--services'));
  if (services.length > 0) throw new Error(`the files still have ${services.join(', ')}`);
  await compose('up', '--detach', '--wait', '--no-build');
  await expectScheduled(site, await signUp(site, vendors, LATER_MS));

  const settings = Object.entries({ ...here, TEMPORAL_API_KEY_FILE: '/dev/null' });
  const options = settings.flatMap(([name, value]) => ['-e', `${name}=${value}`]);
  await compose('run', '--detach', '--no-deps', '--name', KEPT, ...options, 'worker');
  await compose('stop', 'worker');
  await expectScheduled(site, await signUp(site, vendors, LATER_MS));
  await docker.run(['stop', '-t', '45', KEPT]);
  await docker.run(['rm', KEPT]);

  await compose('up', '--detach', '--no-build', '--remove-orphans');
  const inProject = ['--all', '--filter', 'label=com.docker.compose.project=foreword'];
  const containers = enginesIn(await docker.run(['ps', ...inProject, '--format', '{{.Names}}']));
  if (containers.length > 0) throw new Error(`--remove-orphans left ${containers.join(', ')}`);
  await restore();
  await bringUp(site);
}

/** Returns the lines that mention a part of the engine. */
const enginesIn = (names: string) => names.split('\n').filter((name) => /temporal|engine/.test(name));

/** Stops the engine: the API must keep answering, and what it accepts must wait in the outbox. */
export async function stopEngine(site: Installation, vendors: Site): Promise<void> {
  await site.compose('stop', 'temporal');
  const newcomer = await signUp(site, vendors, LATER_MS);
  const { status } = await fetch(`https://${HOST}/health`);
  if (status !== 200) throw new Error(`/health returned ${status} without the engine`);
  if ((await site.ask('select count(*) > 0 from outbox')) !== 't') throw new Error('nothing waits in the outbox');
  await site.compose('up', '--detach', '--wait', '--no-build', 'temporal');
  await expectScheduled(site, newcomer);
}

/** Grants and revokes a role, resets factors, ends sessions, and locks and unlocks an account, all by command. */
export async function administer(site: Installation, vendors: Site): Promise<void> {
  const { compose, ask } = site;
  const { email, userId, client } = await signUp(site, vendors, LATER_MS);
  const isSignedIn = async (each = client) => (await each.data(getSession)).user !== null;
  const inApi = ['exec', '-T', 'api', 'ops/entrypoint.sh', 'admin'];
  const inWorker = ['run', '--rm', '-T', '--no-deps', 'worker'];
  const roleIs = async () => await ask(`select role from users where id = '${userId}'`);

  await compose(...inApi, 'grant', email, 'superadmin');
  if ((await roleIs()) !== 'superadmin') throw new Error(`the role granted is ${await roleIs()}`);
  await compose(...inApi, 'revoke', email, 'superadmin');
  if ((await roleIs()) !== 'user') throw new Error(`the role revoked is ${await roleIs()}`);

  await addAuthenticatorApp(client);
  await compose(...inWorker, 'admin', 'reset-factors', email);
  if (await isSignedIn()) throw new Error('reset-factors left a session');
  for (const whom of [email, '--all']) {
    // After the reset, no second factor is needed.
    const again = await signInWithGoogle(vendors, email);
    if (!(await isSignedIn(again))) throw new Error('the sign-in created no session');
    await compose(...inWorker, 'end-sessions', whom);
    if (await isSignedIn(again)) throw new Error(`end-sessions ${whom} left a session`);
  }

  const last = await signInWithGoogle(vendors, email);
  await compose(...inWorker, 'admin', 'lock', email);
  if (await isSignedIn(last)) throw new Error('lock left a session');
  await expectFailure(signInWithGoogle(vendors, email), 'sign-in failed');
  await compose(...inWorker, 'admin', 'unlock', userId, email);
  // Locking unlinked Google, so the owner needs a new password.
  await setPassword(vendors, email);
}
