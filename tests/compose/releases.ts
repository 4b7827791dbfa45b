import { setTimeout as sleep } from 'node:timers/promises';
import { startLoad } from '#tests/cluster/load.ts';
import type { Newcomer } from '#tests/faults/newcomer.ts';
import { HOST, type Installation } from './installation.ts';

const RELEASES = 2;

/**
 * Deploys another image under load with the commands of "Deploy, and roll back" in docs/operations.md.
 * Returns one line of results.
 * @throws if a request failed
 */
export async function deployUnderLoad(site: Installation, { client }: Newcomer): Promise<string> {
  const [seen, failed]: [number[], string[]] = [[], []];
  let longestMs = 0;
  for (let release = 1; release <= RELEASES; release += 1) {
    await makeRelease(site, release);
    const before = await idsOf(site);
    // Pages and /health are unlimited; the other calls stay below the limits per user and address.
    const loads = [
      startLoad(`https://${HOST}`, {
        clients: 10,
        pauseMs: 50,
        calls: [
          ['GET', '/'],
          ['GET', '/health'],
        ],
      }),
      startLoad(`https://${HOST}`, { clients: 1, pauseMs: 800, calls: [['POST', '/api/auth/sign-out']] }),
      startLoad(`https://${HOST}`, {
        clients: 1,
        pauseMs: 800,
        calls: [
          ['GET', '/api/auth/session'],
          ['GET', '/api/meetings'],
        ],
        cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      }),
    ];
    await sleep(3_000);
    await site.compose('run', '--rm', '-T', 'migrate');
    await site.compose('up', '--detach', '--wait', '--no-build', '--no-deps', 'api');
    await site.compose('up', '--detach', '--wait', '--no-build');
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
  }
  const answers = seen.reduce((sum, count) => sum + count, 0);
  if (failed.length > 0)
    throw new Error(`${failed.length} of ${answers} requests failed: ${failed.slice(0, 5).join('; ')}`);
  return `${answers} requests, none failed, in ${RELEASES} deploys; the longest waited ${(longestMs / 1000).toFixed(1)} s`;
}

/** Commits the same content as a new image, since Compose compares image ids only. */
async function makeRelease({ docker }: Installation, release: number): Promise<void> {
  const id = (await docker.run(['create', 'foreword:latest'])).trim();
  await docker.run(['commit', '--change', `LABEL release=${release}`, id, 'foreword:latest']);
  await docker.run(['rm', id]);
}

async function idsOf({ compose }: Installation): Promise<Map<string, string>> {
  const lines = (await compose('ps', '--format', '{{.Service}} {{.ID}}')).split('\n');
  return new Map(lines.map((line) => [line.split(' ')[0] ?? '', line.split(' ')[1] ?? '']));
}
