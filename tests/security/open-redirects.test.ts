import { describe, expect, test } from 'vitest';
import { signInEmail, signInSocial, signUpEmail, startOauth } from '#contract/auth.ts';
import { createSubscription } from '#contract/subscriptions.ts';
import { openTestApi } from '#tests/support/api.ts';
import { PASSWORD } from '#tests/support/builders.ts';
import { fieldsOf, listEndpoints, nameOf } from '#tests/support/contract.ts';
import { getBotToken } from '#tests/support/google-sign-in.ts';
import type { Answer } from '#tests/support/http-client.ts';

/** URLs to refuse: most lead some browser or proxy to another site. `{own}` is our origin, `{host}` its host. */
const VARIANTS = [
  '//evil.test',
  '///evil.test',
  '////evil.test/app',
  '/\\evil.test',
  '\\evil.test',
  '\\\\evil.test',
  '/\\/evil.test',
  '/%2fevil.test',
  '/%2F%2Fevil.test',
  '%2f%2fevil.test',
  '/%5cevil.test',
  '/%5C/evil.test',
  '/.//evil.test',
  '/..//evil.test',
  '/app/..//evil.test',
  '/app/../%2fevil.test',
  '/\tevil.test',
  '/\t/evil.test',
  '\t//evil.test',
  '/\n/evil.test',
  '/\r\n/evil.test',
  '/app\u0000',
  ' //evil.test',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'javascript://{host}/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'blob:{own}/x',
  'http://evil.test',
  'https://evil.test/app',
  'http:evil.test',
  'http:/evil.test',
  'http:///evil.test',
  '{own}@evil.test/app',
  '{own}.evil.test/app',
  '{own}:80@evil.test/',
  'http://user:secret@{host}/app',
  'http://user@{host}/app',
  '{own}//evil.test',
  '{own}/%2fevil.test',
  '{own}\\@evil.test',
  'https://evil.test/{own}/app',
  'ftp://{host}/app',
  'evil.test',
  '?next=/app',
  '#app',
];

/** Fields with a redirect target. A new one must be tried below. */
const REDIRECT_FIELDS = ['callbackURL', 'returnUrl', 'successUrl', 'cancelUrl'];

const api = await openTestApi();
const { user, client: signedIn } = await api.newUser();
const { client: unpaid } = await api.newUser({ isWhitelisted: false });

/** Sends the URL in each redirecting field, with everything else valid. */
const calls: Record<string, (address: string) => Promise<Answer>> = {
  'POST /auth/sign-in/email callbackURL': async (callbackURL) => {
    const { email } = user;
    return await api.client().call(signInEmail, { body: { email, password: PASSWORD, callbackURL } });
  },
  'POST /auth/sign-up/email callbackURL': async (callbackURL) => {
    const email = `${crypto.randomUUID()}@brightwater.test`;
    return await api.client().call(signUpEmail, { body: { email, password: PASSWORD, name: 'Ada', callbackURL } });
  },
  'POST /auth/sign-in/social callbackURL': async (callbackURL) => {
    const headers = { 'X-Turnstile-Token': await getBotToken(api) };
    return await api.client().call(signInSocial, { body: { provider: 'google', callbackURL }, headers });
  },
  'POST /subscriptions/create successUrl': async (successUrl) =>
    await unpaid.call(createSubscription, { body: { ...createSubscription.example, successUrl } }),
  'POST /subscriptions/create cancelUrl': async (cancelUrl) =>
    await unpaid.call(createSubscription, { body: { ...createSubscription.example, cancelUrl } }),
  'GET /auth/google returnUrl': async (returnUrl) => {
    const query = new URLSearchParams({ purpose: 'calendar_connect', returnUrl }).toString();
    return await signedIn.request('GET', `/api/auth/google?${query}`);
  },
};

test('attack 15: every redirecting field is tried', async () => {
  const linkQuery = { ...startOauth, method: 'get', path: '/auth/google', body: undefined } as const;
  const fields = [...(await listEndpoints()), linkQuery].flatMap((endpoint) =>
    [endpoint.body, endpoint.query].flatMap((schema) =>
      schema === undefined ? [] : fieldsOf(schema).map((field) => ({ field, name: `${nameOf(endpoint)} ${field}` })),
    ),
  );
  const redirecting = fields.filter(({ field }) => REDIRECT_FIELDS.includes(field) || /(?:url|uri)$/i.test(field));
  expect(redirecting.map(({ name }) => name).filter((name) => !(name in calls) && !NO_REDIRECT.has(name))).toEqual([]);
});

/** URLs that are displayed, compared or called, but never redirected to. */
const NO_REDIRECT = new Set([
  'POST /meetings meetingUrl',
  'PUT /meetings/:id meetingUrl',
  'POST /research/disambiguation url',
  'POST /users/webhooks url',
  'PUT /users/channels/:kind url',
]);

describe.each(Object.keys(calls))('%s', (name) => {
  test('accepts paths and URLs on our own origin', async () => {
    for (const address of ['/app/settings?startTrial=true', `${api.config.publicUrl}/app`]) {
      expect((await calls[name]?.(address))?.status).toBeLessThan(400);
    }
  });

  test.each(VARIANTS)('attack 15: refuses %j with 400', async (variant) => {
    const { origin, host } = new URL(api.config.publicUrl);
    const answer = await calls[name]?.(variant.replace('{own}', origin).replace('{host}', host));
    expect([answer?.status, answer?.body.code]).toEqual([400, 'VALIDATION']);
    expect(answer?.headers.get('location')).toBeNull();
  });
});
