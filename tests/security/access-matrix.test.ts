import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as admin from '#api/contract/admin.ts';
import * as adminWhitelist from '#api/contract/admin-whitelist.ts';
import * as auth from '#api/contract/auth.ts';
import * as calendar from '#api/contract/calendar.ts';
import * as contact from '#api/contract/contact.ts';
import type { Access, Endpoint } from '#api/contract/http.ts';
import * as meetings from '#api/contract/meetings.ts';
import * as newsletter from '#api/contract/newsletter.ts';
import * as research from '#api/contract/research.ts';
import * as subscriptions from '#api/contract/subscriptions.ts';
import * as users from '#api/contract/users.ts';
import { updateRole } from '#db/queries/users.ts';
import { startApi, type TestApi } from '#tests/support/api.ts';
import { seedSubscription, seedUser, signIn } from '#tests/support/builders.ts';
import type { HttpClient } from '#tests/support/http-client.ts';

const contract: Record<string, unknown>[] = [
  admin,
  adminWhitelist,
  auth,
  calendar,
  contact,
  meetings,
  newsletter,
  research,
  subscriptions,
  users,
];
const endpoints = contract
  .flatMap((file) => Object.values(file))
  .filter((value): value is Endpoint => typeof value === 'object' && value !== null && 'access' in value);

type Caller = 'visitor' | 'unpaid' | 'paid' | 'whitelisted' | 'unpaid admin' | 'unpaid superadmin';

/** What the guards say before anything else is looked at: null lets the caller through to the handler. */
const expected: Record<Access, (caller: Caller) => 401 | 403 | null> = {
  public: () => null,
  session: (caller) => (caller === 'visitor' ? 401 : null),
  subscriber: (caller) => {
    if (caller === 'visitor') return 401;
    return caller === 'paid' || caller === 'whitelisted' ? null : 403;
  },
  admin: (caller) => {
    if (caller === 'visitor') return 401;
    return caller.endsWith('admin') ? null : 403;
  },
  signature: () => null,
};

let api: TestApi;
const callers = new Map<Caller, () => Promise<HttpClient>>();

beforeAll(async () => {
  api = await startApi();
  const plain = { isWhitelisted: false };
  const users = {
    unpaid: await seedUser(api.pool, plain),
    paid: await seedUser(api.pool, plain),
    whitelisted: await seedUser(api.pool),
    'unpaid admin': await seedUser(api.pool, { ...plain, role: 'admin' }),
    'unpaid superadmin': await seedUser(api.pool, { ...plain, role: 'superadmin' }),
  };
  await seedSubscription(api.pool, { userId: users.paid.id, status: 'active' });
  await seedSubscription(api.pool, { userId: users.unpaid.id, status: 'canceled' });
  callers.set('visitor', async () => api.client());
  for (const caller of ['unpaid', 'paid', 'whitelisted', 'unpaid admin', 'unpaid superadmin'] as const) {
    callers.set(caller, async () => await signIn(api.client(), users[caller]));
  }
});
afterAll(async () => {
  await api.close();
});

describe.each(endpoints.map((endpoint) => ({ name: `${endpoint.method.toUpperCase()} ${endpoint.path}`, endpoint })))(
  '$name',
  ({ endpoint }) => {
    test.each(['visitor', 'unpaid', 'paid', 'whitelisted', 'unpaid admin', 'unpaid superadmin'] as const)(
      `(${endpoint.access}) called by %s`,
      async (caller) => {
        const client = await callers.get(caller)?.();
        // An empty body is refused by the handler (400) or harmless; the guards come before it.
        const answer = await client?.call(endpoint, {
          params: { id: crypto.randomUUID(), domain: 'zoom.us' },
          ...(endpoint.method === 'get' ? {} : { body: {} }),
        });
        const refusal = expected[endpoint.access](caller);
        expect(refusal === null ? [200, 400, 404] : [refusal]).toContain(answer?.status);
      },
    );
  },
);

test('below /admin visitors get 401 and users 403, and a demotion counts on the next request', async () => {
  const call = async (client: HttpClient) => (await client.request('GET', '/api/admin/whitelist')).status;
  expect(await call(api.client())).toBe(401);
  const user = await seedUser(api.pool, { role: 'admin' });
  const client = await signIn(api.client(), user);
  expect([401, 403]).not.toContain(await call(client));
  await api.pool.transaction((transaction) => updateRole(transaction, { email: user.email, role: 'user' }));
  expect(await call(client)).toBe(403);
});

test('every route file serves an endpoint of the contract, the two consent links, or a probe', async () => {
  const folder = fileURLToPath(new URL('../../api/routes', import.meta.url));
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ts'));
  const texts = await Promise.all(files.map((name) => readFile(`${folder}/${name}`, 'utf8')));
  const served = texts.flatMap((text) =>
    [...text.matchAll(/\.(?:get|post|put|delete)\((\w+\.path|'[^']+')/g)].map(([, path]) => path),
  );
  const handWritten = served.filter((path) => path?.startsWith("'")).toSorted((a = '', b = '') => a.localeCompare(b));
  expect(handWritten).toEqual(["'/auth/callback/google'", "'/auth/google'", "'/health'", "'/ready'"]);
  expect(served.length - handWritten.length).toBe(endpoints.length);
});
