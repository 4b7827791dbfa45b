import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { getSession, signInEmail } from '#contract/auth.ts';
import { getProfile } from '#contract/users.ts';
import { openTestApi } from '#tests/support/api.ts';
import { PASSWORD, seedUser } from '#tests/support/builders.ts';

const api = await openTestApi();

describe('POST /auth/sign-in/email', () => {
  test('returns the user and opens a session for a correct password [3.1] [7.2]', async () => {
    const user = await seedUser(api.pool, { email: 'right@harborline.test' });
    const client = api.client();
    const data = await client.data(signInEmail, { body: { email: 'Right@Harborline.test', password: PASSWORD } });
    expect(data).toEqual({
      user: { id: user.id, email: user.email, name: 'Robin Vale', role: 'user', emailVerified: true },
      redirect: false,
    });
    expect((await client.data(getSession)).user?.id).toBe(user.id);
    expect((await client.call(getProfile)).status).toBe(200);
  });

  test('attack 7: returns the same 401 for a wrong password and an unknown address', async () => {
    const { email } = await seedUser(api.pool);
    const wrong = await api.client().call(signInEmail, { body: { email, password: 'wrong password' } });
    const unknown = await api.client().call(signInEmail, {
      body: { email: 'nobody@harborline.test', password: 'wrong password' },
    });
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(wrong.text).toBe(unknown.text);
    expect(wrong.headers.getSetCookie()).toEqual([]);
  });

  test('refuses any password for an account without one', async () => {
    const { email } = await seedUser(api.pool, { hasPassword: false });
    const answer = await api.client().call(signInEmail, { body: { email, password: PASSWORD } });
    expect(answer.status).toBe(401);
  });

  test('reports an unverified address only with the correct password', async () => {
    const { email } = await seedUser(api.pool, { isVerified: false });
    const right = await api.client().call(signInEmail, { body: { email, password: PASSWORD } });
    expect([right.status, right.body.code]).toEqual([403, 'EMAIL_NOT_VERIFIED']);
    expect(right.headers.getSetCookie()).toEqual([]);
    expect((await api.client().call(signInEmail, { body: { email, password: 'not the password' } })).status).toBe(401);
  });
});

describe('the admin form', () => {
  const admin = { 'X-Admin-Login': 'true' };
  const token = async () =>
    z
      .object({ token: z.string() })
      .parse(await api.sandbox.control(api.sandbox.turnstile, '/token', { hostname: 'localhost', action: 'admin' }))
      .token;

  test('attack 3: requires a bot token [5.10]', async () => {
    const { email } = await seedUser(api.pool, { role: 'admin' });
    const answer = await api.client().call(signInEmail, { body: { email, password: PASSWORD }, headers: admin });
    expect(answer.status).toBe(400);
  });

  test('attack 3: admits admins only [7.2]', async () => {
    const boss = await seedUser(api.pool, { role: 'superadmin' });
    const user = await seedUser(api.pool);
    const attempt = async (email: string, password: string) =>
      await api.client().call(signInEmail, {
        body: { email, password },
        headers: { ...admin, 'X-Turnstile-Token': await token() },
      });
    expect((await attempt(boss.email, PASSWORD)).status).toBe(200);
    const refused = await attempt(user.email, PASSWORD);
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'Access denied: Email not authorized for admin access',
    ]);
    expect(refused.headers.getSetCookie()).toEqual([]);
    expect((await attempt(user.email, 'wrong password')).status).toBe(401);
  });
});
