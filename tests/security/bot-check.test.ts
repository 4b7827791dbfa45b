import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { signInEmail, signInSocial } from '#contract/auth.ts';
import { sendContact } from '#contract/contact.ts';
import type { Endpoint } from '#contract/http.ts';
import { subscribeToNewsletter } from '#contract/newsletter.ts';
import { requestObjection } from '#contract/objections.ts';
import { openTestApi } from '#tests/support/api.ts';
import { PASSWORD, seedUser } from '#tests/support/builders.ts';
import { getBotToken } from '#tests/support/google-sign-in.ts';

const ADMIN = 'boss@harborline.test';

const api = await openTestApi();
await seedUser(api.pool, { email: ADMIN, role: 'admin' });

type Form = { endpoint: Endpoint; action: string; body: unknown; headers: Record<string, string> };

const inquiry = {
  email: 'ines@brightwater.test',
  phone: '555 010 9999',
  inquiryType: 'support',
  message: 'A message that is long enough.',
};
const forms: [string, Form][] = [
  ['the contact form', { endpoint: sendContact, action: 'contact', body: inquiry, headers: {} }],
  [
    'the newsletter',
    { endpoint: subscribeToNewsletter, action: 'newsletter', body: { email: inquiry.email }, headers: {} },
  ],
  [
    'the objection to being researched',
    { endpoint: requestObjection, action: 'objection', body: { email: inquiry.email }, headers: {} },
  ],
  ['the Google sign-in', { endpoint: signInSocial, action: 'login', body: { provider: 'google' }, headers: {} }],
  [
    'the admin sign-in',
    {
      endpoint: signInEmail,
      action: 'admin',
      body: { email: ADMIN, password: PASSWORD },
      headers: { 'X-Admin-Login': 'true' },
    },
  ],
];

describe.each(forms)('%s', (_, { endpoint, action, body, headers }) => {
  const attempt = async (token?: string) => {
    const botToken = token === undefined ? {} : { 'X-Turnstile-Token': token };
    return await api.client().call(endpoint, { body, headers: { ...headers, ...botToken } });
  };

  test('attack 26: returns 400 with a missing or overlong token', async () => {
    for (const token of [undefined, '', 'x'.repeat(2049)]) {
      const answer = await attempt(token);
      expect([answer.status, answer.body.message]).toEqual([400, 'Please complete the security verification']);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  });

  test('attack 26: accepts a token once', async () => {
    const token = await getBotToken(api, action);
    expect((await attempt(token)).status).toBe(200);
    const again = await attempt(token);
    expect([again.status, again.body.message]).toEqual([403, 'Security verification failed. Please try again.']);
    expect(again.headers.getSetCookie()).toEqual([]);
  });

  test('attack 26: refuses a forged token or one from another form or site', async () => {
    expect((await attempt('made up')).status).toBe(403);
    const ofAnotherForm = await getBotToken(api, action === 'login' ? 'contact' : 'login');
    expect((await attempt(ofAnotherForm)).status).toBe(403);
    const issued = await api.sandbox.control(api.sandbox.turnstile, '/token', { hostname: 'evil.test', action });
    expect((await attempt(z.object({ token: z.string() }).parse(issued).token)).status).toBe(403);
  });

  test.each([
    ['is down', { status: 500 }],
    ['is busy', { status: 429 }],
    ['drops the connection', { drop: true }],
    ['answers in another format', { status: 200, body: '<html>success</html>' }],
    ['answers neither success nor failure', { status: 200, body: { success: 'perhaps' } }],
  ])('attack 26: returns 503 while the verifier %s', async (_, fault) => {
    const token = await getBotToken(api, action);
    const where = { method: 'POST', path: '/turnstile/v0/siteverify' };
    await api.sandbox.control(api.sandbox.turnstile, '/faults', { ...where, ...fault });
    const answer = await attempt(token);
    expect(answer.status).toBe(503);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });
});
