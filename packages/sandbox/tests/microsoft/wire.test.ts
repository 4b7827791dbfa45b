import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MicrosoftVendor } from '#sandbox/microsoft/microsoft.ts';
import type { Started } from '#sandbox/start-vendor.ts';
import {
  connect,
  consentUrl,
  control,
  mira,
  redirectUri,
  startMicrosoft,
  submitConsent,
  tokenOf,
} from '#sandbox/tests/microsoft/graph-client.ts';

let microsoft: Started<MicrosoftVendor>;
let url: string;
let token: string;

beforeAll(async () => {
  microsoft = await startMicrosoft();
  ({ url } = microsoft);
});
beforeEach(async () => {
  await microsoft.vendor.control.resetAll();
  await connect(url);
  token = await tokenOf(url, mira);
});
afterAll(async () => {
  await microsoft.close();
});

describe('the API', () => {
  const midnight = (days: number): string =>
    `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T00:00:00Z`;
  const short = [`startDateTime=${midnight(-1)}`, `endDateTime=${midnight(20)}`, '$select=subject', '$top=50'];

  test('ignores query order, case, encoding and a trailing slash', async () => {
    const expected = await get(`/v1.0/me/calendarView?${short.join('&')}`);
    expect(expected).toMatchObject({
      status: 200,
      body: { value: expect.arrayContaining([expect.objectContaining({ subject: 'Emberline: identity pitch' })]) },
    });
    for (const path of [
      `/v1.0/me/calendarView?${short.toReversed().join('&')}`,
      `/v1.0/me/calendarview?${short.join('&').toLowerCase().replaceAll('t00:00:00z', 'T00:00:00Z')}`,
      `/v1.0/me/calendarView/?${short.join('&').replaceAll('$', '%24')}`,
      `/v1.0/ME/calendar/CalendarView?${short.join('&')}`,
      `/v1.0/users/${mira}/calendarView?${short.join('&')}`,
      `/v1.0/users('${mira}')/calendarView?${short.join('&')}`,
    ]) {
      expect([path, await get(path)]).toEqual([path, expected]);
    }
  });

  test('ignores header case and accepts preferences split across headers', async () => {
    const [, body] = await raw('/v1.0/me/events?$top=1', [
      'AUTHORIZATION',
      `bearer ${token}`,
      'pReFeR',
      'outlook.timezone="Tokyo Standard Time"',
      'PREFER',
      "IdType='ImmutableId'".replaceAll("'", '"'),
    ]);
    const [, same] = await raw('/v1.0/me/events?%24top=1', [
      'authorization',
      `Bearer ${token}`,
      'prefer',
      'IDTYPE=ImmutableId, Outlook.TimeZone = "Tokyo Standard Time"',
    ]);
    expect(body).toEqual(same);
    expect(body).toMatchObject({
      value: [{ id: expect.stringMatching(/^AAkALg/), start: { timeZone: 'Tokyo Standard Time' } }],
    });
  });

  test("accepts ids in parentheses and delta's full name", async () => {
    const { body } = await get('/v1.0/me/calendar');
    const id = String(Object.entries(body).find(([name]) => name === 'id')?.[1]);
    expect(await get(`/v1.0/me/calendars('${id}')/events?$select=subject&$top=50`)).toEqual(
      await get(`/v1.0/me/calendars/${id}/events?$select=subject&$top=50`),
    );
    expect((await get(`/v1.0/me/calendarView/microsoft.graph.delta()?${short.slice(0, 2).join('&')}`)).status).toBe(
      200,
    );
  });

  test('accepts the client secret in the form or HTTP Basic', async () => {
    for (const basic of [true, false]) {
      const { page, verifier } = consentUrl(url);
      const code = (await submitConsent(page)).searchParams.get('code') ?? '';
      const form = new URLSearchParams({
        code_verifier: verifier,
        redirect_uri: redirectUri,
        code,
        grant_type: 'authorization_code',
        ...(!basic && { client_secret: 'sandbox-secret', client_id: 'sandbox-client' }),
      });
      const headers = basic
        ? { Authorization: `Basic ${Buffer.from('sandbox-client:sandbox-secret').toString('base64')}` }
        : {};
      const answer = await fetch(`${url}/COMMON/oauth2/v2.0/token/`, { method: 'POST', body: form, headers });
      expect(answer.status).toBe(200);
    }
  });

  test("rejects another user's path", async () => {
    expect(await get('/v1.0/users/dana@harborline.test/events')).toMatchObject({
      status: 404,
      body: { error: { code: 'ErrorInvalidUser' } },
    });
  });
});

describe('with errors and faults', () => {
  test('an error carries the request ids in body and headers', async () => {
    const headers = { authorization: `Bearer ${token}`, 'client-request-id': '6c6a8a5d-0000-4000-8000-000000000001' };
    const answer = await fetch(`${url}/v1.0/me/events/nonsense`, { headers });
    const requestId = answer.headers.get('request-id');
    expect(answer.headers.get('client-request-id')).toBe(headers['client-request-id']);
    expect(await answer.json()).toEqual({
      error: {
        code: 'ErrorInvalidIdMalformed',
        message: 'Id is malformed.',
        innerError: {
          date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
          'request-id': requestId,
          'client-request-id': headers['client-request-id'],
        },
      },
    });
  });

  test.each([
    [401, 'InvalidAuthenticationToken', 'www-authenticate'],
    [403, 'ErrorAccessDenied', 'request-id'],
    [410, 'resyncRequired', 'location'],
    [429, 'TooManyRequests', 'retry-after'],
    [503, 'serviceNotAvailable', 'retry-after'],
    [500, 'InternalServerError', 'request-id'],
  ])("a planned %s at Graph has Graph's own error code and headers", async (status, code, header) => {
    await control(url, 'faults', { path: '/v1.0/me/calendarView/delta', status });
    const answer = await fetch(`${url}/v1.0/me/calendarView/delta`, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(status);
    expect(answer.headers.get(header)).toBeTruthy();
    expect(await answer.json()).toMatchObject({
      error: { code, innerError: { 'request-id': answer.headers.get('request-id') } },
    });
  });

  test('a planned error at the identity platform has the shape of that platform', async () => {
    await control(url, 'faults', { method: 'POST', path: '/common/oauth2', status: 400 });
    const answer = await fetch(`${url}/common/oauth2/v2.0/token`, { method: 'POST' });
    expect(await answer.json()).toMatchObject({
      error: 'invalid_grant',
      error_codes: [70000],
      trace_id: expect.any(String),
    });
  });

  test('invalid JSON and unknown segments return Graph errors', async () => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const broken = await fetch(`${url}/v1.0/me/events`, { method: 'POST', headers, body: '{' });
    expect([broken.status, await broken.json()]).toMatchObject([400, { error: { code: 'BadRequest' } }]);
    expect(await get('/v1.0/me/drive')).toMatchObject({
      status: 400,
      body: { error: { message: "Resource not found for the segment 'drive'." } },
    });
    expect(await get('/beta/me')).toMatchObject({ status: 400, body: { error: { code: 'BadRequest' } } });
  });
});

test('the journal records requests and statuses', async () => {
  await get('/v1.0/me');
  const answer = await fetch(`${url}/_control/journal`);
  expect(await answer.json()).toMatchObject({
    requests: expect.arrayContaining([expect.objectContaining({ method: 'GET', path: '/v1.0/me', status: 200 })]),
  });
});

async function get(path: string): Promise<{ status: number; body: object }> {
  const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  return { status: answer.status, body: Object(await answer.json()) };
}

/** Sends header names exactly as written. */
async function raw(path: string, headers: string[]): Promise<[number | undefined, unknown]> {
  return await new Promise((resolve, reject) => {
    const call = request(`${url}${path}`, { headers: ['Host', new URL(url).host, ...headers] }, (res) => {
      let text = '';
      res.on('data', (chunk) => {
        text += String(chunk);
      });
      res.on('end', () => resolve([res.statusCode, JSON.parse(text)]));
    });
    call.on('error', reject);
    call.end();
  });
}
