import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { encodeCursor } from '#api/meeting-cursor.ts';
import { operations } from '#api/openapi/operations.ts';
import { getSession } from '#contract/auth.ts';
import type { Access } from '#contract/http.ts';
import { getOpenapi } from '#contract/service.ts';
import { sql } from '#db/sql.ts';
import { openTestApi } from '#tests/support/api.ts';
import { arbitraryRequest, type Request } from '#tests/support/arbitrary-requests.ts';
import { seedCalendar, seedMeeting, seedResearch, seedUser, signIn } from '#tests/support/builders.ts';
import { createDocumentCheck } from '#tests/support/document-check.ts';
import type { CallOptions, HttpClient } from '#tests/support/http-client.ts';
import { openapiDocument } from '#tests/support/openapi-shape.ts';
import { TEST_PATIENCE_MS } from '#tests/support/patience.ts';
import { isDeep, testSeed } from '#tests/support/sample.ts';

/** Requests per operation. */
const numRuns = isDeep ? 100 : 12;

const CALLERS = ['visitor', 'user without a plan', 'user', 'admin'] as const;
type Caller = (typeof CALLERS)[number];

/** The challenge widget's action for each operation. */
const ACTIONS: Record<string, string> = {
  sendContact: 'contact',
  subscribeToNewsletter: 'newsletter',
  requestObjection: 'objection',
  signInSocial: 'login',
  signInEmail: 'admin',
};

/** A caller's own records. Requests use placeholders for them, because a new account replaces a deleted one. */
type Belongings = { meeting: string; calendar: string; entry: string; email: string };
/** Returns a cursor at a start time in Unix milliseconds, plausible or not. */
const cursorAt = (startTime: number) => encodeCursor({ startTime: new Date(startTime), id: crypto.randomUUID() });
const WORDS = {
  uuid: ['{meeting}', '{calendar}', '{entry}'],
  email: ['{email}'],
  text: [
    'zoom.us',
    'Europe/Lisbon',
    '/app',
    'google',
    'microsoft',
    ...[0, 253_402_300_800_000, -8.64e15].map(cursorAt),
  ],
};

const api = await openTestApi();
const { text: document } = await api.client().call(getOpenapi);
const checkAgainstDocument = createDocumentCheck(openapiDocument.parse(JSON.parse(document)));
const clients = new Map<Caller, HttpClient>();
const belongings = new Map<Caller, Belongings>();

beforeAll(async () => {
  for (const caller of CALLERS) clients.set(caller, await enter(caller));
});

describe('any input gets a response within the contract and never a 5xx', () => {
  test.each(operations.filter(({ tag }) => tag !== 'Service'))(
    'from $endpoint.method $endpoint.path',
    { timeout: TEST_PATIENCE_MS + numRuns * 500 },
    async ({ id, endpoint }) => {
      const runs = fc.asyncProperty(
        fc.oneof(fc.constantFrom(...CALLERS), fc.constant(insiderOf(endpoint.access))),
        arbitraryRequest(endpoint, WORDS),
        async (caller, request) => {
          const client = clients.get(caller) ?? api.client();
          // The client validates the response against the contract.
          const answer = await client.call(endpoint, await optionsOf(id, caller, request));
          expect(answer.status).toBeLessThan(500);
          checkAgainstDocument(id, answer);
          if (endpoint.method !== 'get' && answer.status === 200) await reenterIfOut(caller, client);
        },
      );
      await fc.assert(runs, { seed: testSeed, numRuns });
    },
  );
});

/** Returns a caller that the endpoint's guards let through. */
const insiderOf = (access: Access): Caller => (access === 'admin' ? 'admin' : 'user');

async function optionsOf(id: string, caller: Caller, { token, ...request }: Request): Promise<CallOptions> {
  // A visitor tries another user's records.
  const own = belongings.get(caller) ?? belongings.get('user');
  const text = JSON.stringify(request).replaceAll(
    /\{(meeting|calendar|entry|email)\}/g,
    (word, name: keyof Belongings) => own?.[name] ?? word,
  );
  const { params, query, body } = sendable.parse(JSON.parse(text));
  const headers = await tokenHeader(ACTIONS[id] ?? 'login', token);
  if (body === undefined) return { params, query, headers };
  return { params, query, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

const texts = z.record(z.string(), z.string());
const sendable = z.object({ params: texts, query: texts, body: z.unknown().optional() });

async function tokenHeader(action: string, token: Request['token']): Promise<Record<string, string>> {
  if (token === 'none') return {};
  if (token === 'made up') return { 'x-turnstile-token': 'made-up' };
  const { sandbox, config } = api;
  const hostname = new URL(config.publicUrl).hostname;
  const issued = await sandbox.control(sandbox.turnstile, '/token', { hostname, action });
  return { 'x-turnstile-token': z.object({ token: z.string() }).parse(issued).token };
}

/** Replaces the caller's client if the call ended their session or closed their account; clears a visitor's cookies. */
async function reenterIfOut(caller: Caller, client: HttpClient): Promise<void> {
  if (caller === 'visitor') {
    client.cookies.clear();
    return;
  }
  const { user } = await client.data(getSession);
  if (user === null) clients.set(caller, await enter(caller));
}

async function enter(caller: Caller): Promise<HttpClient> {
  if (caller === 'visitor') return api.client();
  const user = await seedUser(api.pool, {
    isWhitelisted: caller !== 'user without a plan',
    role: caller === 'admin' ? 'admin' : 'user',
  });
  const { calendarId } = await seedCalendar(api.pool, { userId: user.id, encryption: api.encryption });
  const meetingId = await seedMeeting(api.pool, { userId: user.id, calendarId });
  await seedResearch(api.pool, { userId: user.id, meetingId });
  const { id: entry } = await api.pool.one(sql.typeAlias('id')`
    insert into whitelist_entries (email, reason) values (${`guest-${user.id}@brightwater.test`}, 'Beta tester') returning id
  `);
  belongings.set(caller, { meeting: meetingId, calendar: calendarId, entry, email: user.email });
  return await signIn(api.client(), user);
}
