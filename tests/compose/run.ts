import dns from 'node:dns';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import tls from 'node:tls';
import { createTestState, removeState } from '#scripts/stack/test-state.ts';
import { expectNoMetrics } from '#tests/cluster/gateway.ts';
import { until } from '#tests/faults/until.ts';
import { tallySteps } from '#tests/support/tally-steps.ts';
import { backUp, changeBackupKey, deleteOldBackups, expectArchived, restoreToEnd, restoreToMoment } from './backups.ts';
import { deployGradually } from './builds.ts';
import { expectConfined } from './confinement.ts';
import { exhaustWorker, restartHost } from './crashes.ts';
import { startDocker } from './docker.ts';
import {
  bringUp,
  claimEngine,
  HOST,
  type Installation,
  installProduct,
  removeProduct,
  startVendors,
  WEB_UI_HOST,
} from './installation.ts';
import { expectLogin } from './logins.ts';
import { expectScraped } from './metrics.ts';
import { expectBriefing, signUp } from './people.ts';
import {
  administer,
  changeKey,
  leaveEngine,
  listWorkflows,
  pauseResearch,
  scaleWorkers,
  stopEngine,
  syncThroughWebUi,
} from './procedures.ts';
import { deployUnderLoad, expectShortOutage, replaceGateway } from './releases.ts';
import { changeSecrets } from './secrets.ts';
import { buildProduct, buildVendors, makeStandIns } from './stand-ins.ts';
import { expectQuickStarts } from './starts.ts';

/**
 * `npm run test:compose`: builds the image, starts docker-compose.yml unchanged on a Docker engine, and goes from the
 * first sign-up through deploys, crashes and the operators' commands to a restored backup. The vendors are the sandbox
 * under their own names; stand-ins replace images that cannot be pulled. The last line is `N passed, N failed`.
 */
async function runCompose(): Promise<number> {
  const folders = await createTestState();
  const { step, line, end } = tallySteps();
  const say = (text: string) => line(`  ..  ${text}`);
  const closing: (() => Promise<void>)[] = [];
  try {
    const docker = await step('a Docker engine and Compose are ready', startDocker);
    closing.push(docker.stop);
    await step('official images are pulled, or stand-ins built', async (progress) => {
      const made = await makeStandIns(docker, progress);
      say(made.length === 0 ? 'every official image was fetched' : `stand-ins for ${made.join(', ')}`);
      await buildVendors(docker);
    });
    const site = await installProduct(docker, join(folders.root, 'installation'));
    await step('Docker has no installation that this run would delete', () => claimEngine(site));
    closing.push(() => removeProduct(site));
    await step('docker compose build builds the product and gateway images', async () => {
      await buildProduct(site);
      say(await describeSize(docker));
      await expectOneNode(docker);
    });
    const vendors = await step('docker compose up -d --wait brings everything up', async () => {
      await site.compose('up', '--no-start', '--no-build');
      const started = await startVendors(site);
      await bringUp(site);
      return started;
    });
    await trust(site);
    await step('the gateway has its certificates and answers only over TLS', () => expectGateway());
    const newcomer = await step('a newcomer signs up and connects a Google calendar', () =>
      signUp(site, vendors, 60_000),
    );
    await step('the briefing is sent', () => expectBriefing(site, vendors, newcomer));
    await step('the Web UI requires its login', () => expectLogin(site));
    await step('an operator syncs a calendar through the Web UI', () => syncThroughWebUi(site, newcomer));
    await step('metrics are read with the token at the addresses in ops/prometheus/prometheus.yml', async () =>
      say(await expectScraped(site)),
    );
    await step('read-only roots, dropped capabilities, limits and networks apply inside the containers', () =>
      expectConfined(site),
    );
    await step('releases are deployed and rolled back under load', async () =>
      say(await deployUnderLoad(site, newcomer)),
    );
    const outageMs = await step('a new gateway keeps its certificates', () => replaceGateway(site));
    say(`nothing responded for ${(outageMs / 1000).toFixed(1)} s`);
    await step('a worker that reaches its memory limit restarts, and its meeting gets its briefing', async () =>
      say(await exhaustWorker(site, vendors)),
    );
    const people = [newcomer];
    await step('all containers are killed and started again: nothing is lost', async () =>
      say(await restartHost(site, vendors, people)),
    );
    await step('the encryption key is changed', () => changeKey(site, newcomer));
    await step('other secrets are changed', () => changeSecrets(site, vendors));
    await step("the engine's own command lists a user's workflows", () => listWorkflows(site, newcomer));
    await step('builds are deployed gradually', () => deployGradually(site, vendors, newcomer));
    await step('operators grant roles, reset second factors, lock accounts and end sessions', () =>
      administer(site, vendors),
    );
    const old = await step('the backup key pair is changed, and the alert metrics show the gap', () =>
      changeBackupKey(site),
    );
    await step('old backups and their WAL are deleted', () => deleteOldBackups(site, old));
    const past = await step('a base backup is taken', () => backUp(site, vendors));
    await step('two more workers are started, then stopped', () => scaleWorkers(site, newcomer));
    await step('research waits while no worker serves its queue, and a dedicated worker completes it', () =>
      pauseResearch(site, vendors),
    );
    await step('the product runs with an engine outside docker-compose.yml', () => leaveEngine(site, vendors));
    await step('a sign-up made while the engine is down continues once it is back', () => stopEngine(site, vendors));
    await step('WAL since the backup is archived automatically', () => expectArchived(site, vendors, past));
    await step('a restore to the end loses nothing and sends no email twice', async () =>
      say(await restoreToEnd(site, vendors, past, people)),
    );
    await step('a restore to an earlier moment on a new host does not resend unknown mail', async () =>
      say(await restoreToMoment(site, vendors, past, people)),
    );
    // Last, since these two can fail just because the machine is slow, and a failed step ends the run.
    await step('replacing the gateway left requests unanswered for at most 10 s', async () =>
      expectShortOutage(outageMs),
    );
    await step('API and worker start within 3 s of CPU time', async () => say(await expectQuickStarts(site)));
  } catch {
    // The step has reported the error.
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

/** Expects the image to contain only one Node and no compiler. */
async function expectOneNode(docker: Installation['docker']): Promise<void> {
  const programs = ['node', 'gcc', 'gcc-[0-9]*', 'g++*', 'cc', 'make', 'tsc', 'esbuild', 'python3*'];
  const names = programs.flatMap((name) => ['-o', '-name', name]);
  // Compilers are usually links to the version installed.
  const find = ['/', '-xdev', '(', '-type', 'f', '-o', '-type', 'l', ')', '-perm', '/111', '(', ...names.slice(1), ')'];
  const asRoot = ['run', '--rm', '--user', 'root', '--entrypoint', 'find'];
  const found = await docker.run([...asRoot, 'foreword:latest', ...find]);
  if (found.trim() !== '/usr/local/bin/node') throw new Error(`the image contains ${found}`);
}

/** Makes this process trust the CA and resolve the installation's names to this machine. */
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
    throw new Error(`http returned ${plain.status}`);
  let answered = '';
  await until(
    () => `/ready returns 200, and not ${answered}`,
    async () => {
      const ready = await fetch(`https://${HOST}/ready`);
      answered = `${ready.status}: ${await ready.text()}`;
      return ready.status === 200;
    },
    30_000,
  );
  await expectNoMetrics(`https://${HOST}`);
}

process.exit(await runCompose());
