import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod';
import { forgetPassword, resetPassword, sendVerificationEmail, signInEmail, signUpEmail } from '#contract/auth.ts';
import { sql } from '#db/sql.ts';
import { openTestApi, startApi } from '#tests/support/api.ts';
import { readMailToken, seedUser } from '#tests/support/builders.ts';
import { measure } from '#tests/support/measure.ts';
import { PATIENCE_MS } from '#tests/support/patience.ts';

/** Minimum number of pairs of tries. The test stops once it is sure, which takes more of them on a busy machine. */
const FEWEST_TRIES = Number(process.env['ENUMERATION_TRIES'] ?? '31');
const MOST_TRIES = 200;
const MAX_DIFFERENCE = 0.1;
/** Half the width of a 99.9% confidence interval, in standard errors. */
const CONFIDENCE = 3.3;
/** Pause before each try, so that work left over from the previous one, such as an email, does not slow it down. */
const PAUSE_MS = 15;
const UNKNOWN = 'nobody@harborline.test';

const api = await openTestApi();

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Returns the bounds of the median, whatever the distribution: load delays some tries a lot and most not at all. */
function medianBounds(values: number[]): [low: number, high: number] {
  const sorted = values.toSorted((a, b) => a - b);
  const reach = (CONFIDENCE * Math.sqrt(values.length)) / 2;
  const at = (rank: number) => sorted[Math.min(Math.max(Math.round(rank), 0), values.length - 1)] ?? Number.NaN;
  return [at(values.length / 2 - reach), at(values.length / 2 + reach)];
}

describe('response times do not reveal which addresses have accounts', () => {
  test.each([
    ['sign-in', signInEmail, (email: string) => ({ email, password: 'wrong password' })],
    ['forget-password', forgetPassword, (email: string) => ({ email })],
    ['send-verification-email', sendVerificationEmail, (email: string) => ({ email })],
  ])('attack 7: on %s', async (_, endpoint, bodyFor) => {
    const user = await seedUser(api.pool, { isVerified: endpoint !== sendVerificationEmail, hashesLikeProduct: true });
    const client = api.client();
    const call = async (email: string) => {
      await sleep(PAUSE_MS);
      return await measure(() => client.call(endpoint, { body: bodyFor(email) }));
    };
    await call(user.email);
    // Extra time a known address takes, as a share of the longer try.
    const differences: number[] = [];
    let [low, high] = [Number.NaN, Number.NaN];
    while (differences.length < MOST_TRIES) {
      // One right after the other, so that machine load affects both equally, and each first in turn: on a busy machine,
      // the first of two may take longer.
      const isKnownFirst = differences.length % 2 === 0;
      const first = await call(isKnownFirst ? user.email : UNKNOWN);
      const second = await call(isKnownFirst ? UNKNOWN : user.email);
      const [known, unknown] = isKnownFirst ? [first, second] : [second, first];
      differences.push((known - unknown) / Math.max(known, unknown));
      if (differences.length < FEWEST_TRIES) continue;
      [low, high] = medianBounds(differences);
      const isSure = Math.max(-low, high) < MAX_DIFFERENCE || Math.max(low, -high) > MAX_DIFFERENCE;
      if (isSure) break;
    }
    expect(low).toBeLessThan(MAX_DIFFERENCE);
    expect(high).toBeGreaterThan(-MAX_DIFFERENCE);
  });
});

test('attack 9: 100 concurrent sign-ins do not block /health or pages', async () => {
  const user = await seedUser(api.pool, { hashesLikeProduct: true });
  const signIn = () => api.client().call(signInEmail, { body: { email: user.email, password: 'wrong password' } });
  const flooded = { answers: 0 };
  const flood = measure(async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => signIn().finally(() => (flooded.answers += 1))),
    );
    expect(answers.every(({ status }) => status === 401)).toBe(true);
  });
  const probes: number[] = [];
  /** Number of sign-ins answered while each request waited. Machine stalls raise a request's time, but not this. */
  const overtaken: number[] = [];
  const count = async (path: string) => {
    const before = flooded.answers;
    await api.client().request('GET', path);
    overtaken.push(flooded.answers - before);
  };
  await vi.waitFor(() => expect(flooded.answers).toBeGreaterThan(0), { interval: 5, timeout: PATIENCE_MS });
  while (flooded.answers < 100) {
    probes.push(await measure(() => count('/health')));
    // File reads share the thread pool with hashing.
    await count('/login');
  }
  const lastedMs = await flood;
  // A request that waited for all hashing would be overtaken by most sign-ins ...
  expect(Math.max(...overtaken)).toBeLessThan(100 / 3);
  // ... and one that waited for a single hash would take at least a hundredth of the flood.
  expect(median(probes)).toBeLessThan(lastedMs / 100);
});

test('attack 9: sign-ins refused with 503 when the queue is full do not count as wrong passwords', async () => {
  const strict = await startApi({ RATE_LIMIT_ACCOUNT: '300/900' });
  onTestFinished(strict.close);
  const { email } = await seedUser(strict.pool, { hashesLikeProduct: true });
  const guess = async () => await strict.client().call(signInEmail, { body: { email, password: 'wrong password' } });
  const answers = await Promise.all(Array.from({ length: 300 }, guess));
  const refused = answers.filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]?.headers.get('retry-after')).toBe('5');
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(300 - refused.length);
  expect((await guess()).status).toBe(401);
});

test('attack 9: sign-ups get 503 when the queue is full, without using up emails or delaying sign-ins', async () => {
  const strict = await startApi({ RATE_LIMIT_MAIL_RECIPIENT: '1/3600' });
  onTestFinished(strict.close);
  const { email } = await seedUser(strict.pool, { hashesLikeProduct: true });
  const signUp = async (to: string) =>
    await strict.client().call(signUpEmail, { body: { email: to, password: 'correct horse battery', name: 'Ines' } });
  const addresses = Array.from({ length: 80 }, (_, index) => `flood-${index}@harborline.test`);
  const answered: string[] = [];
  const signUps = Promise.all(
    addresses.map(async (address) => {
      const { status, headers } = await signUp(address);
      if (status === 200) answered.push('sign-up');
      return { address, status, retryAfter: headers.get('retry-after') };
    }),
  );
  const wrong = { email, password: 'wrong password' };
  expect((await strict.client().call(signInEmail, { body: wrong })).status).toBe(401);
  answered.push('sign-in');
  const refused = (await signUps).filter(({ status }) => status === 503);
  expect(answered.indexOf('sign-in')).toBeLessThan(answered.length / 2);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length + answered.length - 1).toBe(addresses.length);
  const [{ address, retryAfter } = { address: '', retryAfter: '' }] = refused;
  expect(retryAfter).toBe('5');
  expect((await signUp(address)).status).toBe(200);
  const mail = sql.type(z.object({ kind: z.string() }))`select kind from emails where to_address = ${address}`;
  expect(await strict.pool.any(mail)).toEqual([{ kind: 'verify-email' }]);
});

/** Requests a reset link and lets it expire. Returns its token. */
async function expiredToken(): Promise<string> {
  const { id, email } = await seedUser(api.pool);
  await api.client().data(forgetPassword, { body: { email } });
  await api.pool.query(sql.typeAlias('void')`
    update auth_tokens set expires_at = now() - interval '1 second' where user_id = ${id}
  `);
  return await readMailToken(api.pool, api.encryption, { to: email, kind: 'reset-password' });
}

test.each([
  ['a forged', async () => 'made-up'],
  ['an expired', expiredToken],
])('attack 9: %s reset link does not trigger hashing', async (_, createLink) => {
  const client = api.client();
  const wrong = { email: UNKNOWN, password: 'wrong password' };
  const made = { token: await createLink(), newPassword: 'correct horse battery' };
  const [hashed, refused]: [number[], number[]] = [[], []];
  // Alternating, so that machine load affects both equally.
  for (let tries = 0; tries < 15; tries += 1) {
    hashed.push(await measure(() => client.call(signInEmail, { body: wrong })));
    refused.push(await measure(() => client.call(resetPassword, { body: made })));
  }
  expect(median(refused)).toBeLessThan(median(hashed) / 2);
});
