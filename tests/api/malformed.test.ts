import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { bulkAddToWhitelist } from '#contract/admin-whitelist.ts';
import { listBriefings } from '#contract/briefings.ts';
import type { Access, Endpoint } from '#contract/http.ts';
import { createMeeting, listMeetings } from '#contract/meetings.ts';
import { openTestApi } from '#tests/support/api.ts';
import { HOSTILE_TEXTS, type InputSchema, inputSchemaOf } from '#tests/support/arbitrary-requests.ts';
import { anywhere, listEndpoints, nameOf } from '#tests/support/contract.ts';
import { dumpRequestedWrites } from '#tests/support/dump.ts';
import type { Answer, HttpClient } from '#tests/support/http-client.ts';
import { postUnfinished } from '#tests/support/unfinished-request.ts';

const endpoints = await listEndpoints();
const named = (some: Endpoint[]) => some.map((endpoint) => ({ name: nameOf(endpoint), endpoint }));
/** Every write except signed ones, which check the signature before the body (tests/security/payment-webhooks). */
const writing = named(endpoints.filter(({ method, access }) => method !== 'get' && access !== 'signature'));
const withBody = named(endpoints.filter(({ body }) => body !== undefined));
const withQuery = named(endpoints.filter(({ query }) => query !== undefined));
const withId = named(endpoints.filter(({ path }) => path.includes('/:id')));

/** Fields whose text the endpoint itself interprets; all others are checked only by the schema. */
const READ_BY_THE_CALL: Record<string, [status: number, code: string]> = {
  'POST /auth/sign-in/email password': [401, 'UNAUTHORIZED'],
  'POST /auth/sign-in/social provider': [404, 'NOT_FOUND'],
  'POST /auth/reset-password token': [400, 'BAD_REQUEST'],
  'POST /auth/stop-address-change token': [400, 'BAD_REQUEST'],
  'POST /users/calendar/connect authCode': [400, 'BAD_REQUEST'],
  'POST /users/calendar/connect state': [400, 'BAD_REQUEST'],
  'POST /feedback token': [400, 'BAD_REQUEST'],
  'POST /feedback/reason token': [400, 'BAD_REQUEST'],
  'POST /privacy/objection/confirm token': [400, 'BAD_REQUEST'],
  'POST /newsletter/confirm token': [400, 'BAD_REQUEST'],
  'POST /newsletter/unsubscribe token': [400, 'BAD_REQUEST'],
  'POST /unsubscribe token': [400, 'BAD_REQUEST'],
};

/** Its addresses are tested in routes/admin/whitelist: an invalid one is reported without failing the call. */
const BULK = nameOf(bulkAddToWhitelist);

const REFUSED: [status: number, code: string] = [400, 'VALIDATION'];

const api = await openTestApi();
const { client: user } = await api.newUser();
const { client: admin } = await api.newUser({ role: 'admin' });
const clients = new Map<Access, HttpClient>([
  ['session', user],
  ['subscriber', user],
  ['admin', admin],
]);

/** Returns a client that passes every guard, so that only the input can be refused. */
const clientFor = ({ access }: Endpoint) => clients.get(access) ?? api.client();

/** Returns every stored row except the audit log, which records refusals. */
async function storedRows() {
  const { audit_log: _, ...tables } = await dumpRequestedWrites(api.pool);
  return tables;
}

const verdict = ({ status, body }: Answer) => [status, body.code];

describe('an unreadable body is refused and nothing is stored', () => {
  test.each(writing)('for $name', async ({ endpoint }) => {
    const before = await storedRows();
    const send = async (type: string, body: string, headers: Record<string, string> = {}) =>
      verdict(
        await clientFor(endpoint).call(endpoint, { ...anywhere, body, headers: { 'content-type': type, ...headers } }),
      );
    const json = 'application/json';

    for (const text of ['{"a":', '{a: 1}', "{'a': 1}", '{"a": NaN}', 'undefined', '"text"', '7', '\0', '{}{}']) {
      expect([text, ...(await send(json, text))]).toEqual([text, 400, 'VALIDATION']);
    }
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'application/xml',
      'json',
    ]) {
      expect([type, ...(await send(type, '{}'))]).toEqual([type, 415, 'UNSUPPORTED_MEDIA_TYPE']);
    }
    expect(await send('application/json; charset=shift_jis', '{}')).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    expect(await send(json, '{}', { 'content-encoding': 'squeezed' })).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    expect(await send(json, '{}', { 'content-encoding': 'gzip' })).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    expect(await send(json, JSON.stringify({ text: 'x'.repeat(1_000_000) }))).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect(await storedRows()).toEqual(before);
  });
});

/** The paths of all writes, and of everything else that reads a body. */
const reading = ['/api/mcp', '/unsubscribe', '/newsletter/unsubscribe'].concat(
  writing.map(({ endpoint }) => `/api${endpoint.path}`),
  ['stripe', 'ses', 'microsoft'].map((vendor) => `/api/webhooks/${vendor}`),
);

test('attack 42: a compressed body is refused unread', async () => {
  const headers = {
    'content-type': 'application/json',
    'content-encoding': 'gzip',
    'content-length': 1000,
    'stripe-signature': 't=1,v1=00',
  };
  const ends = await Promise.all(
    [...new Set(reading)].map(async (path) => [path, await postUnfinished(`${api.url}${path}`, headers)]),
  );
  expect(ends).toEqual(ends.map(([path]) => [path, 415]));
});

describe('a body of the wrong shape returns 400 and nothing is stored', () => {
  test.each(withBody)('for $name', async ({ endpoint }) => {
    const before = await storedRows();
    const client = clientFor(endpoint);
    const send = async (body: string) => {
      const headers = { 'content-type': 'application/json' };
      return verdict(await client.call(endpoint, { ...anywhere, body, headers }));
    };
    const example = JSON.stringify(endpoint.example);
    const withKey = (key: string) => example.replace(/^\{/, `{"${key}":{"isAdmin":true}${example === '{}' ? '' : ','}`);
    const shapes = ['[]', '[{}]', 'null', ...['__proto__', 'constructor', 'prototype', 'surplus'].map(withKey)];
    for (const body of shapes.filter((shape) => isOdd(endpoint, shape))) {
      expect([body, ...(await send(body))]).toEqual([body, 400, 'VALIDATION']);
    }
    for (const { at, put } of placesOf(endpoint)) {
      for (const value of [undefined, null, 7, true, 'text', [], ['text'], {}, { $ne: null }, -1, 1e308, 0.5]) {
        const body = JSON.stringify(put(value));
        const got = isOdd(endpoint, body) ? await send(body) : REFUSED;
        expect([at, value, ...got]).toEqual([at, value, ...REFUSED]);
      }
    }
    expect(await storedRows()).toEqual(before);
  });
});

describe('text that is unstorable or too long is refused and nothing is stored', () => {
  test.each(withBody)('for $name', async ({ name, endpoint }) => {
    const before = await storedRows();
    const client = clientFor(endpoint);
    const texts = placesOf(endpoint).filter(({ value }) => typeof value === 'string');
    for (const { at, value, put } of texts.filter((place) => name !== BULK || !place.at.startsWith('emails.'))) {
      const bad = [`${String(value)}\0`, `\0${String(value)}`, `${String(value)}\ud800`, `\udc00${String(value)}`];
      for (const text of bad) {
        const answer = await client.call(endpoint, { ...anywhere, body: put(text) });
        expect([at, text, ...verdict(answer)]).toEqual([at, text, ...(READ_BY_THE_CALL[`${name} ${at}`] ?? REFUSED)]);
      }
      const long = await client.call(endpoint, { ...anywhere, body: put('x'.repeat(90_000)) });
      expect([at, ...verdict(long)]).toEqual([at, ...REFUSED]);
    }
    for (const [field, { maxLength }] of Object.entries(
      inputSchemaOf(endpoint.body ?? z.object({})).properties ?? {},
    )) {
      if (maxLength === undefined) continue;
      const body = { ...toRecord(endpoint.example), [field]: 'x'.repeat(maxLength + 1) };
      expect([field, ...verdict(await client.call(endpoint, { ...anywhere, body }))]).toEqual([field, ...REFUSED]);
    }
    expect(await storedRows()).toEqual(before);
  });
});

describe('an invalid query returns 400', () => {
  const NUMBERS = [
    '-1',
    '-5',
    '0.5',
    '1e9',
    '99999999999999999999',
    'NaN',
    'Infinity',
    '-Infinity',
    'ten',
    '5,5',
    '1 000',
    '٣',
  ];
  const DATES = [
    '',
    'tomorrow',
    '2026-02-30T10:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-11-21',
    '2026-11-21T25:00:00Z',
    '0',
  ];

  test.each(withQuery)('for $name', async ({ endpoint }) => {
    const fields = Object.entries(inputSchemaOf(endpoint.query ?? z.object({})).properties ?? {});
    const odd = fields.flatMap(([field, { type, format, enum: choices, minimum, maximum, maxLength }]) => [
      ...(type === 'integer' || type === 'number' ? NUMBERS : []).map((value) => [field, value] as const),
      ...(minimum === undefined ? [] : [[field, String(minimum - 1)] as const]),
      ...(maximum === undefined ? [] : [[field, String(maximum + 1)] as const]),
      ...(format === 'date-time' ? DATES : []).map((value) => [field, value] as const),
      ...(choices ? HOSTILE_TEXTS : []).map((value) => [field, value.toWellFormed()] as const),
      ...(maxLength === undefined ? [] : [[field, 'x'.repeat(maxLength + 1)] as const]),
    ]);
    for (const [field, value] of odd) {
      const answer = await clientFor(endpoint).call(endpoint, { query: { [field]: value } });
      expect([field, value, ...verdict(answer)]).toEqual([field, value, 400, 'VALIDATION']);
    }
  });
});

describe('a forged cursor returns 400', () => {
  const FORGED = [
    'nothing',
    '0',
    `.${crypto.randomUUID()}`,
    `tomorrow.${crypto.randomUUID()}`,
    // The limits of a JavaScript date. Only the later one is within Postgres' range.
    `-8640000000000000.${crypto.randomUUID()}`,
    `8640000000000000.${crypto.randomUUID()}`,
    `1e400.${crypto.randomUUID()}`,
    `0.${crypto.randomUUID()}.0`,
    '12.nope',
    "0.' or 1=1 --",
  ];

  test.each([
    ['meetings', listMeetings],
    ['briefings', listBriefings],
  ] as const)('in a list of %s', async (_, endpoint) => {
    for (const text of FORGED) {
      const cursor = Buffer.from(text).toString('base64url');
      const answer = await clientFor(endpoint).call(endpoint, { query: { cursor } });
      expect([text, ...verdict(answer)]).toEqual([text, ...REFUSED]);
    }
  });
});

describe('a malformed id returns 400 and an unknown one returns 404', () => {
  test.each(withId)('for $name', async ({ endpoint }) => {
    const before = await storedRows();
    const call = async (id: string) =>
      await clientFor(endpoint).call(endpoint, {
        params: { id },
        ...(endpoint.body ? { body: endpoint.example } : {}),
      });
    for (const id of [
      '1',
      '-1',
      'null',
      "' or 1=1 --",
      '__proto__',
      '\0',
      'x'.repeat(3000),
      `${crypto.randomUUID()}0`,
    ]) {
      expect([id, ...verdict(await call(id))]).toEqual([id, 400, 'VALIDATION']);
    }
    expect(verdict(await call(crypto.randomUUID()))).toEqual([404, 'NOT_FOUND']);
    const broken = endpoint.path.replace(':id', '%E0%A4');
    const headers = { 'content-type': 'application/json' };
    const answer = await clientFor(endpoint).request(endpoint.method.toUpperCase(), `/api${broken}`, { headers });
    expect(verdict(answer)).toEqual([400, 'BAD_REQUEST']);
    expect(await storedRows()).toEqual(before);
  });
});

describe('a range that ends before it starts returns 400', () => {
  const later = '2026-12-02T10:00:00Z';
  const earlier = '2026-12-01T10:00:00+02:00';

  test('in a list of meetings', async () => {
    const answer = await clientFor(listMeetings).call(listMeetings, { query: { startDate: later, endDate: earlier } });
    expect([...verdict(answer), answer.body['errors']]).toEqual([400, 'VALIDATION', { endDate: expect.any(String) }]);
  });

  test('in a new meeting, as does one of zero length', async () => {
    const before = await storedRows();
    for (const endTime of [earlier, later]) {
      const body = { ...createMeeting.example, startTime: later, endTime };
      const answer = await clientFor(createMeeting).call(createMeeting, { body });
      expect([...verdict(answer), answer.body['errors']]).toEqual([400, 'VALIDATION', { endTime: expect.any(String) }]);
    }
    expect(await storedRows()).toEqual(before);
  });
});

/** Returns true if the contract refuses the body. Some alterations stay valid, such as dropping an optional field. */
function isOdd({ body }: Endpoint, text: string): boolean {
  return body?.safeParse(JSON.parse(text)).success === false;
}

type Place = { at: string; value: unknown; put: (value: unknown) => unknown };

/** Lists every value in the example, omitted optional fields included, each with a function that replaces it. */
function placesOf({ body, example }: Endpoint): Place[] {
  const { properties = {} } = inputSchemaOf(body ?? z.object({}));
  const whole = {
    ...Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, sampleOf(schema)])),
    ...toRecord(example),
  };
  const start = toRecord(example);
  return Object.entries(whole).flatMap(([name, value]) =>
    leavesOf(value).map((leaf) => ({
      at: [name, ...leaf.at].join('.'),
      value: leaf.value,
      put: (other: unknown) => ({ ...start, [name]: leaf.put(other) }),
    })),
  );
}

function leavesOf(value: unknown): { at: string[]; value: unknown; put: (value: unknown) => unknown }[] {
  if (typeof value !== 'object' || value === null) return [{ at: [], value, put: (other) => other }];
  return Object.entries(value).flatMap(([key, child]) =>
    leavesOf(child).map((leaf) => ({
      at: [key, ...leaf.at],
      value: leaf.value,
      put: (other: unknown) => {
        const replaced = { ...value, [key]: leaf.put(other) };
        return Array.isArray(value) ? Object.values(replaced) : replaced;
      },
    })),
  );
}

const sampleOf = ({ type }: InputSchema) => (type === 'string' ? 'text' : undefined);
const toRecord = (value: unknown) => z.record(z.string(), z.unknown()).parse(value ?? {});
