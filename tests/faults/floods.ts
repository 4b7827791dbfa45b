import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { listMeetings } from '#contract/meetings.ts';
import type { Cohort } from './cohort.ts';
import type { Fault } from './fault.ts';
import type { Instance } from './instance.ts';

/** Floods of requests. */
export const floods: Fault[] = [
  {
    title: 'a flood of made-up webhooks',
    run: (instance, cohort) => flood(instance, cohort, madeUpWebhook),
    unaffected: 'all',
  },
  { title: 'a flood of sign-ups', run: (instance, cohort) => flood(instance, cohort, signUp), unaffected: 'all' },
  {
    title: 'a flood at the web ui of the engine',
    run: (instance, cohort) => flood(instance, cohort, webUi),
    unaffected: 'all',
  },
];

const LASTS_MS = 30_000;
const SENDERS = 20;
const MOST = 3;

type Request = { url: string; method: string; body?: string };

/**
 * The largest batches allowed, with unknown subscriptions. Built in advance, since building takes
 * ten times as long as reading and would skew the measurement.
 */
const BATCHES = Array.from({ length: 100 }, () =>
  JSON.stringify({ value: Array.from({ length: 1000 }, () => ({ subscriptionId: randomBytes(16).toString('hex') })) }),
);
let batches = 0;

function madeUpWebhook({ stack }: Instance): Request {
  const body = BATCHES[(batches += 1) % BATCHES.length];
  return { url: `${stack.publicUrl}/api/webhooks/microsoft`, method: 'POST', ...(body !== undefined && { body }) };
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

/** @throws if the flood makes a signed-in read more than three times slower */
async function flood(instance: Instance, { people }: Cohort, make: (instance: Instance) => Request): Promise<string> {
  const { client } = people.google;
  const read = async () => {
    const began = performance.now();
    const { status } = await client.call(listMeetings, { query: { limit: '25' } });
    if (status !== 200) throw new Error(`the read was answered ${status}`);
    return performance.now() - began;
  };
  const calm = await p99While(read);
  const isOver = new AbortController();
  const answers = new Map<number, number>();
  const senders = Array.from({ length: SENDERS }, async (_, lane) => {
    while (!isOver.signal.aborted) {
      const status = await send(make(instance), lane);
      answers.set(status, (answers.get(status) ?? 0) + 1);
    }
  });
  const flooded = await p99While(read);
  isOver.abort();
  await Promise.all(senders);
  const ratio = flooded / calm;
  const sent = [...answers.values()].reduce((sum, count) => sum + count, 0);
  const told = [...answers].map(([status, count]) => `${count} x ${status}`).join(', ');
  const seen = `${Math.round((sent * 1000) / LASTS_MS)} a second (${told}); p99 of a signed-in read ${Math.round(flooded)} ms, ${ratio.toFixed(1)} x of ${Math.round(calm)} ms without`;
  if (ratio > MOST) throw new Error(seen);
  return seen;
}

/** A few sequential reads per second, so that reading neither adds load nor hits its limit. */
async function p99While(read: () => Promise<number>): Promise<number> {
  const taken: number[] = [];
  for (const end = Date.now() + LASTS_MS; Date.now() < end; ) {
    taken.push(await read());
    await new Promise((resolve) => setTimeout(resolve, 700));
  }
  return taken.toSorted((a, b) => a - b)[Math.ceil(taken.length * 0.99) - 1] ?? Number.NaN;
}

/** From a new address each time, like a crowd; a limit per address would stop the flood immediately. */
function send({ url, method, body }: Request, lane: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const localAddress = `127.0.${1 + lane}.${1 + Math.floor(Math.random() * 250)}`;
  const sending = request(
    url,
    { method, localAddress, family: 4, headers: { 'content-type': 'application/json' } },
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
