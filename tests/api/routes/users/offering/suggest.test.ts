import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { suggestOffering } from '#contract/offering.ts';
import { getProfile } from '#contract/users.ts';
import { endSuggestion, type SuggestionFailure } from '#db/queries/offering-suggestions.ts';
import { sql } from '#db/sql.ts';
import { openTestApi } from '#tests/support/api.ts';
import { listOutbox, seedUser, signIn } from '#tests/support/builders.ts';

const api = await openTestApi({}, { suggestionWaitMs: 60_000 });

const SOURCES = [{ title: 'Harborline', url: 'https://harborline.test/' }];

async function seed(domain: string | null = 'harborline.test') {
  const user = await seedUser(api.pool);
  await api.pool.query(sql.typeAlias('void')`update users set company_domain = ${domain} where id = ${user.id}`);
  return { user, client: await signIn(api.client(), user) };
}

/** Waits until the user has a running suggestion, then ends every running one as the worker does. */
async function end(userId: string, failure: SuggestionFailure | null): Promise<void> {
  const rows = () =>
    api.pool.anyFirst(sql.type(z.object({ id: z.uuid() }))`
      select id from offering_suggestions where user_id = ${userId} and state = 'running'
    `);
  while ((await rows()).length === 0) await sleep(20);
  for (const id of await rows()) {
    const made = failure === null ? { suggestion: 'Harborline tracks containers.', sources: SOURCES } : null;
    await endSuggestion(api.pool, id, { failure, suggestion: null, sources: [], usd: 0.01, ...made });
  }
}

test('concurrent requests read the site once; the result is reused, and the profile stays unchanged', async () => {
  const { user, client } = await seed();
  const [answers] = await Promise.all([
    Promise.all([client, client, client].map((one) => one.data(suggestOffering))),
    end(user.id, null),
  ]);
  const made = { suggestion: 'Harborline tracks containers.', domain: 'harborline.test', sources: SOURCES };
  expect([...answers, await client.data(suggestOffering)]).toEqual([made, made, made, made]);
  expect(await listOutbox(api.pool, user.id)).toMatchObject([{ workflow: 'offering', userId: user.id }]);
  expect((await client.data(getProfile)).user.offering).toBeNull();
});

test.each([
  ['gmail.com', 'gmail.com is an email service, not a company’s website. Save your company domain first.'],
  [null, 'Save your company domain first. There is no site to read.'],
])('a company domain of %s is refused with the reason', async (domain, message) => {
  const { user, client } = await seed(domain);
  const answer = await client.call(suggestOffering);
  expect([answer.status, answer.body.message]).toEqual([409, message]);
  expect(await listOutbox(api.pool, user.id)).toEqual([]);
});

test.each([
  ['site_unreadable', 409, 'harborline.test could not be read. Please try again later, or enter a description.'],
  ['nothing_found', 409, 'harborline.test does not say clearly what your company offers. Please enter a description.'],
  ['failed', 503, 'We couldn’t prepare a suggestion. Please try again later, or enter a description.'],
] as const)('%s is reported, and the next request reads the site again', async (failure, status, message) => {
  const { user, client } = await seed();
  for (const _ of [1, 2]) {
    const [answer] = await Promise.all([client.call(suggestOffering), end(user.id, failure)]);
    expect([answer.status, answer.body.message]).toEqual([status, message]);
  }
  expect(await listOutbox(api.pool, user.id)).toHaveLength(2);
});

test('a sixth reading within the hour returns 429 with Retry-After', async () => {
  const { user, client } = await seed();
  await api.pool.query(sql.typeAlias('void')`
    insert into offering_suggestions (user_id, domain, state, failure, created_at)
    select ${user.id}, 'harborline.test', 'failed', 'failed', now() - interval '10 minutes' from generate_series(1, 5)
  `);
  const answer = await client.call(suggestOffering);
  expect([answer.status, answer.body.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(2_900);
  expect(await listOutbox(api.pool, user.id)).toEqual([]);
});
