import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { exportAccount } from '#contract/account.ts';
import { revokeOtherSessions, revokeSessions } from '#contract/auth.ts';
import { getMeeting, listMeetings, setMeetingNotes } from '#contract/meetings.ts';
import { createWebhook } from '#contract/outgoing-webhooks.ts';
import { createToken, listTokens, revokeToken } from '#contract/tokens.ts';
import { getProfile } from '#contract/users.ts';
import { markFactorGiven } from '#db/queries/sessions.ts';
import { deleteExpiredRows } from '#db/queries/upkeep.ts';
import { endWaysIn } from '#db/queries/ways-in.ts';
import { sql } from '#db/sql.ts';
import { openTestApi, startApi } from '#tests/support/api.ts';
import { ageSessions, PASSWORD, seedMeeting, signIn } from '#tests/support/builders.ts';

const api = await openTestApi();

const WISH = { name: 'CRM import', scopes: ['read' as const], expiresInDays: 30 };

/** Seeds a user with a meeting and an access token. */
async function seedTool(wish: Partial<z.input<typeof createToken.body>> = {}) {
  const { user, client } = await api.newUser();
  const meetingId = await seedMeeting(api.pool, { userId: user.id, title: 'Intro' });
  const { id, token } = await client.data(createToken, { body: { ...WISH, ...wish } });
  return { user, client, meetingId, tokenId: id, token, tool: api.client().withToken(token) };
}

const sessionsOf = (userId: string) =>
  api.pool.anyFirst(sql.typeAlias('id')`select id from sessions where user_id = ${userId} order by created_at`);

describe('an access token', () => {
  test('reads what its user can read and is shown only once', async () => {
    const { client, meetingId, token, tokenId, tool } = await seedTool();
    const listed = async () => (await client.data(listTokens)).tokens;
    expect(await listed()).toMatchObject([{ id: tokenId, name: 'CRM import', scopes: ['read'], lastUsedAt: null }]);
    const { meetings, nextCursor } = await tool.data(listMeetings, { query: { limit: '1' } });
    expect(meetings.map(({ id }) => id)).toEqual([meetingId]);
    expect(nextCursor).toBeNull();
    expect((await tool.data(getMeeting, { params: { id: meetingId } })).meeting.title).toBe('Intro');
    expect(await listed()).toMatchObject([{ lastUsedAt: expect.any(String) }]);
    expect(JSON.stringify(await listed())).not.toContain(token);
  });

  test('with write access, changes what its user can change', async () => {
    const { meetingId, tool } = await seedTool({ scopes: ['read', 'write'] });
    const { meeting } = await tool.data(setMeetingNotes, { params: { id: meetingId }, body: { goal: 'Agree' } });
    expect(meeting.goal).toBe('Agree');
  });

  test('attack 57: cannot write with read access, and the error says why', async () => {
    const { meetingId, tool } = await seedTool();
    const answer = await tool.call(setMeetingNotes, { params: { id: meetingId }, body: { goal: 'Agree' } });
    expect([answer.status, answer.body.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
    expect(answer.headers.get('www-authenticate')).toBe(
      'Bearer realm="Foreword", error="insufficient_scope", scope="write"',
    );
  });

  test("attack 57: cannot reach the account, even alongside its owner's cookie", async () => {
    const { client, token } = await seedTool({ scopes: ['read', 'write'] });
    const both = client.withToken(token);
    for (const endpoint of [getProfile, listTokens, exportAccount, revokeSessions]) {
      const answer = await both.call(endpoint, endpoint.method === 'post' ? { body: {} } : {});
      expect([endpoint.path, answer.status, answer.body.code]).toEqual([endpoint.path, 403, 'FORBIDDEN']);
    }
    expect((await both.call(createToken, { body: WISH })).status).toBe(403);
    for (const path of ['/API/users/profile', '/api/users/profile/', '/api/Admin/whitelist']) {
      expect((await both.request('GET', path)).status).toBeGreaterThanOrEqual(400);
    }
  });

  test('attack 57: is refused in a query string, and the error says which header to use', async () => {
    const { token } = await seedTool();
    const answer = await api.client().request('GET', `/api/meetings?access_token=${token}`);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain('Authorization header');
  });

  test.each([
    ['forged', `Bearer fwd_${'a'.repeat(43)}`],
    ['in another format', 'Bearer sk-something'],
    ['empty', 'Bearer '],
  ])('attack 57: returns 401 if %s, even with a session cookie', async (_, authorization) => {
    const { client } = await api.newUser();
    const answer = await client.call(listMeetings, { headers: { authorization } });
    expect([answer.status, answer.body.message]).toEqual([401, 'This access token is invalid, expired or revoked.']);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="Foreword", error="invalid_token"');
  });

  test('attack 57: stops working when it expires, is revoked, or its account closes', async () => {
    const [expired, revoked, closed] = [await seedTool(), await seedTool(), await seedTool()];
    await api.pool.query(sql.typeAlias('void')`
      update access_tokens set expires_at = now() - interval '31 days' where id = ${expired.tokenId}
    `);
    await revoked.client.data(revokeToken, { params: { id: revoked.tokenId } });
    await api.pool.query(sql.typeAlias('void')`update users set disabled_at = now() where id = ${closed.user.id}`);
    for (const { tool } of [expired, revoked, closed])
      expect((await tool.call(listMeetings, from('203.0.113.1'))).status).toBe(401);
    expect((await expired.client.data(listTokens)).tokens).toEqual([]);
    expect(await deleteExpiredRows(api.pool)).toBeGreaterThanOrEqual(1);
    const again = await revoked.client.call(revokeToken, { params: { id: revoked.tokenId } });
    expect(again.status).toBe(404);
  });

  test('attack 57: loses access with the subscription', async () => {
    const { user, tool } = await seedTool();
    await api.pool.query(sql.typeAlias('void')`delete from whitelist_entries where email = ${user.email}`);
    const answer = await tool.call(listMeetings);
    expect([answer.status, answer.body.code]).toEqual([403, 'INSUFFICIENT_SUBSCRIPTION']);
  });
});

describe("ending a user's access", () => {
  test.each(['password_reset', 'provider_joined', 'change_stopped', 'sessions_revoked', 'factors_reset'] as const)(
    'attack 57: revokes every token on %s',
    async (change) => {
      const { user, tool } = await seedTool();
      await api.pool.transaction((transaction) => endWaysIn(transaction, change, { userId: user.id }));
      expect((await tool.call(listMeetings, from('203.0.113.1'))).status).toBe(401);
    },
  );

  test('attack 57: revokes the tokens of other sessions when those sessions end', async () => {
    const { user, client, tool } = await seedTool();
    const thief = await signIn(api.client(), user);
    const { token } = await thief.data(createToken, { body: WISH });
    await client.data(revokeOtherSessions, { body: {} });
    expect((await api.client().withToken(token).call(listMeetings)).status).toBe(401);
    expect((await tool.call(listMeetings, from('203.0.113.1'))).status).toBe(200);
  });

  test("attack 57: revokes a session's tokens when that session ends", async () => {
    const { user, tool } = await seedTool();
    const [sessionId = ''] = await sessionsOf(user.id);
    await api.pool.transaction((transaction) =>
      endWaysIn(transaction, 'session_revoked', { userId: user.id, sessionId }),
    );
    expect((await tool.call(listMeetings, from('203.0.113.1'))).status).toBe(401);
  });
});

describe('creating a token', () => {
  test('attack 57: requires the password 15 minutes after sign-in', async () => {
    const { user, client } = await api.newUser();
    await ageSessions(api.pool, user.id);
    for (const currentPassword of [undefined, 'wrong horse battery']) {
      const answer = await client.call(createToken, { body: { ...WISH, currentPassword } });
      expect([answer.status, answer.body.code]).toEqual([403, 'PASSWORD_REQUIRED']);
    }
    await client.data(createToken, { body: { ...WISH, currentPassword: PASSWORD } });
  });

  test('attack 57: requires a fresh second factor if the account has one', async () => {
    const { user, client } = await api.newUser();
    await api.pool.query(sql.typeAlias('void')`
      insert into passkeys (user_id, credential_id, public_key, counter, transports, name)
      values (${user.id}, ${crypto.randomUUID()}, '', 0, '{}', 'Laptop')
    `);
    expect((await client.call(createToken, { body: WISH })).body.code).toBe('FACTOR_REQUIRED');
    const [sessionId = ''] = await sessionsOf(user.id);
    await markFactorGiven(api.pool, sessionId);
    await client.data(createToken, { body: WISH });
  });

  test('attack 57: notifies the owner, is logged, and keeps the token out of exports', async () => {
    const { user, client, token, tokenId } = await seedTool();
    const mails = await api.pool.any(sql.type(z.object({ kind: z.string(), data: z.unknown() }))`
      select kind, data from emails where user_id = ${user.id}
    `);
    expect(mails).toMatchObject([{ kind: 'tool-access', data: { toolName: 'CRM import' } }]);
    await client.data(revokeToken, { params: { id: tokenId } });
    const actions = await api.pool.anyFirst(sql.type(z.object({ action: z.string() }))`
      select action from audit_log where actor_user_id = ${user.id} and details ->> 'tokenId' = ${tokenId} order by id
    `);
    expect(actions).toEqual(['token.created', 'token.revoked']);
    await client.data(createToken, { body: WISH });
    const exported = await client.data(exportAccount);
    expect(exported.accessTokens).toMatchObject([{ name: 'CRM import', scopes: ['read'] }]);
    expect(JSON.stringify(exported)).not.toContain(token);
  });

  test('is refused after twenty tokens or with invalid options', async () => {
    const { client } = await seedTool();
    for (const wish of [
      { name: ' ' },
      { scopes: [] },
      { scopes: ['write'] },
      { expiresInDays: 0 },
      { expiresInDays: 366 },
    ]) {
      const answer = await client.call(createToken, { body: { ...WISH, ...wish } });
      expect([wish, answer.status, answer.body.code]).toEqual([wish, 400, 'VALIDATION']);
    }
    for (let made = 1; made < 20; made += 1) await client.data(createToken, { body: WISH });
    expect((await client.call(createToken, { body: WISH })).status).toBe(409);
  });
});

const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } });

test("attack 57: a user's tokens share one rate limit; forged tokens count by IP address", async () => {
  const limited = await startApi({ RATE_LIMIT_GENERAL: '3/60', TRUST_PROXY: '1' });
  onTestFinished(limited.close);
  const { client: browser } = await limited.newUser();
  const { token } = await browser.data(createToken, { body: WISH });
  const tool = limited.client().withToken(token);
  const guesser = limited.client().withToken(`fwd_${'b'.repeat(43)}`);
  const statuses: Record<'tool' | 'guesser', number[]> = { tool: [], guesser: [] };
  for (let tries = 0; tries < 4; tries += 1) {
    statuses.tool.push((await tool.call(listMeetings, from('203.0.113.1'))).status);
    statuses.guesser.push((await guesser.call(listMeetings, from('203.0.113.2'))).status);
  }
  expect(statuses).toEqual({ tool: [200, 200, 200, 429], guesser: [401, 401, 401, 429] });
  expect((await browser.call(listMeetings)).status).toBe(200);
  // Beyond the limit, guesses don't query the database: the table is locked here.
  await limited.pool.transaction(async (transaction) => {
    await transaction.query(sql.typeAlias('void')`lock table access_tokens`);
    expect((await guesser.call(listMeetings, from('203.0.113.2'))).status).toBe(429);
  });
});

test('attack 57: the mail rate limit applies to creating tokens and webhooks', async () => {
  const limited = await startApi({ RATE_LIMIT_MAIL: '2/60' });
  onTestFinished(limited.close);
  const { client: browser } = await limited.newUser();
  // Refused requests do not count.
  for (const name of ['', '', '']) {
    expect((await browser.call(createToken, { body: { ...WISH, name } })).status).toBe(400);
  }
  const { id } = await browser.data(createToken, { body: WISH });
  await browser.data(revokeToken, { params: { id } });
  await browser.data(createToken, { body: WISH });
  expect((await browser.call(createToken, { body: WISH })).status).toBe(429);
  const webhook = { url: 'https://hooks.harborline.test', events: ['meeting.changed' as const] };
  expect((await browser.call(createWebhook, { body: webhook })).status).toBe(429);
});
