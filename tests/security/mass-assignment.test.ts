import { expect, test } from 'vitest';
import * as z from 'zod';
import { sql } from '#db/sql.ts';
import { openTestApi } from '#tests/support/api.ts';
import { seedSubscription, seedUser, signIn } from '#tests/support/builders.ts';
import { anywhere, listEndpoints, nameOf } from '#tests/support/contract.ts';
import { getBotToken } from '#tests/support/google-sign-in.ts';

/** Fields that would grant more rights if they were stored as sent. */
const SMUGGLED = { role: 'superadmin', emailVerified: true, plan: 'whitelisted' };

const withBody = (await listEndpoints()).filter(({ body, access }) => body !== undefined && access !== 'signature');

const api = await openTestApi();

test.each(withBody.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  'attack 4: %s refuses role, emailVerified and plan',
  async (_, endpoint) => {
    const role = endpoint.access === 'admin' ? 'admin' : 'user';
    const user = await seedUser(api.pool, { role });
    await seedSubscription(api.pool, { userId: user.id, status: 'active' });
    const client = await signIn(api.client(), user);
    const before = await everythingOf(user.id);
    const answer = await client.call(endpoint, {
      ...anywhere,
      body: SMUGGLED,
      headers: { 'X-Turnstile-Token': await getBotToken(api, 'contact') },
    });
    expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION']);
    expect(listErrors(answer.body).filter((message) => /unrecognized key/i.test(message))).not.toEqual([]);
    expect(await everythingOf(user.id)).toBe(before);
  },
);

function listErrors(body: object): string[] {
  return Object.values(z.object({ errors: z.record(z.string(), z.string()) }).parse(body).errors);
}

/** Returns the rows that determine a user's rights, as text. */
async function everythingOf(userId: string): Promise<string> {
  const rows = await api.pool.anyFirst(sql.type(z.object({ row: z.string() }))`
    select users::text as row from users where id = ${userId}
    union all select subscriptions::text from subscriptions where user_id = ${userId}
    union all select count(*)::text from whitelist_entries
  `);
  return JSON.stringify(rows);
}
