import { describe, expect, test } from 'vitest';
import { readEnvelope } from '#web/api/envelope.ts';

function response(body: unknown, init: ResponseInit = {}): Response {
  return new Response(typeof body === 'string' ? body : JSON.stringify(body), init);
}

describe('a response is checked before its data is used [3.18] [5.21]', () => {
  test('the data of a success is handed on', async () => {
    const read = readEnvelope(response({ success: true, data: { id: 1 } }));
    await expect(read).resolves.toEqual({ status: 200, data: { id: 1 }, pagination: undefined });
  });

  test('of a list that is turned page by page, how many pages there are comes along', async () => {
    const pagination = { totalPages: 3, total: 51 };
    const read = readEnvelope(response({ success: true, data: [], pagination }));
    await expect(read).resolves.toEqual({ status: 200, data: [], pagination });
  });

  test('an answer that is no JSON says which status came', async () => {
    const read = readEnvelope(response('<html>', { status: 502, statusText: 'Bad Gateway' }));
    await expect(read).rejects.toMatchObject({
      message: 'Failed to parse response as JSON: 502 Bad Gateway',
      type: 'SERVER_ERROR',
    });
  });

  test('a line that breaks while the answer is read is no malformed answer', async () => {
    const lost = new TypeError('network error');
    const body = new ReadableStream({ pull: (controller) => controller.error(lost) });
    await expect(readEnvelope(new Response(body))).rejects.toBe(lost);
  });

  test.each([
    ['no object', [1]],
    ['no success', { data: {} }],
    ['a success that is no boolean', { success: 'yes', data: {} }],
    ['a message that is no text', { success: false, message: 4 }],
    ['a message that is null', { success: true, message: null, data: {} }],
    ['an error that is no text', { success: false, error: { message: 'x' } }],
    ['errors that are no object', { success: false, errors: ['x'] }],
    ['errors that are null', { success: false, errors: null }],
  ])('an envelope with %s is refused', async (_, body) => {
    await expect(readEnvelope(response(body))).rejects.toMatchObject({ message: 'Invalid API response format' });
  });

  test('the message is the response message, else its error, else the status [8.1]', async () => {
    const read = (body: object) => readEnvelope(response({ success: false, ...body }, { status: 409 }));
    await expect(read({ message: 'first', error: 'second' })).rejects.toMatchObject({ message: 'first', status: 409 });
    await expect(read({ error: 'second' })).rejects.toMatchObject({ message: 'second' });
    await expect(read({})).rejects.toMatchObject({ message: 'HTTP error! status: 409' });
  });

  test('a 200 that reports no success is a failure of unknown kind', async () => {
    const read = readEnvelope(response({ success: false, message: 'no' }));
    await expect(read).rejects.toMatchObject({ message: 'no', type: 'UNKNOWN', status: 200 });
  });

  test('a 429 takes its wait and the standing of the limit from the headers [8.3]', async () => {
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

  test('an empty header of a 429 is none, not a wait of 0 seconds', async () => {
    const headers = { 'Retry-After': '', 'X-RateLimit-Limit': '' };
    const read = readEnvelope(response({ success: false, message: 'Slow down' }, { status: 429, headers }));
    await expect(read).rejects.toMatchObject({ message: 'Slow down', details: {} });
    await expect(read).rejects.not.toHaveProperty('details.retryAfter');
    await expect(read).rejects.not.toHaveProperty('details.limit');
  });

  test('what the catalogue reads comes along, from the body or from errors [3.19]', async () => {
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
