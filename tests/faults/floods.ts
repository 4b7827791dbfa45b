import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { listMeetings } from '#contract/meetings.ts';
import { percentile } from '#tests/support/percentile.ts';
import type { Cohort } from './cohort.ts';
import type { Fault } from './fault.ts';
import type { Instance } from './instance.ts';

/** Floods of requests, sent at a steady rate whether or not earlier ones got a response, so that queues can grow. */
export const floods: Fault[] = [
  {
    title: 'a flood of made-up webhooks',
    run: (instance, cohort) => flood(instance, cohort, { make: madeUpWebhook, aSecond: 250 }),
    unaffected: 'all',
  },
  {
    title: 'a flood of sign-ups',
    run: (instance, cohort) => flood(instance, cohort, { make: signUp, aSecond: 60 }),
    unaffected: 'all',
  },
  {
    title: 'a flood of web ui requests',
    run: (instance, cohort) => flood(instance, cohort, { make: webUi, aSecond: 60 }),
    unaffected: 'all',
  },
];

const TURNS = 3;
const TURN_MS = 20_000;
const BETWEEN_READS_MS = 350;
const LANES = 20;
const TICK_MS = 20;
const MOST = 3;
/** Half the browser's request timeout. If a queue grew throughout a flood, answers would take longer. */
const MOST_WAIT_MS = 15_000;

type Request = { url: string; method: string; body?: string; headers?: Record<string, string> };

/**
 * The largest batches allowed, with unknown subscriptions. Built in advance, since building takes
 * ten times as long as reading and would skew the measurement.
 */
const BATCHES = Array.from({ length: 100 }, () =>
  JSON.stringify({ value: Array.from({ length: 1000 }, () => ({ subscriptionId: randomBytes(16).toString('hex') })) }),
);
let webhooks = 0;

/** As large as a payment event or a mail notification can be. */
const [PAYMENT_EVENT, NOTIFICATION] = [1_000_000, 600_000].map((bytes) =>
  JSON.stringify({ Message: 'x'.repeat(bytes - 100) }),
);

/**
 * Returns the next made-up message. Of every ten, six claim to come from Google, more per second than are checked. The
 * others are a batch for Microsoft's webhook, a malformed batch, a payment event and a mail notification.
 */
function madeUpWebhook({ stack }: Instance): Request {
  webhooks += 1;
  const [vendor, body = ''] = [
    ['microsoft', '{}'],
    ['microsoft', BATCHES[webhooks % BATCHES.length]],
    ['stripe', PAYMENT_EVENT],
    ['ses', NOTIFICATION],
  ][webhooks % 10] ?? ['google'];
  // Well-formed, so that it is checked against the body.
  const signature = `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`;
  const headers = { 'stripe-signature': signature };
  return { url: `${stack.publicUrl}/api/webhooks/${vendor}`, method: 'POST', body, headers };
}

const signUp = ({ stack }: Instance): Request => ({
  url: `${stack.publicUrl}/api/auth/sign-up/email`,
  method: 'POST',
  body: JSON.stringify({
    email: `${randomBytes(8).toString('hex')}@flood.test`,
    password: `${randomBytes(12).toString('hex')}A1!`,
    name: 'Flood',
  }),
});

const webUi = ({ stack }: Instance): Request => ({
  url: `${stack.temporalUiUrl}/api/v1/namespaces/default/workflows?query=`,
  method: 'GET',
});

/**
 * Alternates calm and flood, so that whatever else the machine does affects both.
 *
 * @throws if the flood makes signed-in reads more than three times as slow, or one of its own answers takes 15 s
 */
async function flood(
  instance: Instance,
  { people }: Cohort,
  { make, aSecond }: { make: (instance: Instance) => Request; aSecond: number },
): Promise<string> {
  const calm: number[] = [];
  const flooded: number[] = [];
  const answers = new Map<number, number>();
  let longest = 0;
  for (let turn = 0; turn < TURNS; turn += 1) {
    calm.push(...(await read(people)));
    const isOver = new AbortController();
    const sender = sendSteadily(isOver.signal, aSecond, async () => {
      const sentAt = performance.now();
      const status = await send(make(instance));
      answers.set(status, (answers.get(status) ?? 0) + 1);
      longest = Math.max(longest, performance.now() - sentAt);
    });
    flooded.push(...(await read(people)));
    isOver.abort();
    await sender;
  }
  const ratio = p99(flooded) / p99(calm);
  const sent = [...answers.values()].reduce((sum, count) => sum + count, 0);
  const told = [...answers].map(([status, count]) => `${count} x ${status}`).join(', ');
  const seen = `${Math.round((sent * 1000) / (TURNS * TURN_MS))} a second (${told}), answered within ${(longest / 1000).toFixed(1)} s; p99 of ${flooded.length} signed-in reads ${Math.round(p99(flooded))} ms, ${ratio.toFixed(1)} x of ${Math.round(p99(calm))} ms without`;
  if (ratio > MOST || longest > MOST_WAIT_MS) throw new Error(seen);
  return seen;
}

/** Sends until the signal, without waiting for answers; then waits for the outstanding ones. */
async function sendSteadily(isOver: AbortSignal, aSecond: number, sendOne: () => Promise<void>): Promise<void> {
  const sent: Promise<void>[] = [];
  for (const began = performance.now(); !isOver.aborted; await sleep(TICK_MS)) {
    while (sent.length < ((performance.now() - began) * aSecond) / 1000) sent.push(sendOne());
  }
  await Promise.all(sent);
}

/** Returns how long each read took, in ms. A few reads per second add little load and stay below the limit. */
async function read(people: Cohort['people']): Promise<number[]> {
  const taken: number[] = [];
  for (const end = Date.now() + TURN_MS; Date.now() < end; ) {
    for (const { client } of Object.values(people)) {
      const began = performance.now();
      const { status } = await client.call(listMeetings, { query: { limit: '25' } });
      if (status !== 200) throw new Error(`the read got ${status}`);
      taken.push(performance.now() - began);
      await sleep(BETWEEN_READS_MS);
    }
  }
  return taken;
}

/** Needs more than a hundred values, or it would be the slowest one. */
const p99 = (taken: number[]) => percentile(taken, 99);

/** Sends a request from a random address, like a crowd: a limit per address would stop a flood from just one. */
function send({ url, method, body, headers }: Request): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const localAddress = `127.0.${1 + Math.floor(Math.random() * LANES)}.${1 + Math.floor(Math.random() * 250)}`;
  const sending = request(
    url,
    { method, localAddress, family: 4, headers: { 'content-type': 'application/json', ...headers } },
    (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
      answer.on('error', reject);
    },
  );
  sending.on('error', reject);
  sending.end(body);
  return promise;
}
