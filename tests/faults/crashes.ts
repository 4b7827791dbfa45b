import { setTimeout as sleep } from 'node:timers/promises';
import { getSession } from '#contract/auth.ts';
import { triggerResearch } from '#contract/research.ts';
import { addBlacklistDomain, getDomainBlacklist } from '#contract/users.ts';
import { sql } from '#db/sql.ts';
import { answersOk } from '#scripts/processes/http-ready.ts';
import { apiProcess, workerProcess } from '#scripts/stack/product.ts';
import type { Cohort } from './cohort.ts';
import type { Fault } from './fault.ts';
import type { Instance } from './instance.ts';
import { startTwin } from './twin.ts';
import { until } from './until.ts';

/** Parts that crash, run twice or are replaced. */
export const crashes: Fault[] = [
  { title: 'kill -9 of the worker', run: killWorker, mayLeaveUnknown: true },
  { title: 'kill -9 of the api while it writes', run: killApi, unaffected: 'all' },
  { title: 'kill -9 of postgres', run: killPostgres, mayLeaveUnknown: true },
  { title: 'kill -9 of redis', run: killRedis, unaffected: 'all' },
  { title: 'two workers and two apis', run: doubleEverything, unaffected: 'all' },
  { title: 'worker and api are replaced', run: replaceBoth, unaffected: 'all' },
];

async function killWorker(instance: Instance): Promise<string> {
  const began = Date.now();
  const pid = instance.pidOf('worker');
  instance.kill('worker');
  const isReplaced = async () => instance.pidOf('worker') !== pid && (await isWorkerReady(instance));
  await until('another worker is ready', isReplaced, 60_000);
  return `another one was ready after ${secondsSince(began)} s`;
}

async function killApi(instance: Instance, { people }: Cohort): Promise<string> {
  const { client, userId } = people.google;
  const acknowledged: string[] = [];
  const refused: string[] = [];
  const isOver = new AbortController();
  const write = async (lane: number) => {
    for (let i = 0; !isOver.signal.aborted; i += 1) {
      const domain = `kept-${lane}-${i}.test`;
      const status = await client.call(addBlacklistDomain, { body: { domain } }).then(
        (answer) => answer.status,
        () => 0,
      );
      (status === 200 ? acknowledged : refused).push(domain);
      await sleep(50);
    }
  };
  const writing = Promise.all([1, 2, 3, 4].map(write));
  await sleep(1_500);
  instance.kill('api');
  const began = Date.now();
  await sleep(300);
  isOver.abort();
  await writing;
  await until('the API serves again', async () => await serves(instance), 60_000);
  const backAfter = secondsSince(began);
  const { excludedDomains } = await client.data(getDomainBlacklist);
  const lost = acknowledged.filter((domain) => !excludedDomains.includes(domain));
  if (acknowledged.length === 0) throw new Error('nothing was acknowledged');
  if (lost.length > 0) throw new Error(`lost: ${lost.join(', ')}`);
  for (const domain of refused) await client.data(addBlacklistDomain, { body: { domain } });
  await pressTwice(instance, people.google, userId);
  return `it served again after ${backAfter} s; none of ${acknowledged.length} acknowledged writes was lost, and ${refused.length} without an answer were accepted when repeated`;
}

/** Requests research twice concurrently, as a page without a response might. */
async function pressTwice({ pool }: Instance, { client }: Cohort['people']['google'], userId: string): Promise<void> {
  const meeting = await pool.one(sql.typeAlias('id')`
    select id from meetings where user_id = ${userId} and briefing_state = 'sent' order by id limit 1
  `);
  const press = () => client.call(triggerResearch, { body: { meetingId: meeting.id, force: true } });
  const answers = await Promise.all([press(), press()]);
  if (answers.some(({ status }) => status !== 200))
    throw new Error(`research returned ${answers.map(({ status }) => status).join(', ')}`);
}

async function killPostgres(instance: Instance, { people }: Cohort): Promise<string> {
  const pids = [instance.pidOf('api'), instance.pidOf('worker')];
  const statuses = new Set<number>();
  instance.kill('postgres');
  const began = Date.now();
  await until(
    'the API serves again',
    async () => {
      const { status, body } = await people.google.client.call(getSession);
      statuses.add(status);
      if (status !== 200 && body.success !== false) throw new Error(`an answer of status ${status} had no envelope`);
      return status === 200;
    },
    60_000,
  );
  const backAfter = secondsSince(began);
  if (String(pids) !== String([instance.pidOf('api'), instance.pidOf('worker')])) throw new Error('a process ended');
  const others = [...statuses].filter((status) => status !== 200 && status !== 503);
  if (others.length > 0) throw new Error(`the API returned ${others.join(', ')}`);
  return `no process ended, each request got a response (${[...statuses].join(', ')}), and it served again after ${backAfter} s`;
}

async function killRedis(instance: Instance, { people }: Cohort): Promise<string> {
  const statuses = new Set<number>();
  instance.kill('redis');
  const began = Date.now();
  await until(
    'the API serves again',
    async () => {
      const { status } = await people.google.client.call(getSession);
      statuses.add(status);
      return status === 200;
    },
    60_000,
  );
  if (statuses.has(401)) throw new Error('a user was signed out');
  if ((await people.google.client.data(getSession)).user === null) throw new Error('the session is gone');
  return `the API served again after ${secondsSince(began)} s, and the sessions survived`;
}

async function doubleEverything(instance: Instance): Promise<string> {
  const { stack } = instance;
  const twins = await Promise.all([
    startTwin(stack, apiProcess(stack, 'built'), 'PORT'),
    startTwin(stack, workerProcess(stack, 'built'), 'WORKER_PORT'),
  ]);
  try {
    await sleep(120_000);
  } finally {
    for (const twin of twins) await twin.stop();
  }
  return 'for two minutes; the second ones were then stopped while working';
}

/** Replaces the worker as in a deploy, starting the new one before stopping the old one, and restarts the API. */
async function replaceBoth(instance: Instance): Promise<string> {
  const { stack } = instance;
  const worker = await startTwin(stack, workerProcess(stack, 'built'), 'WORKER_PORT');
  try {
    const began = Date.now();
    const former = instance.pidOf('worker') ?? 0;
    process.kill(former, 'SIGTERM');
    await until('the former worker has ended', async () => !isAlive(former), 40_000);
    const drainedAfter = secondsSince(began);
    if (drainedAfter > 30) throw new Error(`the worker took ${drainedAfter} s to end`);
    const api = instance.pidOf('api') ?? 0;
    process.kill(api, 'SIGTERM');
    await until('the former API has ended', async () => !isAlive(api), 40_000);
    await until('the API serves again', async () => await serves(instance), 60_000);
    await until('the worker is ready again', () => isWorkerReady(instance), 60_000);
    return `the worker ended ${drainedAfter} s after its stop signal, while another one continued`;
  } finally {
    await worker.stop();
  }
}

const isWorkerReady = ({ stack }: Instance) => answersOk(`http://127.0.0.1:${stack.ports.worker}/ready`);

export const serves = ({ stack }: Instance): Promise<boolean> => answersOk(`${stack.publicUrl}/health`);

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

export const secondsSince = (began: number): number => Math.round((Date.now() - began) / 1000);
