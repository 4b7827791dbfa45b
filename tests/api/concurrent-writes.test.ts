import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { addToWhitelist } from '#contract/admin-whitelist.ts';
import { connectCalendar } from '#contract/calendar.ts';
import type { Endpoint } from '#contract/http.ts';
import { confirmNewsletter, subscribeToNewsletter } from '#contract/newsletter.ts';
import { triggerResearch } from '#contract/research.ts';
import { addBlacklistDomain, updateProfile } from '#contract/users.ts';
import { sql } from '#db/sql.ts';
import { openTestApi, type SignedInUser } from '#tests/support/api.ts';
import { countRows, listOutbox, readMailToken, seedCalendar, seedMeeting } from '#tests/support/builders.ts';
import { consentToCalendar, getBotToken } from '#tests/support/google-sign-in.ts';
import type { CallOptions } from '#tests/support/http-client.ts';

const TIMES = 40;

const api = await openTestApi();
let people: [SignedInUser, SignedInUser];
beforeEach(async () => {
  people = [await api.newUser({ role: 'admin' }), await api.newUser({ role: 'admin' })];
});

/**
 * Makes the call forty times for each of the two users, all eighty concurrently. Returns the number of responses by
 * status for each user. Fails on a deadlock in the database.
 */
async function callAtOnce(
  endpoint: Endpoint,
  optionsOf: (person: SignedInUser, index: number) => CallOptions,
): Promise<Record<number, number>[]> {
  const deadlocks = await countDeadlocks();
  const answers = await Promise.all(
    people.map((person) =>
      Promise.all(Array.from({ length: TIMES }, (_, index) => person.client.call(endpoint, optionsOf(person, index)))),
    ),
  );
  expect(await countDeadlocks()).toBe(deadlocks);
  return answers.map((ofOne) => {
    const counts: Record<number, number> = {};
    for (const { status } of ofOne) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  });
}

/** Returns the number of deadlocks so far. Postgres publishes a session's counters at most once a second. */
async function countDeadlocks(): Promise<number> {
  return await api.pool.oneFirst(sql.type(z.object({ deadlocks: z.number() }))`
    select deadlocks from pg_stat_database where datname = current_database()
  `);
}

describe('forty concurrent identical calls from each of two users', () => {
  test('blacklist the domain once per user', async () => {
    for (const { user } of people) await seedCalendar(api.pool, { userId: user.id, encryption: api.encryption });
    const counts = await callAtOnce(addBlacklistDomain, () => ({ body: { domain: 'brightwater.test' } }));
    expect(counts).toEqual([{ 200: TIMES }, { 200: TIMES }]);
    for (const { user } of people) {
      expect(await countRows(api.pool, sql.fragment`domain_exclusions where user_id = ${user.id}`)).toBe(1);
      expect(await listOutbox(api.pool, user.id)).toEqual([
        { workflow: 'calendar-sync', userId: user.id, provider: 'google', signal: 'sync' },
      ]);
    }
  });

  test('whitelist the address once in total', async () => {
    const email = 'rush@brightwater.test';
    const counts = await callAtOnce(addToWhitelist, () => ({ body: { email } }));
    expect(counts.reduce((sum, { 200: added = 0 }) => sum + added, 0)).toBe(1);
    expect(counts.reduce((sum, { 409: refused = 0 }) => sum + refused, 0)).toBe(2 * TIMES - 1);
    expect(await countRows(api.pool, sql.fragment`whitelist_entries where email = ${email}`)).toBe(1);
    const ids = people.map(({ user }) => user.id);
    const noted = sql.fragment`audit_log where action like 'whitelist.%' and actor_user_id = any(${sql.array(ids, 'uuid')})`;
    expect(await countRows(api.pool, noted)).toBe(1);
  });

  test('start research once per user', async () => {
    const meetings = new Map<string, string>();
    for (const { user } of people) meetings.set(user.id, await seedMeeting(api.pool, { userId: user.id }));
    const counts = await callAtOnce(triggerResearch, ({ user }) => ({ body: { meetingId: meetings.get(user.id) } }));
    expect(counts).toEqual([{ 200: TIMES }, { 200: TIMES }]);
    for (const { user } of people) {
      expect(await countRows(api.pool, sql.fragment`usage_entries where user_id = ${user.id}`)).toBe(1);
      expect(await listOutbox(api.pool, user.id)).toHaveLength(1);
    }
  });

  test('connect the calendar once per user; the rest return 400', async () => {
    const consents = new Map<string, Awaited<ReturnType<typeof consentToCalendar>>>();
    for (const { user, client } of people) {
      consents.set(user.id, await consentToCalendar(client, 'sam@harborline.test'));
    }
    const counts = await callAtOnce(connectCalendar, ({ user }) => ({
      body: { provider: 'google', ...consents.get(user.id) },
    }));
    expect(counts).toEqual([
      { 200: 1, 400: TIMES - 1 },
      { 200: 1, 400: TIMES - 1 },
    ]);
    for (const { user } of people) {
      expect(await countRows(api.pool, sql.fragment`calendar_integrations where user_id = ${user.id}`)).toBe(1);
      expect(await listOutbox(api.pool, user.id)).toHaveLength(1);
    }
  });

  test('signal a profile change once per user', async () => {
    for (const { user } of people) await seedCalendar(api.pool, { userId: user.id, encryption: api.encryption });
    const body = { firstName: 'Ada', companyDomain: 'other.test' };
    const counts = await callAtOnce(updateProfile, () => ({ body }));
    expect(counts).toEqual([{ 200: TIMES }, { 200: TIMES }]);
    for (const { user } of people) expect(await listOutbox(api.pool, user.id)).toHaveLength(1);
  });

  test('create one newsletter subscription and one email in total', async () => {
    const tokens = await Promise.all(Array.from({ length: 2 * TIMES }, () => getBotToken(api, 'newsletter')));
    const email = 'reader@brightwater.test';
    const counts = await callAtOnce(subscribeToNewsletter, ({ user }, index) => ({
      body: { email },
      headers: { 'X-Turnstile-Token': tokens[user === people[0].user ? index : TIMES + index] ?? '' },
    }));
    expect(counts).toEqual([{ 200: TIMES }, { 200: TIMES }]);
    expect(await countRows(api.pool, sql.fragment`newsletter_subscriptions where email = ${email}`)).toBe(1);
    expect(await countRows(api.pool, sql.fragment`emails where to_address = ${email}`)).toBe(1);
    const token = await readMailToken(api.pool, api.encryption, { to: email, kind: 'newsletter-confirm' });
    expect((await api.client().call(confirmNewsletter, { body: { token } })).status).toBe(200);
  });
});
