import { describe, expect, onTestFinished, test } from 'vitest';
import type { RawEndpoint } from '#contract/http.ts';
import { oneClickNewsletter, oneClickUnsubscribe } from '#contract/unsubscribe.ts';
import { findUser } from '#db/queries/users.ts';
import { sql } from '#db/sql.ts';
import { sealUnsubscribeToken } from '#db/unsubscribe-token.ts';
import { openTestApi, startApi } from '#tests/support/api.ts';
import { countRows, listOutbox, seedCalendar, seedMeeting, seedUser, signIn } from '#tests/support/builders.ts';

const api = await openTestApi();

const URLENCODED = { 'content-type': 'application/x-www-form-urlencoded' };
const FORM = 'List-Unsubscribe=One-Click';
const MULTIPART = { 'content-type': 'multipart/form-data; boundary=x' };
const MULTIPART_FORM = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';

type Posted = { body?: string; headers?: Record<string, string> };

/** Posts the form like a mail provider: without cookies or an origin. */
const post = (
  token: string,
  { body = FORM, headers = URLENCODED }: Posted = {},
  endpoint: RawEndpoint = oneClickUnsubscribe,
) => api.client().call(endpoint, { query: { token }, body, headers });
const tokenOf = (userId: string) => sealUnsubscribeToken(api.encryption, 'briefings', userId);
const isNotified = async (userId: string) => (await findUser(api.pool, userId))?.emailNotifications;

describe('one-click unsubscribe (RFC 8058)', () => {
  test.each([
    ['urlencoded', FORM, URLENCODED],
    ['multipart', MULTIPART_FORM, MULTIPART],
  ])('accepts a %s form, stops emails and signals upcoming meetings once', async (_, body, headers) => {
    const { id: userId } = await seedUser(api.pool);
    const { calendarId } = await seedCalendar(api.pool, { userId, encryption: api.encryption, status: 'disconnected' });
    const meetingId = await seedMeeting(api.pool, { userId, calendarId, researchState: 'completed' });
    for (let count = 0; count < 2; count += 1) {
      const answer = await post(tokenOf(userId), { body, headers });
      expect([answer.status, answer.text, answer.headers.get('location')]).toEqual([200, '', null]);
      expect(answer.headers.getSetCookie()).toEqual([]);
      expect(await isNotified(userId)).toBe(false);
    }
    const waiting = await listOutbox(api.pool, userId);
    expect(waiting).toEqual([{ workflow: 'meeting', userId, meetingId, version: 2 }]);
  });

  test("unsubscribes from the newsletter only at the newsletter's address", async () => {
    await api.pool.query(sql.typeAlias('void')`
      insert into newsletter_subscriptions (email, token_hash, token_expires_at)
      values ('ines@brightwater.test', sha256('x'::bytea), now() + interval '1 day')
    `);
    const token = sealUnsubscribeToken(api.encryption, 'newsletter', 'ines@brightwater.test');
    const count = async () => await countRows(api.pool, sql.fragment`newsletter_subscriptions`);
    expect((await post(token)).status).toBe(200);
    expect(await count()).toBe(1);
    expect((await post(token, {}, oneClickNewsletter)).status).toBe(200);
    expect(await count()).toBe(0);
  });

  test('responds to invalid tokens as to valid ones', async () => {
    const { id } = await seedUser(api.pool);
    const other = await seedUser(api.pool);
    const tokens = [
      'x',
      id,
      tokenOf(id).replace(/^v1\.[^.]+/, 'v1.unknown'),
      sealUnsubscribeToken(api.encryption, 'newsletter', id),
      tokenOf(crypto.randomUUID()),
      tokenOf(other.id),
    ];
    const answers = await Promise.all(tokens.map((token) => post(token)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(['200 ']));
    const names = answers.map(({ headers }) => [...headers.keys()].toSorted().join());
    expect(new Set(names).size).toBe(1);
    expect(await isNotified(id)).toBe(true);
  });

  test('refuses any other form with 400 and changes nothing', async () => {
    const { id } = await seedUser(api.pool);
    const posted: Posted[] = [
      { body: '' },
      { body: 'List-Unsubscribe=No' },
      { body: 'x=One-Click' },
      { body: '{"List-Unsubscribe":"One-Click"}', headers: { 'content-type': 'application/json' } },
      { headers: { 'content-type': 'text/plain' } },
      { headers: { 'content-type': 'nothing known' } },
      { body: '--x\r\nbroken', headers: MULTIPART },
      { body: MULTIPART_FORM, headers: { 'content-type': 'multipart/form-data' } },
    ];
    for (const each of posted) {
      const answer = await post(tokenOf(id), each);
      expect([each, answer.status, answer.body.code]).toEqual([each, 400, 'BAD_REQUEST']);
    }
    for (const token of ['', 'x'.repeat(1001)]) {
      expect([(await post(token)).body.code]).toEqual(['VALIDATION']);
    }
    expect((await post(tokenOf(id), { body: 'x'.repeat(200_000) })).status).toBe(413);
    expect(await isNotified(id)).toBe(true);
  });

  test("acts on the token's account only, regardless of the session", async () => {
    const [reader, visitor] = [await seedUser(api.pool), await seedUser(api.pool)];
    const client = await signIn(api.client(), visitor);
    const headers = { ...URLENCODED, Origin: 'https://mail.example', 'Sec-Fetch-Site': 'cross-site' };
    const posted = { body: FORM, headers };
    expect((await client.call(oneClickUnsubscribe, { query: { token: 'x' }, ...posted })).status).toBe(200);
    expect(await isNotified(visitor.id)).toBe(true);
    expect((await client.call(oneClickUnsubscribe, { query: { token: tokenOf(reader.id) }, ...posted })).status).toBe(
      200,
    );
    expect([await isNotified(reader.id), await isNotified(visitor.id)]).toEqual([false, true]);
    // Other routes stay closed to cross-site requests.
    for (const path of ['/api/unsubscribe', '/api/newsletter/unsubscribe', '/api/users/profile']) {
      const answer = await client.request('POST', `${path}?token=${tokenOf(reader.id)}`, posted);
      expect([path, answer.status, answer.body.code]).toEqual([path, 403, 'FORBIDDEN']);
    }
  });

  test('changes nothing on GET', async () => {
    const { id } = await seedUser(api.pool);
    await api.client().request('GET', `/unsubscribe?token=${tokenOf(id)}`);
    expect(await isNotified(id)).toBe(true);
  });

  test('attack 8: is rate-limited by IP address', async () => {
    const limited = await startApi({ RATE_LIMIT_GENERAL: '3/60' });
    onTestFinished(limited.close);
    const statuses: number[] = [];
    for (let count = 0; count < 4; count += 1) {
      const options = { query: { token: 'x' }, body: FORM, headers: URLENCODED };
      statuses.push((await limited.client().call(oneClickUnsubscribe, options)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
  });
});
