import { Client } from 'pg';
import { createClient } from 'redis';
import { describe, expect, onTestFinished, test } from 'vitest';
import { getSession, signInEmail, signInSocial, signOut } from '#contract/auth.ts';
import { getProfile, updateProfile } from '#contract/users.ts';
import { sql } from '#db/sql.ts';
import { openTestApi, startApi } from '#tests/support/api.ts';
import { PASSWORD, seedUser, signIn } from '#tests/support/builders.ts';
import { getBotToken } from '#tests/support/google-sign-in.ts';
import type { Answer, HttpClient } from '#tests/support/http-client.ts';
import { countWaiting } from '#tests/support/locks.ts';

const api = await openTestApi();

describe('sessions', () => {
  test('attack 12: use an HttpOnly, SameSite=Lax cookie and keep the id out of response bodies', async () => {
    const user = await seedUser(api.pool);
    const client = api.client();
    const answer = await client.call(signInEmail, { body: { email: user.email, password: PASSWORD } });
    const cookie = sessionCookieOf(answer, `foreword-${new URL(api.config.publicUrl).port}`);
    expect(cookie).toMatch(/; Path=\/;.*HttpOnly; SameSite=Lax/);
    const value = client.cookies.get(api.config.sessionCookie) ?? '';
    const id = decodeURIComponent(value).slice(2).split('.')[0] ?? '';
    expect(id.length).toBeGreaterThan(20);
    expect(answer.text).not.toContain(id);
    expect((await client.call(getSession)).text).not.toContain(id);
  });

  test("attack 10: get a new id at sign-in, so a visitor's id is useless", async () => {
    const attacker = api.client();
    await attacker.data(signInSocial, {
      body: { provider: 'google' },
      headers: { 'X-Turnstile-Token': await getBotToken(api) },
    });
    expect(attacker.cookies.has(api.config.sessionCookie)).toBe(true);
    const victim = await signIn(copyOf(attacker), await seedUser(api.pool));
    expect(victim.cookies.get(api.config.sessionCookie)).not.toBe(attacker.cookies.get(api.config.sessionCookie));
    expect((await victim.call(getProfile)).status).toBe(200);
    expect((await attacker.call(getProfile)).status).toBe(401);
  });

  test('attack 10: end when the browser signs in again, even if still in Redis', async () => {
    const { user, client } = await api.newUser();
    const former = copyOf(client);
    const redis = createClient({ url: api.config.redisUrl });
    await redis.connect();
    const key = `session:${sidOf(former.cookies.get(api.config.sessionCookie) ?? '')}`;
    const saved = await redis.get(key);
    await signIn(client, user);
    await redis.set(key, saved ?? '');
    redis.destroy();
    expect((await former.call(getProfile)).status).toBe(401);
    expect((await client.call(getProfile)).status).toBe(200);
  });

  test('attack 10: ignore an id fixed by an attacker', async () => {
    const user = await seedUser(api.pool);
    const victim = api.client();
    const [name] = [api.config.sessionCookie];
    victim.cookies.set(name, 's%3Afixed-by-the-attacker.signature');
    await signIn(victim, user);
    expect(victim.cookies.get(name)).not.toContain('fixed-by-the-attacker');
    const attacker = api.client();
    attacker.cookies.set(name, 's%3Afixed-by-the-attacker.signature');
    expect((await attacker.call(getProfile)).status).toBe(401);
  });

  test('end at sign-out, which can be repeated [7.4]', async () => {
    const { client } = await api.newUser();
    const stolen = copyOf(client);
    expect((await client.call(signOut)).status).toBe(200);
    expect((await client.call(signOut)).status).toBe(200);
    expect([...client.cookies.keys()]).toEqual([`${api.config.sessionCookie}-known`]);
    expect((await stolen.call(getProfile)).status).toBe(401);
    expect((await stolen.data(getSession)).user).toBeNull();
  });

  test('attack 11: are not restored by a request that ends after the sign-out', async () => {
    const { user, client } = await api.newUser();
    const stolen = copyOf(client);
    const owner = new Client({ connectionString: api.database.ownerUrl });
    await owner.connect();
    await owner.query('begin');
    await owner.query('select from users where id = $1 for update', [user.id]);
    const slow = stolen.call(updateProfile, { body: { firstName: 'Slow' } });
    await expect.poll(() => countWaiting(api.pool)).toBe(1);
    await client.call(signOut);
    await owner.query('commit');
    await owner.end();
    expect((await slow).status).toBe(200);
    expect((await stolen.call(getProfile)).status).toBe(401);
    expect((await stolen.data(getSession)).user).toBeNull();
  });

  test('attack 11: stay ended if a slow request saves them to Redis again', async () => {
    const { client } = await api.newUser();
    const stolen = copyOf(client);
    const redis = createClient({ url: api.config.redisUrl });
    await redis.connect();
    const key = `session:${sidOf(client.cookies.get(api.config.sessionCookie) ?? '')}`;
    const saved = await redis.get(key);
    await client.call(signOut);
    // The slow request does this when it ends.
    await redis.set(key, saved ?? '');
    redis.destroy();
    expect((await stolen.call(getProfile)).status).toBe(401);
  });

  test('attack 11: end immediately when their row is deleted or the user disabled', async () => {
    const [one, two] = [await seedUser(api.pool), await seedUser(api.pool)];
    const [first, second] = [await signIn(api.client(), one), await signIn(api.client(), two)];
    await api.pool.query(sql.typeAlias('void')`delete from sessions where user_id = ${one.id}`);
    await api.pool.query(sql.typeAlias('void')`update users set disabled_at = now() where id = ${two.id}`);
    expect((await first.call(getProfile)).status).toBe(401);
    expect((await second.call(getProfile)).status).toBe(401);
  });

  test('expire seven days after the last visit', async () => {
    const { user, client } = await api.newUser();
    await api.pool.query(sql.typeAlias('void')`
      update sessions set expires_at = now() + interval '1 day', last_seen_at = now() - interval '1 hour' where user_id = ${user.id}
    `);
    await client.call(getProfile);
    const { session } = await client.data(getSession);
    const days = (Date.parse(session?.expiresAt ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThanOrEqual(7);
    await api.pool.query(sql.typeAlias('void')`update sessions set expires_at = now() where user_id = ${user.id}`);
    expect((await client.call(getProfile)).status).toBe(401);
  });

  test('are refused with a tampered cookie', async () => {
    const { client } = await api.newUser();
    for (const [name, value] of client.cookies)
      client.cookies.set(
        name,
        value.replace(/.$/, (end) => (end === 'a' ? 'b' : 'a')),
      );
    expect((await client.call(getProfile)).status).toBe(401);
  });
});

describe('behind HTTPS', () => {
  test('attack 12: the cookie is __Host-foreword and Secure, with HSTS', async () => {
    const secure = await startApi({ PUBLIC_URL: 'https://foreword.example', TRUST_PROXY: '1' });
    onTestFinished(secure.close);
    const user = await seedUser(secure.pool);
    const answer = await secure.client().call(signInEmail, {
      body: { email: user.email, password: PASSWORD },
      headers: { 'X-Forwarded-Proto': 'https' },
    });
    const cookie = sessionCookieOf(answer, '__Host-foreword');
    expect(cookie).toMatch(/; Path=\/;.*HttpOnly; Secure; SameSite=Lax/);
    expect(cookie).not.toMatch(/domain=/i);
    expect(answer.headers.get('strict-transport-security')).toContain('max-age=');
  });
});

/** Returns the line that sets the session cookie. */
function sessionCookieOf(answer: Answer, name: string): string {
  const lines = answer.headers.getSetCookie().filter((line) => line.startsWith(`${name}=`));
  expect(lines).toHaveLength(1);
  return lines[0] ?? '';
}

function copyOf(client: HttpClient): HttpClient {
  const copy = api.client(client);
  return copy;
}

/** Returns the session id in a signed cookie `s:{id}.{signature}`. */
function sidOf(cookie: string): string {
  return decodeURIComponent(cookie).slice(2).split('.')[0] ?? '';
}
