import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import {
  addToWhitelist,
  bulkAddToWhitelist,
  listWhitelist,
  pagination,
  removeFromWhitelist,
} from '#contract/admin-whitelist.ts';
import { getMeetingStatistics } from '#contract/meetings.ts';
import { sql } from '#db/sql.ts';
import { openTestApi } from '#tests/support/api.ts';
import { listOutbox, seedMeeting, seedUser, seedWhitelistEntry } from '#tests/support/builders.ts';

const api = await openTestApi();
const { user: admin, client } = await api.newUser({ role: 'admin', isWhitelisted: false });
beforeEach(async () => {
  await api.pool.query(sql.typeAlias('void')`delete from whitelist_entries`);
});

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `guest${index}@brightwater.test`);
const storedEmails = async () => {
  const rows = await api.pool.any(sql.type(z.object({ email: z.string() }))`
    select email from whitelist_entries order by email
  `);
  return rows.map(({ email }) => email);
};
const auditOf = async (entryId: string) =>
  await api.pool.any(sql.type(z.object({ action: z.string(), actorUserId: z.uuid(), subject: z.string() }))`
    select action, actor_user_id as "actorUserId", subject from audit_log where details ->> 'entryId' = ${entryId} order by id
  `);

test('whitelisting a user signals their upcoming meetings', async () => {
  const user = await seedUser(api.pool, { isWhitelisted: false });
  const meetingId = await seedMeeting(api.pool, { userId: user.id, researchState: 'pending' });
  await seedMeeting(api.pool, { userId: user.id, startsInMinutes: -60, researchState: 'pending' });
  await client.data(addToWhitelist, { body: { email: user.email } });
  const told = { workflow: 'meeting', userId: user.id, meetingId, version: 2 };
  expect(await listOutbox(api.pool, user.id)).toEqual([told]);
});

describe('GET /admin/whitelist', () => {
  test('shows entries newest first, with who added them and the page count [3.16] [3.17] [7.36]', async () => {
    await client.data(bulkAddToWhitelist, { body: { emails: numbered(60) } });
    const { entry } = await client.data(addToWhitelist, { body: { email: 'newest@brightwater.test', duration: 30 } });
    const answer = await client.call(listWhitelist);
    const entries = listWhitelist.data.parse(answer.body.data);
    expect(entries).toHaveLength(50);
    expect(entries[0]).toEqual(entry);
    expect(entries[0]?.addedByUser).toEqual({ firstName: 'Robin', lastName: 'Vale', email: admin.email });
    expect(pagination.parse(Reflect.get(answer.body, 'pagination'))).toEqual({ totalPages: 2, total: 61 });
  });

  test('returns every entry once across pages', async () => {
    await client.data(bulkAddToWhitelist, { body: { emails: numbered(60) } });
    const seen: string[] = [];
    for (const page of ['1', '2', '3']) {
      const entries = await client.data(listWhitelist, { query: { page, limit: '25' } });
      seen.push(...entries.map(({ email }) => email));
    }
    expect(new Set(seen)).toEqual(new Set(numbered(60)));
    expect(seen).toHaveLength(60);
  });

  test('accepts page sizes of 1 to 100', async () => {
    await client.data(bulkAddToWhitelist, { body: { emails: numbered(61) } });
    const list = async (limit: string) => await client.call(listWhitelist, { query: { limit } });
    for (const [limit, count] of [
      ['1', 1],
      ['60', 60],
      ['100', 61],
    ] as const) {
      expect((await list(limit)).body.data).toHaveLength(count);
    }
    for (const limit of ['0', '101', '1.5', '']) expect((await list(limit)).status).toBe(400);
  });

  test('returns an empty page with the totals past the end and for an empty list', async () => {
    await seedWhitelistEntry(api.pool, { email: 'one@brightwater.test' });
    const past = await client.call(listWhitelist, { query: { page: '9', limit: '100' } });
    expect(past.body).toMatchObject({ success: true, data: [], pagination: { totalPages: 1, total: 1 } });
    await api.pool.query(sql.typeAlias('void')`delete from whitelist_entries`);
    const empty = await client.call(listWhitelist);
    expect(empty.body).toMatchObject({ success: true, data: [], pagination: { totalPages: 0, total: 0 } });
  });

  test('refuses a repeated parameter with 400', async () => {
    expect((await client.request('GET', '/api/admin/whitelist?page=1&page=2')).status).toBe(400);
  });
});

describe('POST /admin/whitelist', () => {
  test('attack 32: grants access on the next request and stores the address in ASCII lowercase [7.37]', async () => {
    const { user, client: guest } = await api.newUser({ isWhitelisted: false });
    expect((await guest.call(getMeetingStatistics)).status).toBe(403);
    const answer = await client.call(addToWhitelist, {
      body: { email: user.email.toUpperCase(), reason: 'Beta tester', duration: 30, contractReference: 'C-17' },
    });
    expect([answer.status, answer.body.message]).toEqual([200, 'Email added to whitelist']);
    const { entry } = addToWhitelist.data.parse(answer.body.data);
    expect(entry).toMatchObject({ email: user.email, reason: 'Beta tester', contractReference: 'C-17' });
    const days = (Date.parse(entry.expiresAt ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThan(30.1);
    expect((await guest.call(getMeetingStatistics)).status).toBe(200);
  });

  test('stores empty fields as null and sets no expiry [7.37]', async () => {
    const { entry } = await client.data(addToWhitelist, { body: { email: 'plain@brightwater.test', reason: '  ' } });
    expect(entry).toMatchObject({ reason: null, contractReference: null, expiresAt: null });
  });

  test('refuses a listed address in a different case with 409', async () => {
    await client.data(addToWhitelist, { body: { email: 'twice@brightwater.test' } });
    const again = await client.call(addToWhitelist, { body: { email: 'TWICE@Brightwater.test' } });
    expect([again.status, again.body.code]).toEqual([409, 'CONFLICT']);
    expect(again.body.error).toBe('This email is already whitelisted.');
  });

  test('attack 32: never matches a Unicode look-alike', async () => {
    const { client: guest } = await api.newUser({ email: 'kelvin@harborline.test', isWhitelisted: false });
    const lookAlike = await client.call(addToWhitelist, { body: { email: '\u212Aelvin@harborline.test' } });
    expect(lookAlike.status).toBe(400);
    await seedWhitelistEntry(api.pool, { email: '\u212Aelvin@harborline.test' });
    expect((await guest.call(getMeetingStatistics)).status).toBe(403);
  });

  test('attack 32: grants access only until the entry expires', async () => {
    const { user, client: guest } = await api.newUser({ isWhitelisted: false });
    let status: number;
    let expiresAt: number;
    do {
      await api.pool.query(sql.typeAlias('void')`delete from whitelist_entries`);
      expiresAt = Date.now() + 1500;
      await seedWhitelistEntry(api.pool, { email: user.email, expiresAt: new Date(expiresAt) });
      ({ status } = await guest.call(getMeetingStatistics));
      // A response that took longer than the entry lasts proves nothing.
    } while (Date.now() >= expiresAt);
    expect(status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, expiresAt + 100 - Date.now()));
    expect((await guest.call(getMeetingStatistics)).status).toBe(403);
  });

  test('renews an expired entry', async () => {
    await seedWhitelistEntry(api.pool, { email: 'late@brightwater.test', expiresAt: new Date(Date.now() - 1000) });
    const { entry } = await client.data(addToWhitelist, { body: { email: 'late@brightwater.test', reason: 'Again' } });
    expect(entry).toMatchObject({ reason: 'Again', expiresAt: null });
    expect(await storedEmails()).toEqual(['late@brightwater.test']);
  });

  test.each([
    ['zero days', { duration: 0 }],
    ['a huge number of days', { duration: 1e12 }],
    ['days as text', { duration: '30' }],
    ['a long reason', { reason: 'x'.repeat(201) }],
  ])('refuses %s with 400 and stores nothing', async (_, terms) => {
    const answer = await client.call(addToWhitelist, { body: { email: 'a@b.test', ...terms } });
    expect([answer.status, await storedEmails()]).toEqual([400, []]);
  });
});

describe('POST /admin/whitelist/bulk', () => {
  test('adds valid addresses and reports the rest [3.17] [7.38]', async () => {
    await seedWhitelistEntry(api.pool, { email: 'known@brightwater.test' });
    const emails = [
      'A@brightwater.test',
      'a@brightwater.test',
      'known@brightwater.test',
      'nobody',
      'b@brightwater.test',
    ];
    const data = await client.data(bulkAddToWhitelist, { body: { emails, reason: 'Beta tester', duration: 7 } });
    expect(data).toEqual({
      summary: { addedCount: 2, skippedCount: 2, failedCount: 1 },
      failed: [{ email: 'nobody', error: 'Please enter a valid email address' }],
    });
    expect(await storedEmails()).toEqual(['a@brightwater.test', 'b@brightwater.test', 'known@brightwater.test']);
    for (const { id, email } of await client.data(listWhitelist)) {
      expect(await auditOf(id)).toHaveLength(email.startsWith('known') ? 0 : 1);
    }
  });

  test('accepts 100 addresses and refuses 101, an empty list or a non-array [7.38]', async () => {
    const tooMany = await client.call(bulkAddToWhitelist, { body: { emails: numbered(101) } });
    expect(tooMany.status).toBe(400);
    expect(tooMany.body.message).toContain('Maximum 100 emails allowed at once');
    const none = await client.call(bulkAddToWhitelist, { body: { emails: [] } });
    expect([none.status, none.body.message]).toEqual([400, 'Validation failed: Please enter valid email addresses']);
    for (const emails of ['a@b.test', [1], [null], undefined]) {
      expect((await client.call(bulkAddToWhitelist, { body: { emails } })).status).toBe(400);
    }
    expect(await storedEmails()).toEqual([]);
    const full = await client.data(bulkAddToWhitelist, { body: { emails: numbered(100) } });
    expect(full.summary).toEqual({ addedCount: 100, skippedCount: 0, failedCount: 0 });
  });

  test('fails only the addresses that are too long or invalid', async () => {
    const emails = [`${'x'.repeat(300)}@b.test`, 'nobody', 'fine@b.test'];
    const data = await client.data(bulkAddToWhitelist, { body: { emails } });
    expect(data.summary).toEqual({ addedCount: 1, skippedCount: 0, failedCount: 2 });
  });

  test.each(['a\0@b.test', '\uD800@b.test', 'x'.repeat(90_000)])(
    'refuses the whole call with 400 if it contains unstorable or extremely long text',
    async (text) => {
      const answer = await client.call(bulkAddToWhitelist, { body: { emails: ['fine@b.test', text] } });
      expect([answer.status, await storedEmails()]).toEqual([400, []]);
    },
  );

  test('adds each address once under 40 concurrent calls in either order', async () => {
    const orders = [numbered(20), numbered(20).toReversed()];
    const results = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        client.data(bulkAddToWhitelist, { body: { emails: orders[index % 2] } }),
      ),
    );
    expect(results.reduce((total, { summary }) => total + summary.addedCount, 0)).toBe(20);
    expect(results.reduce((total, { summary }) => total + summary.skippedCount, 0)).toBe(20 * 39);
    expect(await storedEmails()).toHaveLength(20);
  });
});

describe('DELETE /admin/whitelist/:id', () => {
  test('revokes access on the next request and removes the address from the audit log [7.39]', async () => {
    const { user, client: guest } = await api.newUser({ isWhitelisted: false });
    const { entry } = await client.data(addToWhitelist, { body: { email: user.email } });
    expect((await guest.call(getMeetingStatistics)).status).toBe(200);
    const answer = await client.call(removeFromWhitelist, { params: { id: entry.id } });
    expect([answer.status, answer.body.message]).toEqual([200, 'Email removed from whitelist']);
    expect((await guest.call(getMeetingStatistics)).status).toBe(403);
    const log = await auditOf(entry.id);
    expect(log).toMatchObject([
      { action: 'whitelist.added', actorUserId: admin.id },
      { action: 'whitelist.removed', actorUserId: admin.id },
    ]);
    expect(JSON.stringify(log)).not.toContain(user.email);
  });

  test('succeeds once under 40 concurrent calls; the rest return 404, as for unknown entries', async () => {
    const { entry } = await client.data(addToWhitelist, { body: { email: 'gone@brightwater.test' } });
    const remove = () => client.call(removeFromWhitelist, { params: { id: entry.id } });
    const statuses = (await Promise.all(Array.from({ length: 40 }, remove)))
      .map(({ status }) => status)
      .toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, ...Array.from({ length: 39 }, () => 404)]);
    expect(await auditOf(entry.id)).toHaveLength(2);
    expect((await client.call(removeFromWhitelist, { params: { id: crypto.randomUUID() } })).status).toBe(404);
  });
});
