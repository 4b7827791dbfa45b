import { describe, expect, test } from 'vitest';
import { signOut } from '#contract/auth.ts';
import { disconnectCalendar } from '#contract/calendar.ts';
import { getProfile } from '#contract/users.ts';
import { openTestApi } from '#tests/support/api.ts';

const api = await openTestApi();
const { client } = await api.newUser();

const body = { provider: 'google' };

describe('state-changing requests', () => {
  test.each([
    ['a foreign origin', { Origin: 'https://evil.test' }],
    ['a null origin', { Origin: 'null' }],
    ['the origin of a subdomain', { Origin: 'http://a.localhost' }],
    ['an origin with another port', { Origin: 'http://localhost:1' }],
    ['a cross-site fetch', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a same-site fetch', { 'Sec-Fetch-Site': 'same-site' }],
  ])('attack 13: are refused with 403 if sent with %s', async (_, headers) => {
    const answer = await client.call(disconnectCalendar, { body, headers });
    expect([answer.status, answer.body.code]).toEqual([403, 'FORBIDDEN']);
  });

  test.each([
    ['a form', 'application/x-www-form-urlencoded', 'provider=google'],
    ['a multipart form', 'multipart/form-data; boundary=x', '--x--'],
    ['plain text', 'text/plain', '{"provider":"google"}'],
    ['a type that only starts with application/json', 'application/jsonp', '{"provider":"google"}'],
  ])('attack 13: are refused with 415 if sent as %s', async (_, type, text) => {
    const options = { body: text, headers: { 'content-type': type } };
    const answer = await client.request('POST', '/api/users/calendar/disconnect', options);
    expect([answer.status, answer.body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  test('attack 13: are let through from our own pages and non-browser callers', async () => {
    for (const headers of [
      { Origin: api.config.publicUrl, 'Sec-Fetch-Site': 'same-origin' },
      { 'Sec-Fetch-Site': 'none' },
      {},
    ]) {
      expect((await client.call(disconnectCalendar, { body, headers })).status).toBe(404);
    }
    expect((await api.client().call(signOut)).status).toBe(200);
  });
});

describe('CORS', () => {
  test.each([['https://evil.test'], ['null'], ['http://localhost'], ['http://sub.localhost:1']])(
    'attack 14: denies %s',
    async (origin) => {
      const answer = await client.call(getProfile, { headers: { Origin: origin } });
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
      expect(answer.headers.get('vary')).toContain('Origin');
    },
  );

  test('attack 14: denies an origin that has ours as a prefix or suffix', async () => {
    for (const origin of [`${api.config.publicUrl}.evil.test`, `https://evil.test/${api.config.publicUrl}`]) {
      const answer = await client.call(getProfile, { headers: { Origin: origin } });
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  test('attack 14: allows our own origin and exposes the rate-limit headers', async () => {
    const answer = await client.call(getProfile, { headers: { Origin: api.config.publicUrl } });
    expect(answer.headers.get('access-control-allow-origin')).toBe(api.config.publicUrl);
    expect(answer.headers.get('vary')).toContain('Origin');
    expect(answer.headers.get('access-control-expose-headers')).toContain('RateLimit');
    const preflight = await client.request('OPTIONS', '/api/users/profile', {
      headers: { Origin: 'https://evil.test' },
    });
    expect(preflight.headers.get('access-control-allow-methods')).toBeNull();
  });
});

describe('API responses', () => {
  test('attack 34: are never cached, carry a request id and hide the framework', async () => {
    for (const path of ['/api/users/profile', '/api/auth/session', '/api/nothing']) {
      const answer = await client.request('GET', path);
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
      expect(answer.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
      expect(answer.headers.get('x-powered-by')).toBeNull();
    }
  });

  test('are JSON 404 errors for unknown paths', async () => {
    const answer = await client.request('GET', '/api/nothing');
    expect([answer.status, answer.body.code]).toEqual([404, 'NOT_FOUND']);
    expect((await client.request('GET', '/api/%E0%A4%A')).status).toBe(404);
  });
});
