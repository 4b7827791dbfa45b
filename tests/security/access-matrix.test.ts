import { describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/http.ts';
import { updateRole } from '#db/queries/users.ts';
import { openTestApi } from '#tests/support/api.ts';
import { seedAccessToken, seedSubscription, seedUser, signIn } from '#tests/support/builders.ts';
import { anywhere, listEndpoints, nameOf } from '#tests/support/contract.ts';
import type { HttpClient } from '#tests/support/http-client.ts';
import { listRoutes } from '#tests/support/routes.ts';

const endpoints = await listEndpoints();

/** Routes outside the contract, and who may use them. A new route fails a test below until it is listed here. */
const OTHER_ROUTES: Record<string, string> = {
  'GET /health': 'public: reveals nothing about anyone',
  'GET /ready': 'public: names the part that is down',
  'GET /metrics': 'operators: from this machine, or with the token in METRICS_TOKEN',
  'GET /api/openapi.json': 'public: the contract',
  'GET /api/docs': 'public: the contract as a page',
  'GET /index.html': 'public: a page',
  'GET /robots.txt': 'public: what search engines may read',
  'GET /sitemap.xml': 'public: what search engines may read',
  'GET /{*path}': 'public: a page',
  'POST /api/mcp': 'subscribers: with a read token; requesting research needs a write token (tests/api/routes/mcp)',
  'GET /api/auth/google': 'a session or a ticket; redirects to /login without either',
  'GET /api/auth/microsoft': 'a session; redirects to /login without one',
  'GET /api/auth/microsoft/admin-consent': 'public: the address of a page at Microsoft',
  'POST /unsubscribe': 'mail providers: the sealed token of a briefing or digest',
  'POST /newsletter/unsubscribe': 'mail providers: the sealed token of a newsletter email',
  'POST /api/webhooks/ses': 'the mail service: signed for our topic',
  'POST /api/webhooks/google': 'Google: channel, token and resource of a synced calendar',
  'POST /api/webhooks/microsoft': 'Microsoft: the clientState of a subscription',
  'GET /api/auth/callback/google': 'public: valid only in the browser session that started the sign-in',
};

/** Routes that the server lists twice, since their rate limit is a route of its own before the handler. */
const LIMITED_FIRST = [
  'sign-in/email',
  'sign-in/social',
  'factor',
  'sign-up/email',
  'forget-password',
  'send-verification-email',
].map((path) => `POST /api/auth/${path}`);

/** Calls available without a subscription: the account, billing, and what every screen's shell needs. */
const BEFORE_SUBSCRIBING =
  /^\/(?:auth|subscriptions)\/|^\/users\/(?:profile|account|export|sessions(?:\/:id)?|factors(?:\/.+)?|tokens(?:\/:id)?|webhooks(?:\/.+)?|channels(?:\/.+)?|push-subscriptions)$|^\/push\/key$|^\/service$/;

/** Calls available without a session: signing in, and what visitors and emailed or shared links may do. */
const WITHOUT_SESSION =
  /^\/(?:auth|contact|feedback|newsletter|privacy\/objection|shared|unsubscribe)(?:\/|$)|^\/webhooks\/stripe$/;

const PEOPLE = ['visitor', 'unpaid', 'user', 'whitelisted', 'unpaid admin', 'unpaid superadmin'] as const;
/** Tools with an access token. Its owner has all rights, so only the token's scope limits them. */
const TOOLS = ['read token', 'write token', 'made-up token'] as const;
const CALLERS = [...PEOPLE, ...TOOLS];
type Caller = (typeof CALLERS)[number];

const SUBSCRIPTIONS: Partial<Record<Caller, string>> = { user: 'active', unpaid: 'canceled' };

/** Returns the status with which the guards refuse the caller; null if the caller reaches the handler. */
function refusalOf({ access, scope }: Endpoint, caller: Caller): 401 | 403 | null {
  if (access === 'public' || access === 'signature' || access === 'operator') return null;
  if (caller === 'visitor' || caller === 'made-up token') return 401;
  if (caller === 'read token') return scope === 'read' ? null : 403;
  if (caller === 'write token') return scope === undefined ? 403 : null;
  if (access === 'subscriber') return caller === 'user' || caller === 'whitelisted' ? null : 403;
  if (access === 'admin') return caller.endsWith('admin') ? null : 403;
  return null;
}

const api = await openTestApi();

const shared = new Map<Caller, Promise<HttpClient>>();

/** Returns a shared client for reads and refused calls, else a new one: some calls end the session or the account. */
async function clientFor(endpoint: Endpoint, caller: Caller): Promise<HttpClient> {
  if (endpoint.method !== 'get' && refusalOf(endpoint, caller) === null) return await clientOf(caller);
  const client = shared.get(caller) ?? clientOf(caller);
  shared.set(caller, client);
  return await client;
}

/** Returns a client for the caller, with a new user if the caller has one. */
async function clientOf(caller: Caller): Promise<HttpClient> {
  const client = api.client();
  if (caller === 'visitor') return client;
  if (caller === 'made-up token') return client.withToken(`fwd_${'x'.repeat(43)}`);
  if (caller === 'read token' || caller === 'write token') return await toolOf(client, caller);
  const role = caller === 'unpaid admin' ? 'admin' : caller === 'unpaid superadmin' ? 'superadmin' : 'user';
  const user = await seedUser(api.pool, { isWhitelisted: caller === 'whitelisted', role });
  const status = SUBSCRIPTIONS[caller];
  if (status !== undefined) await seedSubscription(api.pool, { userId: user.id, status });
  return await signIn(client, user);
}

/** Returns a client with the token and a superadmin's cookie, which must not add to the token's rights. */
async function toolOf(client: HttpClient, caller: 'read token' | 'write token'): Promise<HttpClient> {
  const owner = await seedUser(api.pool, { role: 'superadmin' });
  const scopes = caller === 'read token' ? (['read'] as const) : (['read', 'write'] as const);
  return (await signIn(client, owner)).withToken(await seedAccessToken(api.pool, { userId: owner.id, scopes }));
}

/** Returns options with an empty body: the guards run first, then the handler refuses it (400), or it is harmless. */
const emptyOptions = ({ method }: Endpoint) => ({ ...anywhere, ...(method === 'get' ? {} : { body: {} }) });

describe.each(endpoints.map((endpoint) => ({ name: nameOf(endpoint), endpoint })))('$name', ({ endpoint }) => {
  test.each(CALLERS)(`attack 1: (${endpoint.access}) enforces its access level for %s`, async (caller) => {
    const client = await clientFor(endpoint, caller);
    const answer = await client.call(endpoint, emptyOptions(endpoint));
    const refusal = refusalOf(endpoint, caller);
    expect(refusal === null ? [200, 202, 400, 404, 409] : [refusal]).toContain(answer.status);
  });
});

test.each(
  endpoints.filter(({ access }) => access === 'subscriber').map((endpoint) => [nameOf(endpoint), endpoint] as const),
)('attack 1: %s shows users without a subscription their current and the required plan', async (_, endpoint) => {
  const client = await clientFor(endpoint, 'unpaid');
  const answer = await client.call(endpoint, anywhere);
  expect(answer.body).toMatchObject({
    code: 'INSUFFICIENT_SUBSCRIPTION',
    message: expect.stringContaining('subscription'),
    requiredPlan: 'Research',
    currentPlan: 'Research',
  });
});

test('attack 1: every route of the server is listed with its access level', () => {
  const decided = endpoints.map(({ method, path }) => nameOf({ method, path: `/api${path}` }));
  expect(listRoutes(api.server.app).toSorted()).toEqual(
    [...decided, ...Object.keys(OTHER_ROUTES), ...LIMITED_FIRST].toSorted(),
  );
});

test('attack 1: routes open to any session cover only the account, billing and what every screen needs', () => {
  const paths = endpoints.filter(({ access }) => access === 'session').map(({ path }) => path);
  expect(paths.filter((path) => !BEFORE_SUBSCRIBING.test(path))).toEqual([]);
});

test('attack 1: routes without a session cover only signing in, visitors, and emailed or shared links', () => {
  const isGuarded = ({ access }: Endpoint) => access === 'session' || access === 'subscriber' || access === 'admin';
  const paths = endpoints.filter((endpoint) => !isGuarded(endpoint)).map(({ path }) => path);
  expect(paths.filter((path) => !WITHOUT_SESSION.test(path))).toEqual([]);
});

test('attack 2: every path below /admin returns 401 for visitors and 403 for users', async () => {
  const { client: user } = await api.newUser();
  // Regardless of their access level in the contract.
  for (const endpoint of endpoints.filter(({ path }) => path.startsWith('/admin'))) {
    const options = emptyOptions(endpoint);
    const statuses = [(await api.client().call(endpoint, options)).status, (await user.call(endpoint, options)).status];
    expect([nameOf(endpoint), ...statuses]).toEqual([nameOf(endpoint), 401, 403]);
  }
  for (const path of ['/api/admin/whitelist', '/api/admin', '/api/admin/nothing/at/all', '/api/ADMIN/whitelist']) {
    expect((await api.client().request('GET', path)).status).toBe(401);
    expect((await user.request('GET', path)).status).toBe(403);
  }
});

test("attack 3: the admin form's header does not grant access below /admin", async () => {
  const { client: user } = await api.newUser();
  const options = { ...anywhere, headers: { 'X-Admin-Login': 'true' } };
  for (const endpoint of endpoints.filter(({ access }) => access === 'admin')) {
    expect((await api.client().call(endpoint, options)).status).toBe(401);
    expect((await user.call(endpoint, options)).body.code).toBe('FORBIDDEN');
  }
});

test('attack 2: a demotion applies on the next request', async () => {
  const { user, client } = await api.newUser({ role: 'admin' });
  expect((await client.request('GET', '/api/admin/whitelist')).status).toBe(200);
  await api.pool.transaction((transaction) => updateRole(transaction, { email: user.email, role: 'user' }));
  expect((await client.request('GET', '/api/admin/whitelist')).status).toBe(403);
});
