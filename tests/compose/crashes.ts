import { getSession } from '#contract/auth.ts';
import type { Newcomer, Site } from '#tests/faults/newcomer.ts';
import { until } from '#tests/faults/until.ts';
import { inspect } from './docker.ts';
import { bringUp, type Installation } from './installation.ts';
import { expectBriefing, expectOneMailEach, expectScheduled, signUp } from './people.ts';

const BACK_WITHIN_MS = 60_000;

/** Fills the worker's memory until the kernel kills it while it handles a meeting. Returns one line of results. */
export async function exhaustWorker(site: Installation, vendors: Site): Promise<string> {
  const { docker, compose } = site;
  const id = (await compose('ps', '--quiet', 'worker')).trim();
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
  const state = () => inspect(docker, id, '{{.RestartCount}} {{.State.Health.Status}}');
  await until('the worker is back', async () => (await state()) === '1 healthy', BACK_WITHIN_MS);
  const seconds = Math.round((Date.now() - began) / 1000);
  const filters = ['--filter', `container=${id}`, '--filter', 'event=oom'];
  const told = await docker.run(['events', '--since', since, '--until', (Date.now() / 1000).toFixed(3), ...filters]);
  if (told === '') throw new Error('the worker did not end at its limit');
  await expectBriefing(site, vendors, newcomer);
  return `the worker was killed at its limit and ready again after ${seconds} s`;
}

/** Kills every container at once while a briefing is scheduled, then starts them all again. Returns one line of results. */
export async function restartHost(site: Installation, vendors: Site, before: Newcomer[]): Promise<string> {
  const { docker, compose } = site;
  const newcomer = await signUp(site, vendors, 180_000);
  await expectScheduled(site, newcomer);
  const counted = await countRows(site);
  await docker.run(['kill', ...(await compose('ps', '--quiet')).split('\n')]);
  const began = Date.now();
  await bringUp(site);
  const seconds = Math.round((Date.now() - began) / 1000);
  const found = await countRows(site);
  if (found !== counted) throw new Error(`rows: ${found} instead of ${counted}`);
  if ((await newcomer.client.data(getSession)).user === null) throw new Error('the restart ended a session');
  await expectBriefing(site, vendors, newcomer);
  await expectOneMailEach(vendors, [...before, newcomer]);
  return `everything was up again after ${seconds} s`;
}

/** Counts the rows of tables whose sizes change only when a user acts. */
async function countRows({ ask }: Installation): Promise<string> {
  const tables = ['users', 'calendars', 'meetings', 'attendees', 'audit_log'];
  const counts = tables.map((table) => `select '${table} ' || count(*) from ${table}`);
  return (await ask(counts.join(' union all '))).replaceAll('\n', ', ');
}
