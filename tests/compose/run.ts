import dns from 'node:dns';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import tls from 'node:tls';
import { createTestState, removeState } from '#scripts/stack/test-state.ts';
import {
  connect,
  countMails,
  LEAD_MINUTES,
  type Newcomer,
  placeMeeting,
  type Site,
  signInWithGoogle,
} from '#tests/faults/newcomer.ts';
import { until } from '#tests/faults/until.ts';
import { tallySteps } from '#tests/support/tally-steps.ts';
import { expectConfined } from './confinement.ts';
import { startDocker } from './docker.ts';
import {
  HOST,
  type Installation,
  installProduct,
  LOGIN,
  removeProduct,
  startVendors,
  WEB_UI_HOST,
} from './installation.ts';
import { buildProduct, buildVendors, makeStandIns } from './stand-ins.ts';

const UP_WITHIN_MS = 600_000;
const BRIEFING_WITHIN_MS = 300_000;

/**
 * `npm run test:compose`: builds the image, starts docker-compose.yml as it is on a Docker engine, and walks from the first sign-up to the
 * briefing. The last line is `N passed, N failed`. The vendors are the sandbox under their own names; images that cannot be fetched are stood in for.
 */
async function runCompose(): Promise<number> {
  const folders = await createTestState();
  const { step, end } = tallySteps();
  const say = (text: string) => console.log(`  ..  ${text}`);
  const closing: (() => Promise<void>)[] = [];
  try {
    const docker = await step('a Docker engine and Compose', () => startDocker(join(folders.root, 'docker'), say));
    closing.push(docker.stop);
    await step('images: the product and the gateway from their Dockerfiles', async () => {
      const made = await makeStandIns(docker, say);
      say(made.length === 0 ? 'every official image was fetched' : `stand-ins of ${made.join(', ')}`);
      await buildProduct(docker);
      await buildVendors(docker);
      say(await describeSize(docker));
    });
    const site = await installProduct(docker, join(folders.root, 'installation'));
    closing.push(() => removeProduct(site));
    const vendors = await step('docker compose up -d --wait, and nothing is left waiting', async () => {
      await removeProduct(site);
      await site.compose('up', '--no-start', '--no-build');
      const started = await startVendors(site);
      await bringUp(site);
      return started;
    });
    await trust(site);
    await step('the gateway has its certificates, and answers over TLS alone', () => expectGateway());
    const newcomer = await step('sign-up, and a calendar connected at Google', () => signUp(site, vendors));
    await step('the briefing leaves', () => expectBriefing(vendors, newcomer));
    await step('the Web UI stands behind its login', () => expectLogin());
    await step('read-only roots, dropped capabilities, limits and networks, seen from inside', () =>
      expectConfined(site),
    );
  } catch {
    // The step has said why.
  } finally {
    for (const close of closing.toReversed()) await close();
    await removeState(folders);
  }
  return end();
}

async function describeSize(docker: Installation['docker']): Promise<string> {
  const bytes = async (image: string) => Number(await docker.run(['image', 'inspect', '--format', '{{.Size}}', image]));
  const [whole, base] = await Promise.all([bytes('foreword:latest'), bytes('node:24.21.0-bookworm-slim')]);
  const mb = Math.round((whole - base) / 1e6);
  if (mb > 450) throw new Error(`the image is ${mb} MB over its base`);
  return `the image is ${mb} MB over its base`;
}

async function bringUp({ compose }: Installation): Promise<void> {
  try {
    await compose('up', '--detach', '--wait', '--no-build', '--wait-timeout', String(UP_WITHIN_MS / 1000));
  } catch (error) {
    console.log(await compose('logs', '--tail', '15', '--no-color'));
    throw error;
  }
}

/** This process believes the authority, and finds the installation where it is published. */
async function trust({ authority }: Installation): Promise<void> {
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), await readFile(authority, 'utf8')]);
  const { lookup } = dns;
  const here = new Set([HOST, WEB_UI_HOST]);
  Object.assign(dns, {
    lookup: (name: string, ...rest: unknown[]) =>
      Reflect.apply(lookup, dns, [here.has(name) ? '127.0.0.1' : name, ...rest]),
  });
}

async function expectGateway(): Promise<void> {
  await until(
    'the certificate comes',
    async () =>
      await fetch(`https://${HOST}/health`).then(
        ({ ok }) => ok,
        () => false,
      ),
    120_000,
  );
  const plain = await fetch(`http://${HOST}/`, { redirect: 'manual' });
  if (plain.status !== 308 || !plain.headers.get('location')?.startsWith('https://'))
    throw new Error(`http answers ${plain.status}`);
  const ready = await fetch(`https://${HOST}/ready`);
  if (ready.status !== 200) throw new Error(`/ready answers ${ready.status}: ${await ready.text()}`);
  const metrics = await fetch(`https://${HOST}/metrics`);
  if (metrics.status !== 404) throw new Error(`/metrics answers ${metrics.status} from outside`);
}

async function signUp(site: Installation, vendors: Site): Promise<Newcomer> {
  const email = `${Date.now().toString(36)}@harborline.test`;
  await site.ask(`insert into whitelist_entries (email, reason) values ('${email}', 'compose run')`);
  await placeMeeting(vendors, email, new Date(Date.now() + LEAD_MINUTES * 60_000 + 60_000));
  const client = await signInWithGoogle(vendors, email);
  const status = await connect(vendors, { email, client });
  if (status !== 200) throw new Error(`connect answered ${status}`);
  return { email, client, userId: (await site.ask(`select id from users where email = '${email}'`)).trim() };
}

async function expectBriefing(vendors: Site, newcomer: Newcomer): Promise<void> {
  await until('the briefing leaves', async () => (await countMails(vendors, newcomer)) > 0, BRIEFING_WITHIN_MS);
  if ((await countMails(vendors, newcomer)) !== 1) throw new Error('it left more than once');
}

async function expectLogin(): Promise<void> {
  const address = `https://${WEB_UI_HOST}/`;
  await until(
    'the certificate comes',
    async () =>
      await fetch(address).then(
        () => true,
        () => false,
      ),
    120_000,
  );
  const authorization = `Basic ${Buffer.from(`${LOGIN.username}:${LOGIN.password}`).toString('base64')}`;
  const [without, withLogin] = [await fetch(address), await fetch(address, { headers: { authorization } })];
  if (without.status !== 401 || withLogin.status !== 200)
    throw new Error(`it answers ${without.status} without the login and ${withLogin.status} with it`);
}

process.exit(await runCompose());
