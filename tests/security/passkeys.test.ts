import { createClient } from 'redis';
import { expect, test } from 'vitest';
import { addPasskey, beginPasskey, getFactors, getPasskeyOptions, giveFactor } from '#contract/factors.ts';
import { sql } from '#db/sql.ts';
import { openTestApi } from '#tests/support/api.ts';
import { signIn } from '#tests/support/builders.ts';
import type { HttpClient } from '#tests/support/http-client.ts';
import { startWaiting, whileRowLocked } from '#tests/support/locks.ts';
import { createSoftPasskey } from '#tests/support/soft-passkey.ts';

const api = await openTestApi();
const origin = api.config.publicUrl;

async function seedPerson({ counter = 0 } = {}) {
  const { user, client } = await api.newUser();
  const passkey = createSoftPasskey();
  const { options } = await client.data(beginPasskey, { body: {} });
  const response = passkey.attest({ challenge: options.challenge, origin, counter });
  await client.data(addPasskey, { body: { response } });
  return { user, client, passkey };
}

async function challengeFor(client: HttpClient): Promise<string> {
  return (await client.data(getPasskeyOptions, { body: {} })).options.challenge;
}

test('attack 51: a passkey signs in, and its response works once', async () => {
  const { user, passkey } = await seedPerson();
  const client = await signIn(api.client(), user);
  const answer = passkey.assert({ challenge: await challengeFor(client), origin, counter: 0 });
  expect((await client.call(giveFactor, { body: { passkey: answer } })).status).toBe(200);
  // Confirming a session keeps its id, so only the challenge's single use refuses the second one.
  const again = passkey.assert({ challenge: await challengeFor(client), origin, counter: 0 });
  const statuses = [];
  for (let tries = 0; tries < 2; tries += 1)
    statuses.push((await client.call(giveFactor, { body: { passkey: again } })).status);
  expect(statuses).toEqual([200, 403]);
});

test("attack 51: a passkey's response works only in the session that asked for it", async () => {
  const { user, passkey } = await seedPerson();
  const [owner, thief] = [await signIn(api.client(), user), await signIn(api.client(), user)];
  const answer = passkey.assert({ challenge: await challengeFor(owner), origin, counter: 0 });
  expect((await thief.call(giveFactor, { body: { passkey: answer } })).status).toBe(403);
  await challengeFor(thief);
  expect((await thief.call(giveFactor, { body: { passkey: answer } })).status).toBe(403);
  expect((await owner.call(giveFactor, { body: { passkey: answer } })).status).toBe(200);
});

test('attack 51: a copied passkey is refused if its counter does not increase, even concurrently', async () => {
  const { user, client: first, passkey } = await seedPerson({ counter: 1 });
  const [{ id } = { id: '' }] = (await first.data(getFactors)).passkeys;
  const clients = [await signIn(api.client(), user), await signIn(api.client(), user)];
  const challenges = await Promise.all(clients.map(challengeFor));
  const requests = clients.map((client, at) => async () => {
    const answer = passkey.assert({ challenge: challenges[at] ?? '', origin, counter: 2 });
    return await client.call(giveFactor, { body: { passkey: answer } });
  });
  // Both responses are checked before either counter is stored.
  const row = { table: 'passkeys', id };
  const started = await whileRowLocked(api.database, row, async () => await startWaiting(api.pool, requests));
  const statuses = await Promise.all(started);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 403]);
});

test('attack 51: another passkey can be added only within ten minutes of verifying the factor', async () => {
  const { user, client } = await seedPerson();
  const { options } = await client.data(beginPasskey, { body: {} });
  await api.pool.query(sql.typeAlias('void')`
    update sessions set factor_at = factor_at - interval '11 minutes' where user_id = ${user.id}
  `);
  const response = createSoftPasskey().attest({ challenge: options.challenge, origin, counter: 0 });
  expect((await client.call(addPasskey, { body: { response } })).body.code).toBe('FACTOR_REQUIRED');
});

test('the prompt for a new passkey stays open for five minutes, and its challenge is valid for ten', async () => {
  const { client } = await api.newUser();
  const { options } = await client.data(beginPasskey, { body: {} });
  expect(options.timeout).toBe(300_000);
  const redis = createClient({ url: api.config.redisUrl });
  await redis.connect();
  const lifetimes = [];
  for await (const keys of redis.scanIterator({ MATCH: '*passkey-challenge:add:*' })) {
    for (const key of keys) if ((await redis.get(key)) === options.challenge) lifetimes.push(await redis.ttl(key));
  }
  redis.destroy();
  expect(lifetimes).toEqual([expect.closeTo(600, -2)]);
});

test("a user's passkeys share a handle that is not the user's id", async () => {
  const [one, other] = [await api.newUser(), await api.newUser()];
  const handleOf = async ({ client }: typeof one) => (await client.data(beginPasskey, { body: {} })).options.user.id;
  const handle = await handleOf(one);
  expect(Buffer.from(handle, 'base64url')).toHaveLength(32);
  expect(await handleOf(one)).toBe(handle);
  expect(await handleOf(other)).not.toBe(handle);
});
