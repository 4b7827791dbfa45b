import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { forgetPassword, resetPassword, signInEmail } from '#contract/auth.ts';
import { getProfile } from '#contract/users.ts';
import { lockEmail } from '#db/queries/emails.ts';
import { sql } from '#db/sql.ts';
import { openTestApi } from '#tests/support/api.ts';
import { listMailKinds, PASSWORD, readMailToken, seedUser, signIn } from '#tests/support/builders.ts';
import { renderEmail } from '#workers/emails/render-email.ts';

const NEW_PASSWORD = 'a new and longer password';

const api = await openTestApi();

async function requestLink(email: string): Promise<string> {
  await api.client().data(forgetPassword, { body: { email } });
  return await readMailToken(api.pool, api.encryption, { to: email, kind: 'reset-password' });
}

describe('resetting a password', () => {
  test('attack 28: sets the new password and ends every session [7.6]', async () => {
    const user = await seedUser(api.pool);
    const [phone, desk] = [await signIn(api.client(), user), await signIn(api.client(), user)];
    const token = await requestLink(user.email);
    await api.client().data(resetPassword, { body: { token, newPassword: NEW_PASSWORD } });

    expect((await phone.call(getProfile)).status).toBe(401);
    expect((await desk.call(getProfile)).status).toBe(401);
    const old = await api.client().call(signInEmail, { body: { email: user.email, password: PASSWORD } });
    expect(old.status).toBe(401);
    await api.client().data(signInEmail, { body: { email: user.email, password: NEW_PASSWORD } });
  });

  test('attack 52: notifies the account owner', async () => {
    const user = await seedUser(api.pool);
    const token = await requestLink(user.email);
    await api.client().data(resetPassword, { body: { token, newPassword: NEW_PASSWORD } });
    expect(await listMailKinds(api.pool, user.email)).toEqual(['reset-password', 'password-changed']);
  });

  test('attack 28: accepts a link once under concurrent use', async () => {
    const user = await seedUser(api.pool);
    const token = await requestLink(user.email);
    const answers = await Promise.all(
      ['first choice', 'second choice'].map((newPassword) =>
        api.client().call(resetPassword, { body: { token, newPassword } }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  });

  test('attack 28: does not store the plain token with the link or the email', async () => {
    const user = await seedUser(api.pool);
    const token = await requestLink(user.email);
    const rows = await api.pool.any(sql.type(z.object({ row: z.string() }))`
      select auth_tokens::text as row from auth_tokens union all select emails::text from emails
    `);
    const text = JSON.stringify(rows);
    for (const form of [token, Buffer.from(token).toString('hex')]) expect(text).not.toContain(form);
  });

  test('verifies an unverified account, since the link proves the address', async () => {
    const user = await seedUser(api.pool, { isVerified: false });
    const token = await requestLink(user.email);
    await api.client().data(resetPassword, { body: { token, newPassword: NEW_PASSWORD } });
    const answer = await api.client().call(signInEmail, { body: { email: user.email, password: NEW_PASSWORD } });
    expect(answer.status).toBe(200);
  });

  test('attack 28: refuses an expired or unknown link and changes nothing', async () => {
    const user = await seedUser(api.pool);
    const token = await requestLink(user.email);
    await api.pool.query(sql.typeAlias('void')`
      update auth_tokens set expires_at = now() - interval '1 second' where user_id = ${user.id}
    `);
    for (const bad of [token, 'unknown']) {
      const answer = await api.client().call(resetPassword, { body: { token: bad, newPassword: NEW_PASSWORD } });
      expect([answer.status, answer.body.message]).toEqual([400, 'Invalid reset link']);
    }
    await api.client().data(signInEmail, { body: { email: user.email, password: PASSWORD } });
  });
});

describe('POST /auth/forget-password', () => {
  test('attack 7: responds identically for known and unknown addresses [7.5]', async () => {
    const { email } = await seedUser(api.pool);
    const known = await api.client().call(forgetPassword, { body: { email } });
    const unknown = await api.client().call(forgetPassword, { body: { email: 'nobody@brightwater.test' } });
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
  });

  test("attack 28: builds the email's link from our own setting, not the Host header", async () => {
    const { email } = await seedUser(api.pool);
    expect(await postWithHost('evil.test', '/api/auth/forget-password', { email })).toBe(200);
    const { id } = await api.pool.one(sql.typeAlias('id')`select id from emails where to_address = ${email}`);
    const row = await api.pool.transaction((transaction) => lockEmail(transaction, id));
    if (!row) throw new Error('no email was queued');
    const settings = { publicUrl: api.config.publicUrl, supportEmail: 'support@foreword.test', syncIntervalS: 900 };
    const { html, text } = await renderEmail(row, { encryption: api.encryption, settings });
    expect(text).toContain(`${api.config.publicUrl}/reset-password/`);
    expect(html + text).not.toContain('evil.test');
  });
});

/** Posts with another site's Host header, which `fetch` forbids. Returns the status. */
async function postWithHost(host: string, path: string, body: unknown): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const headers = { host, 'x-forwarded-host': host, forwarded: `host=${host}`, 'content-type': 'application/json' };
  request(`${api.url}${path}`, { method: 'POST', headers }, (response) => {
    response.resume();
    resolve(response.statusCode);
  })
    .once('error', reject)
    .end(JSON.stringify(body));
  return await promise;
}
