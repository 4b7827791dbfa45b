import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';
import { type Call, type Load, startLoad } from '#tests/cluster/load.ts';
import type { Newcomer } from '#tests/faults/newcomer.ts';
import { inspect } from './docker.ts';
import { expectFailure } from './expect-failure.ts';
import { HOST, type Installation } from './installation.ts';

/** docs/operations.md: nothing responds for a few seconds. */
const GATEWAY_BACK_WITHIN_MS = 10_000;
/** docs/operations.md: the gateway holds requests this long while no API can take them. */
const LONGEST_WAIT_MS = 30_000;

/**
 * Deploys two releases under load with the commands of "Deploy, and roll back" in docs/operations.md, rolls the second
 * one back and deploys it again. Returns one line of results.
 * @throws if a request failed or waited too long, or the wrong containers were replaced
 */
export async function deployUnderLoad(site: Installation, { client }: Newcomer): Promise<string> {
  const { compose, configure, docker } = site;
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const replace = async () => {
    await compose('up', '--detach', '--wait', '--no-build', '--no-deps', 'api');
    await compose('up', '--detach', '--wait', '--no-build');
  };
  const switchTo = async (release: string) => {
    await configure({ FOREWORD_VERSION: release });
    await replace();
  };
  const deploy = async (release: string) => {
    await makeRelease(site, 'foreword', release);
    await configure({ FOREWORD_VERSION: release });
    await compose('run', '--rm', '-T', 'migrate');
    await replace();
  };
  const moves: [release: string, move: () => Promise<void>][] = [
    ['first', () => deploy('first')],
    ['second', () => deploy('second')],
    ['first', () => switchTo('first')],
    ['second', () => switchTo('second')],
  ];
  const [seen, failed]: [number[], string[]] = [[], []];
  let longestMs = 0;
  for (const [release, move] of moves) {
    const before = await idsOf(site);
    const loads = startLoads(cookie);
    await sleep(3_000);
    await move();
    await sleep(3_000);
    for (const load of loads) {
      const { answers, failures, longestMs: longest } = await load.end();
      seen.push(answers);
      failed.push(...failures);
      longestMs = Math.max(longestMs, longest);
    }
    const after = await idsOf(site);
    for (const role of ['api', 'worker'])
      if (after.get(role) === before.get(role)) throw new Error(`${role} was not replaced`);
    if (after.get('gateway') !== before.get('gateway')) throw new Error('the gateway was replaced');
    const [image, wanted] = await Promise.all([
      inspect(docker, after.get('api') ?? '', '{{.Image}}'),
      inspect(docker, `foreword:${release}`, '{{.Id}}'),
    ]);
    if (image !== wanted) throw new Error(`the API runs ${image}, not the ${release} release`);
  }
  const running = await idsOf(site);
  await expectFailure(switchTo('unknown'), 'failed with exit code');
  if ((await idsOf(site)).get('api') !== running.get('api'))
    throw new Error('a release without an image replaced the API');
  await configure({ FOREWORD_VERSION: 'second' });
  const answers = seen.reduce((sum, count) => sum + count, 0);
  if (failed.length > 0)
    throw new Error(`${failed.length} of ${answers} requests failed: ${failed.slice(0, 5).join('; ')}`);
  if (longestMs > LONGEST_WAIT_MS) throw new Error(`a request waited ${longestMs} ms`);
  return `${answers} requests, none failed, in ${moves.length} replacements; the longest waited ${(longestMs / 1000).toFixed(1)} s`;
}

/** Starts the loads. Pages and /health have no rate limit; the others stay below the limits per user and address. */
function startLoads(cookie: string): Load[] {
  const toCalls = (method: Call[0], ...paths: string[]): Call[] => paths.map((path) => [method, path]);
  const start = (load: Parameters<typeof startLoad>[1]) => startLoad(`https://${HOST}`, load);
  return [
    start({ clients: 10, pauseMs: 50, calls: toCalls('GET', '/', '/health') }),
    start({ clients: 1, pauseMs: 800, calls: toCalls('POST', '/api/auth/sign-out') }),
    start({ clients: 1, pauseMs: 800, calls: toCalls('GET', '/api/auth/session', '/api/meetings'), cookie }),
  ];
}

/**
 * Deploys a release with a new gateway. Returns how long nothing responded, in milliseconds.
 * @throws if the gateway lost its certificate
 */
export async function replaceGateway(site: Installation): Promise<number> {
  const before = await idsOf(site);
  const certificate = await certificateOf(HOST);
  await makeRelease(site, 'foreword-gateway', 'next');
  const isOver = new AbortController();
  const outage = longestOutage(isOver.signal);
  await site.compose('up', '--detach', '--wait', '--no-build');
  await sleep(1_000);
  isOver.abort();
  const outageMs = await outage;
  const after = await idsOf(site);
  if (after.get('gateway') === before.get('gateway')) throw new Error('the gateway was not replaced');
  if (after.get('api') !== before.get('api')) throw new Error('the API was replaced');
  if ((await certificateOf(HOST)) !== certificate) throw new Error('it has another certificate');
  return outageMs;
}

/** @throws if nothing responded for longer than docs/operations.md says */
export function expectShortOutage(outageMs: number): void {
  if (outageMs > GATEWAY_BACK_WITHIN_MS) throw new Error(`nothing responded for ${outageMs} ms`);
}

/** Resolves with the longest time without a response, in milliseconds. */
async function longestOutage(isOver: AbortSignal): Promise<number> {
  let [longest, last] = [0, Date.now()];
  while (!isOver.aborted) {
    const isUp = await fetch(`https://${HOST}/health`, { signal: AbortSignal.timeout(1_000) }).then(
      ({ ok }) => ok,
      () => false,
    );
    const now = Date.now();
    longest = Math.max(longest, now - last);
    if (isUp) last = now;
    await sleep(50);
  }
  return longest;
}

/** Returns the SHA-256 fingerprint of a host's certificate. */
async function certificateOf(servername: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect({ host: '127.0.0.1', port: 443, servername }, () => {
    resolve(socket.getPeerCertificate().fingerprint256);
    socket.end();
  });
  socket.once('error', reject);
  return await promise;
}

/** Tags the same content as `release` and `latest`, in a new image: Compose compares only image ids. */
async function makeRelease({ docker }: Installation, image: string, release: string): Promise<void> {
  const id = (await docker.run(['create', `${image}:latest`])).trim();
  await docker.run(['commit', '--change', `LABEL release=${release}`, id, `${image}:${release}`]);
  await docker.run(['tag', `${image}:${release}`, `${image}:latest`]);
  await docker.run(['rm', id]);
}

async function idsOf({ compose }: Installation): Promise<Map<string, string>> {
  const lines = (await compose('ps', '--format', '{{.Service}} {{.ID}}')).split('\n');
  return new Map(lines.map((line) => [line.split(' ')[0] ?? '', line.split(' ')[1] ?? '']));
}
