import { describe, expect, test } from 'vitest';
import { readEnvelope } from '#web/api/envelope.ts';

function response(body: unknown, init: ResponseInit = {}): Response {
  return new Response(typeof body === 'string' ? body : JSON.stringify(body), init);
}

describe('readEnvelope [3.18] [5.21]', () => {
  test('returns the data of a successful response', async () => {
    const read = readEnvelope(response({ success: true, data: { id: 1 } }));
    await expect(read).resolves.toEqual({ status: 200, data: { id: 1 }, pagination: undefined });
  });

  test('returns the pagination of a paged list', async () => {
    const pagination = { totalPages: 3, total: 51 };
    const read = readEnvelope(response({ success: true, data: [], pagination }));
    await expect(read).resolves.toEqual({ status: 200, data: [], pagination });
  });

  test('reports the status of a response that is not JSON', async () => {
    const read = readEnvelope(response('<html>', { status: 502, statusText: 'Bad Gateway' }));
    await expect(read).rejects.toMatchObject({
      message: 'Failed to parse response as JSON: 502 Bad Gateway',
      type: 'SERVER_ERROR',
    });
  });

  test('rethrows a connection error while reading the body', async () => {
    const lost = new TypeError('network error');
    const body = new ReadableStream({ pull: (controller) => controller.error(lost) });
    await expect(readEnvelope(new Response(body))).rejects.toBe(lost);
  });

  test.each([
    ['an array for a body', [1]],
    ['no success flag', { data: {} }],
    ['a non-boolean success', { success: 'yes', data: {} }],
    ['a non-string message', { success: false, message: 4 }],
    ['a null message', { success: true, message: null, data: {} }],
    ['a non-string error', { success: false, error: { message: 'x' } }],
    ['an array of errors', { success: false, errors: ['x'] }],
    ['null errors', { success: false, errors: null }],
  ])('rejects an envelope with %s', async (_, body) => {
    await expect(readEnvelope(response(body))).rejects.toMatchObject({ message: 'Invalid API response format' });
  });

  test('uses the message, then the error, then the status [8.1]', async () => {
    const read = (body: object) => readEnvelope(response({ success: false, ...body }, { status: 409 }));
    await expect(read({ message: 'first', error: 'second' })).rejects.toMatchObject({ message: 'first', status: 409 });
    await expect(read({ error: 'second' })).rejects.toMatchObject({ message: 'second' });
    await expect(read({})).rejects.toMatchObject({ message: 'HTTP error! status: 409' });
  });

  test('treats a 200 with `success: false` as an unknown error', async () => {
    const read = readEnvelope(response({ success: false, message: 'no' }));
    await expect(read).rejects.toMatchObject({ message: 'no', type: 'UNKNOWN', status: 200 });
  });

  test("reads a 429's wait and limits from the headers [8.3]", async () => {
    const headers = {
      'Retry-After': '7',
      'X-RateLimit-Limit': '100',
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Reset': '60',
    };
    const read = readEnvelope(response({ success: false, message: 'x' }, { status: 429, headers }));
    await expect(read).rejects.toMatchObject({
      message: 'Rate limit exceeded. Please try again in 7 seconds.',
      code: 'RATE_LIMIT_EXCEEDED',
      details: { retryAfter: 7, limit: 100, remaining: 0, reset: 60 },
    });
  });

  test("ignores a 429's empty headers", async () => {
    const headers = { 'Retry-After': '', 'X-RateLimit-Limit': '' };
    const read = readEnvelope(response({ success: false, message: 'Slow down' }, { status: 429, headers }));
    await expect(read).rejects.toMatchObject({ message: 'Slow down', details: {} });
    await expect(read).rejects.not.toHaveProperty('details.retryAfter');
    await expect(read).rejects.not.toHaveProperty('details.limit');
  });

  test('reads error details from the body and its `errors` [3.19]', async () => {
    const body = {
      success: false,
      message: 'quota',
      quota: 60,
      resetDate: '2026-12-01',
      errors: { used: 60, domain: 'no' },
    };
    await expect(readEnvelope(response(body, { status: 403 }))).rejects.toMatchObject({
      type: 'QUOTA_EXCEEDED',
      details: { quota: 60, used: 60, resetDate: '2026-12-01' },
      fieldErrors: { domain: 'no' },
    });
  });
});
