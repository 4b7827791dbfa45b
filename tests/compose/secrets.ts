import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getSession } from '#contract/auth.ts';
import { type Site, signInWithGoogle } from '#tests/faults/newcomer.ts';
import { until } from '#tests/faults/until.ts';
import { LOGIN, loginWith } from '#tests/support/operator-login.ts';
import { HOST, type Installation, recreate, WEB_UI_HOST } from './installation.ts';
import { expectRefused, scrape } from './metrics.ts';
import { signUp } from './people.ts';
import { LATER_MS, syncByCommand } from './procedures.ts';

/** Follows "Change another secret" in docs/operations.md, except for vendors' keys. */
export async function changeSecrets(site: Installation, vendors: Site): Promise<void> {
  const { ask, compose } = site;
  // Someone whose emails are not counted later: each new sign-in sends one.
  const { client, email, userId } = await signUp(site, vendors, LATER_MS);
  const isSignedIn = async () => (await client.data(getSession)).user !== null;

  const oldToken = await readSecret(site, 'metrics_token');
  await writeSecret(site, 'metrics_token', random());
  const urls = {
    foreword_app: 'database_url',
    foreword_owner: 'database_owner_url',
    foreword_backup: 'backup_database_url',
  };
  for (const [role, file] of Object.entries(urls)) {
    const password = random();
    await ask(`alter role ${role} password '${password}'`);
    await changeUrl(site, file, password);
  }
  const { status } = await fetch(`https://${HOST}/ready`);
  if (status !== 200) throw new Error(`/ready returned ${status} on connections opened with the old password`);
  await recreate(site, 'api', 'worker');
  for (const [service, port] of [
    ['api', 3000],
    ['workers', 3002],
  ] as const) {
    await scrape(site, service, port);
    await expectRefused(site, service, port, oldToken);
  }
  await compose('run', '--rm', '-T', 'migrate');

  const redis = random();
  await writeSecret(site, 'redis_password', redis);
  await changeUrl(site, 'redis_url', redis);
  await recreate(site, 'redis', 'api');
  if (!(await isSignedIn())) throw new Error('the new Redis password ended a session');
  await writeSecret(site, 'session_secret', random());
  await recreate(site, 'api');
  if (await isSignedIn()) throw new Error('a session outlived the secret that signed it');
  if ((await (await signInWithGoogle(vendors, email)).data(getSession)).user === null)
    throw new Error('nobody can sign in with the new session secret');

  const temporal = random();
  await ask(`alter role temporal password '${temporal}'`);
  await writeSecret(site, 'postgres_temporal_password', temporal);
  await recreate(site, 'temporal');
  await syncByCommand(site, userId);

  await changeLogin(site);
}

/** Renames the operator of the Web UI, then restores the name. */
async function changeLogin(site: Installation): Promise<void> {
  const line = await readSecret(site, 'temporal_ui_users');
  const other = 'second-operator';
  const answerTo = async (name: string) =>
    (await fetch(`https://${WEB_UI_HOST}/`, { headers: loginWith(LOGIN.password, name) })).status;
  const isUp = async (name: string) => (await answerTo(name).catch(() => 0)) === 200;
  await writeSecret(site, 'temporal_ui_users', line.replace(LOGIN.username, other));
  await recreate(site, 'gateway');
  await until('the new operator can sign in', () => isUp(other));
  const former = await answerTo(LOGIN.username);
  if (former !== 401) throw new Error(`the Web UI returned ${former} to a former operator`);
  await writeSecret(site, 'temporal_ui_users', line);
  await recreate(site, 'gateway');
  await until('the operator can sign in again', () => isUp(LOGIN.username));
}

const random = () => randomBytes(24).toString('hex');

const pathOf = ({ folder }: Installation, name: string) => join(folder, 'secrets', name);

async function readSecret(site: Installation, name: string): Promise<string> {
  return await readFile(pathOf(site, name), 'utf8');
}

async function writeSecret(site: Installation, name: string, text: string): Promise<void> {
  await writeFile(pathOf(site, name), text);
}

async function changeUrl(site: Installation, name: string, password: string): Promise<void> {
  const url = new URL(await readSecret(site, name));
  url.password = password;
  await writeSecret(site, name, String(url));
}
