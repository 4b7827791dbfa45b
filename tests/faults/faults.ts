import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { getSession } from '#contract/auth.ts';
import { sql } from '#db/sql.ts';
import { briefingJitterMs } from '#domain/briefing-schedule.ts';
import type { Instance } from './instance.ts';
import { connectGoogle, control, createNewcomer, LEAD_MINUTES, type Newcomer, vendorUrl } from './newcomer.ts';

/** `run` resolves with what was seen, in one line, and throws when it is not what is promised. */
export type Fault = { title: string; run: (instance: Instance) => Promise<string> };

export const faults: Fault[] = [
  { title: 'kill -9 of the worker in the middle of research', run: killWorkerInResearch },
  { title: 'kill -9 of the worker while a briefing waits to be due', run: killWorkerInWait },
  { title: 'kill -9 of the worker while the mail service is answering', run: killWorkerInSend },
  { title: 'kill -9 of the api right after a 2xx on connect', run: killApiAfterConnect },
  { title: 'kill -9 of postgres right after a 2xx on connect', run: killPostgresAfterConnect },
  { title: 'redis stands still for 60 s while a briefing is due', run: freezeRedis },
  { title: 'the engine stands still for 60 s while a calendar is connected', run: freezeEngine },
];

/** A crashed activity is given up for lost after its heartbeat timeout. */
const HEARTBEAT_MS = 60_000;
const SLOW_MODEL_MS = 20_000;

async function killWorkerInResearch(instance: Instance): Promise<string> {
  await control(instance, 'anthropic', '/faults', { method: 'POST', path: '/v1/messages', delayMs: SLOW_MODEL_MS });
  const newcomer = await connectNewcomer(instance, 0);
  await until('research runs', () => researchStateIs(instance, newcomer, 'running'));
  instance.kill('worker');
  const killedAt = Date.now();
  await until('the briefing leaves', async () => (await countMails(instance, newcomer)) > 0, HEARTBEAT_MS + 90_000);
  const seconds = Math.round((Date.now() - killedAt) / 1000);
  await expectOneMail(instance, newcomer);
  return `research began again and the briefing left ${seconds} s after the crash, once`;
}

async function killWorkerInWait(instance: Instance): Promise<string> {
  const newcomer = await connectNewcomer(instance, 165_000);
  await until('research is done', () => researchStateIs(instance, newcomer, 'completed'));
  if ((await countMails(instance, newcomer)) > 0)
    throw new Error('the briefing left before the worker could be killed');
  instance.kill('worker');
  await until('the briefing leaves', async () => (await countMails(instance, newcomer)) > 0, 200_000);
  await expectOneMail(instance, newcomer);
  return 'the briefing left when it was due, once';
}

async function killWorkerInSend(instance: Instance): Promise<string> {
  const newcomer = await connectNewcomer(instance, 150_000);
  await until('research is done', () => researchStateIs(instance, newcomer, 'completed'));
  await control(instance, 'ses', '/faults', { method: 'POST', path: '/', delayMs: 10_000, times: 1 });
  await until('the mail is being sent', () => emailStateIs(instance, newcomer, 'sending'), 180_000);
  instance.kill('worker');
  await until('the mail is settled', () => emailStateIs(instance, newcomer, 'unknown'), 120_000);
  await sleep(15_000);
  const copies = await countMails(instance, newcomer);
  if (copies > 1) throw new Error(`the mail left ${copies} times`);
  return `the mail is marked unknown and left ${copies === 0 ? 'not at all' : 'once'}`;
}

async function killApiAfterConnect(instance: Instance): Promise<string> {
  const newcomer = await createNewcomer(instance, 0);
  const status = await connectGoogle(newcomer);
  instance.kill('api');
  if (status !== 200) throw new Error(`connect answered ${status}`);
  await until('the meeting is there', async () => (await countMeetings(instance, newcomer)) === 1, 60_000);
  await until('the briefing leaves', async () => (await countMails(instance, newcomer)) > 0, 90_000);
  await expectOneMail(instance, newcomer);
  return 'the sync happened and the briefing left, once';
}

async function killPostgresAfterConnect(instance: Instance): Promise<string> {
  const newcomer = await createNewcomer(instance, 0);
  const status = await connectGoogle(newcomer);
  instance.kill('postgres');
  const killedAt = Date.now();
  if (status !== 200) throw new Error(`connect answered ${status}`);
  const isBack = async () => (await newcomer.client.call(getSession)).status === 200;
  await until('the API serves again', isBack, 60_000);
  const backS = Math.round((Date.now() - killedAt) / 1000);
  await until('the briefing leaves', async () => (await countMails(instance, newcomer)) > 0, 120_000);
  const seconds = Math.round((Date.now() - killedAt) / 1000);
  await expectOneMail(instance, newcomer);
  return `the API served again after ${backS} s, and the briefing left ${seconds} s after the crash, once`;
}

async function freezeRedis(instance: Instance): Promise<string> {
  const newcomer = await connectNewcomer(instance, 165_000);
  await until('research is done', () => researchStateIs(instance, newcomer, 'completed'), 60_000);
  const { id, dueAt } = await instance.pool.one(sql.type(due)`
    select id, briefing_due_at as "dueAt" from meetings where user_id = ${newcomer.userId}
  `);
  const leavesAtMs = dueAt.getTime() - briefingJitterMs(id, LEAD_MINUTES);
  await sleep(Math.max(0, leavesAtMs - Date.now() - 30_000));
  const statuses = new Set<number>();
  instance.freeze('redis');
  try {
    for (const end = Date.now() + 60_000; Date.now() < end; await sleep(2_000))
      statuses.add((await newcomer.client.call(getSession)).status);
  } finally {
    instance.thaw('redis');
  }
  if ([...statuses].some((status) => status !== 503)) throw new Error(`sessions answered ${[...statuses].join(', ')}`);
  await until('the API serves again', async () => (await newcomer.client.call(getSession)).status === 200);
  if ((await newcomer.client.data(getSession)).user === null) throw new Error('the session is gone');
  await until('the briefing leaves', async () => (await countMails(instance, newcomer)) > 0, 60_000);
  const { sentAt } = await instance.pool.one(sql.type(sent)`
    select sent_at as "sentAt" from emails where user_id = ${newcomer.userId} and kind = 'briefing'
  `);
  const lateS = Math.round((sentAt.getTime() - leavesAtMs) / 1000);
  await expectOneMail(instance, newcomer);
  return `each request was answered 503, the session was there afterwards, and the briefing left ${lateS} s after its time, once`;
}

const due = z.object({ id: z.uuid(), dueAt: z.date() });
const sent = z.object({ sentAt: z.date() });

async function freezeEngine(instance: Instance): Promise<string> {
  const newcomer = await createNewcomer(instance, 0);
  instance.freeze('temporal');
  const began = Date.now();
  let answeredInMs = 0;
  try {
    const status = await connectGoogle(newcomer);
    answeredInMs = Date.now() - began;
    if (status !== 200) throw new Error(`connect answered ${status}`);
    await sleep(60_000 - answeredInMs);
    if ((await countMeetings(instance, newcomer)) > 0) throw new Error('the engine did not stand still');
  } finally {
    instance.thaw('temporal');
  }
  const thawedAt = Date.now();
  await until('the briefing leaves', async () => (await countMails(instance, newcomer)) > 0, 120_000);
  const seconds = Math.round((Date.now() - thawedAt) / 1000);
  await expectOneMail(instance, newcomer);
  return `connect answered 200 in ${answeredInMs} ms; the briefing left ${seconds} s after the engine was back, once`;
}

export async function connectNewcomer(instance: Instance, briefingInMs: number): Promise<Newcomer> {
  const newcomer = await createNewcomer(instance, briefingInMs);
  const status = await connectGoogle(newcomer);
  if (status !== 200) throw new Error(`connect answered ${status}`);
  return newcomer;
}

const count = z.object({ count: z.number() });

export async function researchStateIs({ pool }: Instance, { userId }: Newcomer, state: string): Promise<boolean> {
  return await pool.exists(
    sql.typeAlias('void')`select from meetings where user_id = ${userId} and research_state = ${state}`,
  );
}

export async function emailStateIs({ pool }: Instance, { userId }: Newcomer, state: string): Promise<boolean> {
  return await pool.exists(sql.typeAlias('void')`
    select from emails where user_id = ${userId} and kind = 'briefing' and state = ${state}
  `);
}

async function countMeetings({ pool }: Instance, { userId }: Newcomer): Promise<number> {
  const row = await pool.one(sql.type(count)`select count(*) as count from meetings where user_id = ${userId}`);
  return row.count;
}

export async function countMails(instance: Instance, { email }: Newcomer): Promise<number> {
  const response = await fetch(`${vendorUrl(instance, 'ses')}/_control/outbox?to=${encodeURIComponent(email)}`);
  const { messages } = z.object({ messages: z.array(z.unknown()) }).parse(await response.json());
  return messages.length;
}

/** A second copy would follow within the sender's own retries. */
export async function expectOneMail(instance: Instance, newcomer: Newcomer): Promise<void> {
  await sleep(10_000);
  const copies = await countMails(instance, newcomer);
  if (copies !== 1) throw new Error(`expected one mail, found ${copies}`);
}

export async function until(what: string, isTrue: () => Promise<boolean>, timeoutMs = 30_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error(`waited ${timeoutMs / 1000} s for: ${what}`);
    await sleep(200);
  }
}
