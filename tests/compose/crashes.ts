import type { Site } from '#tests/faults/newcomer.ts';
import { until } from '#tests/faults/until.ts';
import type { Installation } from './installation.ts';
import { expectBriefing, signUp } from './people.ts';

const BACK_WITHIN_MS = 60_000;

/** Fills the worker's memory until the kernel kills it while it handles a meeting. Returns one line of results. */
export async function exhaustWorker(site: Installation, vendors: Site): Promise<string> {
  const { docker, compose } = site;
  const id = (await compose('ps', '--quiet', 'worker')).trim();
  const inspect = async (field: string) => (await docker.run(['inspect', '--format', `{{${field}}}`, id])).trim();
  const since = (Date.now() / 1000).toFixed(3);
  const newcomer = await signUp(site, vendors, 60_000);
  const began = Date.now();
  // /tmp counts towards the limit. The kernel kills the largest process, the worker, and its container with it.
  await compose('exec', '-T', 'worker', 'dd', 'if=/dev/zero', 'of=/tmp/filling', 'bs=1M', 'count=2048').then(
    () => {
      throw new Error('the worker has more memory than its limit');
    },
    () => undefined,
  );
  await until(
    'the worker is back',
    async () => (await inspect('.RestartCount')) === '1' && (await inspect('.State.Health.Status')) === 'healthy',
    BACK_WITHIN_MS,
  );
  const seconds = Math.round((Date.now() - began) / 1000);
  const filters = ['--filter', `container=${id}`, '--filter', 'event=oom'];
  const told = await docker.run(['events', '--since', since, '--until', (Date.now() / 1000).toFixed(3), ...filters]);
  if (told === '') throw new Error('it was not its limit that ended it');
  await expectBriefing(site, vendors, newcomer);
  return `the worker was ended at its limit and ready again after ${seconds} s`;
}
