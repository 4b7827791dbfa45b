import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { resetPassword, signInEmail, verifyEmail } from '#contract/auth.ts';
import { triggerResearch } from '#contract/research.ts';
import { getProfile, updateProfile } from '#contract/users.ts';
import { sql } from '#db/sql.ts';
import { openTestApi, startApi } from '#tests/support/api.ts';
import {
  listMailKinds,
  listOutbox,
  PASSWORD,
  readMailToken,
  type SeededUser,
  seedCalendar,
  seedMeeting,
  seedResearch,
} from '#tests/support/builders.ts';

const api = await openTestApi();

async function rowOf({ id }: SeededUser): Promise<string> {
  const row = z.object({ row: z.string() });
  return (await api.pool.one(sql.type(row)`select users::text as row from users where id = ${id}`)).row;
}

const newAddress = () => `${crypto.randomUUID().slice(0, 8)}@brightwater.test`;

describe('PUT /users/profile', () => {
  test('changes only the fields sent [3.2] [7.12]', async () => {
    const { client } = await api.newUser();
    const body = { firstName: ' Ada ', timezone: 'Europe/Berlin', companyDomain: 'Eu.HarborLine.test.' };
    const { user } = await client.data(updateProfile, { body });
    expect(user).toMatchObject({
      firstName: 'Ada',
      lastName: 'Vale',
      timezone: 'Europe/Berlin',
      companyDomain: 'eu.harborline.test',
      emailNotifications: true,
    });
    expect((await client.data(getProfile)).user).toEqual(user);
  });

  test('stores role, offering and goal, and clears a field set to empty text', async () => {
    const { client } = await api.newUser();
    const told = {
      jobTitle: 'Head of Sales',
      offering: 'Sensors.\nAnd software.',
      meetingGoal: 'Find out who decides.',
    };
    await client.data(updateProfile, { body: told });
    const { user } = await client.data(updateProfile, { body: { offering: ' ', firstName: 'Ada' } });
    expect(user).toMatchObject({ ...told, offering: null, firstName: 'Ada' });
    for (const body of [
      { jobTitle: 'x'.repeat(101) },
      { jobTitle: 'Head\nof Sales' },
      { offering: 'x'.repeat(10_000) },
      { meetingGoal: 'x'.repeat(501) },
      { meetingGoal: null },
    ]) {
      expect((await client.call(updateProfile, { body })).status).toBe(400);
    }
    expect((await client.data(getProfile)).user).toEqual(user);
  });

  test('stores language, locale and clock, with British English as the default', async () => {
    const { client } = await api.newUser();
    const first = { briefingLanguage: 'en', locale: 'en-GB', hourCycle: null };
    expect((await client.data(getProfile)).user).toMatchObject(first);
    const chosen = { briefingLanguage: 'de', hourCycle: 'h12' } as const;
    const { user } = await client.data(updateProfile, { body: { ...chosen, locale: 'de-at' } });
    expect(user).toMatchObject({ ...chosen, locale: 'de-AT' });
    expect((await client.data(updateProfile, { body: { firstName: 'Ada' } })).user.hourCycle).toBe('h12');
    expect((await client.data(updateProfile, { body: { hourCycle: null } })).user.hourCycle).toBeNull();
    const answer = await client.call(updateProfile, { body: { briefingLanguage: 'pl', locale: '??', hourCycle: 12 } });
    expect(answer.body['errors']).toEqual({
      briefingLanguage: 'Please choose a briefing language: en, de, fr, es, it, pt, nl, ja',
      locale: 'Please choose a region format (a BCP 47 locale such as en-GB)',
      hourCycle: 'Please choose a clock: h12, h23',
    });
  });

  test.each([
    ['a plan beside a name', { firstName: 'Ada', plan: 'whitelisted' }],
    ['an empty name', { firstName: '  ' }],
    ['a line break in a name', { firstName: 'Ada\r\nBcc: all@evil.test' }],
    ['an unknown time zone', { timezone: 'Mars/Olympus' }],
    ['an offset as the time zone', { timezone: '+02:00' }],
    ['a language without briefings', { briefingLanguage: 'tlh' }],
    ['an invalid locale', { locale: 'en_GB' }],
    ['a locale of an unknown language', { locale: 'xx-YY' }],
    ['a clock of thirteen hours', { hourCycle: 'h13' }],
    ['an empty body', {}],
  ])('refuses %s with 400 and leaves the row unchanged', async (_, body) => {
    const { user, client } = await api.newUser();
    const before = await rowOf(user);
    const answer = await client.call(updateProfile, { body });
    expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION']);
    expect(await rowOf(user)).toBe(before);
    expect(await listOutbox(api.pool, user.id)).toEqual([]);
  });

  test.each([
    'harborline',
    '-a.test',
    'a-.test',
    'a b.test',
    'https://a.test',
    'a.t',
    'a.123',
    'ex\u00E4mple.test',
    '',
  ])('refuses the company domain %j with the specified message', async (companyDomain) => {
    const { client } = await api.newUser();
    const answer = await client.call(updateProfile, { body: { companyDomain } });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain('Please enter a valid domain (e.g., example.com)');
  });

  test.each([
    ['email notifications', { emailNotifications: false }],
    ['the time zone', { timezone: 'Asia/Tokyo' }],
    ['the company domain', { companyDomain: 'other.test' }],
    ['the language', { briefingLanguage: 'fr' }],
    ['the role', { jobTitle: 'Head of Sales' }],
  ])('signals upcoming meetings once when %s changes', async (_, body) => {
    const { user, client } = await api.newUser();
    const { calendarId } = await seedCalendar(api.pool, {
      userId: user.id,
      encryption: api.encryption,
      status: 'disconnected',
    });
    const researched = { userId: user.id, calendarId, researchState: 'completed' } as const;
    const coming = await seedMeeting(api.pool, researched);
    await seedMeeting(api.pool, { ...researched, startsInMinutes: -60 });
    await seedMeeting(api.pool, { userId: user.id, meetingType: 'internal' });
    await client.data(updateProfile, { body });
    const message = { workflow: 'meeting', userId: user.id, meetingId: coming, version: 2 };
    expect(await listOutbox(api.pool, user.id)).toEqual([message]);
    await client.data(updateProfile, { body });
    expect(await listOutbox(api.pool, user.id)).toEqual([message]);
  });

  test.each([
    ['a new language', { briefingLanguage: 'de' }],
    ['a new company domain', { companyDomain: 'other.test' }],
    ['a new role', { jobTitle: 'Head of Sales' }],
    ['a new offering', { offering: 'Sensors' }],
    ['a new usual goal', { meetingGoal: 'Renewals' }],
  ])('marks research as stale for %s', async (_, body) => {
    const { user, client } = await api.newUser();
    const { calendarId } = await seedCalendar(api.pool, { userId: user.id, encryption: api.encryption });
    const meetingId = await seedMeeting(api.pool, { userId: user.id, calendarId });
    await seedResearch(api.pool, { userId: user.id, meetingId });
    await api.pool.query(sql.typeAlias('void')`
      update meetings set briefing_state = 'scheduled', researched_at = now() where id = ${meetingId}
    `);
    const isStale = async () =>
      await api.pool.oneFirst(sql.type(z.object({ isStale: z.boolean() }))`
        select coalesce(fresh_until <= now(), false) as "isStale" from research_results where meeting_id = ${meetingId}
      `);
    await client.data(updateProfile, { body: { locale: 'de-DE', timezone: 'Europe/Berlin' } });
    expect(await isStale()).toBe(false);
    await client.data(updateProfile, { body });
    expect(await isStale()).toBe(true);
  });

  test('does not signal workflows when the name changes', async () => {
    const { user, client } = await api.newUser();
    await seedMeeting(api.pool, { userId: user.id, researchState: 'completed' });
    await client.data(updateProfile, { body: { firstName: 'Ada' } });
    expect(await listOutbox(api.pool, user.id)).toEqual([]);
  });

  test('requests a full sync when the company domain changes', async () => {
    const { user, client } = await api.newUser();
    const { calendarId } = await seedCalendar(api.pool, { userId: user.id, encryption: api.encryption });
    await api.pool.query(sql.typeAlias('void')`update calendars set sync_cursor = 'c1' where id = ${calendarId}`);
    await client.data(updateProfile, { body: { companyDomain: 'other.test' } });
    expect(await listOutbox(api.pool, user.id)).toEqual([
      { workflow: 'calendar-sync', userId: user.id, provider: 'google', signal: 'sync' },
    ]);
    const calendar = await api.pool.one(sql.type(z.object({ cursor: z.string().nullable() }))`
      select sync_cursor as cursor from calendars where id = ${calendarId}
    `);
    expect(calendar.cursor).toBeNull();
  });

  test('has one effect under 40 concurrent identical changes', async () => {
    const { user, client } = await api.newUser();
    await seedMeeting(api.pool, { userId: user.id, researchState: 'completed' });
    const body = { emailNotifications: false };
    const answers = await Promise.all(Array.from({ length: 40 }, () => client.call(updateProfile, { body })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await listOutbox(api.pool, user.id)).toHaveLength(1);
  });

  test('does not deadlock with concurrent research requests', async () => {
    const { user, client } = await api.newUser();
    const meetingIds: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      meetingIds.push(await seedMeeting(api.pool, { userId: user.id, researchState: 'failed', startsInMinutes: 200 }));
    }
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, round) => [
        ...meetingIds.map((meetingId) => client.call(triggerResearch, { body: { meetingId, force: true } })),
        client.call(updateProfile, { body: { timezone: round % 2 === 0 ? 'Asia/Tokyo' : 'UTC' } }),
        client.call(updateProfile, { body: { companyDomain: `round${round % 2}a.test` } }),
      ]).flat(),
    );
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
  });
});

describe('an address change', () => {
  test('attack 4: applies only after the link sent to the new address is followed', async () => {
    const { user, client } = await api.newUser();
    const email = newAddress();
    const { user: profile, message } = await client.data(updateProfile, { body: { email: email.toUpperCase() } });
    expect(profile).toMatchObject({ email: user.email, emailVerified: true });
    expect(message).toContain('follow the link');
    expect(await listMailKinds(api.pool, email)).toEqual(['change-email']);

    const token = await readMailToken(api.pool, api.encryption, { to: email, kind: 'change-email' });
    await api.client().data(verifyEmail, { query: { token } });
    expect((await client.data(getProfile)).user).toMatchObject({ email, emailVerified: true });
    const signInWith = async (address: string) =>
      (await api.client().call(signInEmail, { body: { email: address, password: PASSWORD } })).status;
    expect([await signInWith(email), await signInWith(user.email)]).toEqual([200, 401]);
    expect(await listMailKinds(api.pool, user.email)).toEqual(['change-requested', 'email-changed']);
    // Mail programs may open a link twice.
    await api.client().data(verifyEmail, { query: { token } });
    expect(await listMailKinds(api.pool, user.email)).toEqual(['change-requested', 'email-changed']);
  });

  test('sends a link that cannot reset the password', async () => {
    const { client } = await api.newUser();
    const email = newAddress();
    await client.data(updateProfile, { body: { email } });
    const token = await readMailToken(api.pool, api.encryption, { to: email, kind: 'change-email' });
    const answer = await api.client().call(resetPassword, { body: { token, newPassword: 'another password' } });
    expect(answer.status).toBe(400);
  });

  test('refuses expired and replaced links with 400 and changes nothing', async () => {
    const { user, client } = await api.newUser();
    const [first, second] = [newAddress(), newAddress()];
    await client.data(updateProfile, { body: { email: first } });
    const replaced = await readMailToken(api.pool, api.encryption, { to: first, kind: 'change-email' });
    await client.data(updateProfile, { body: { email: second } });
    const expired = await readMailToken(api.pool, api.encryption, { to: second, kind: 'change-email' });
    await api.pool.query(sql.typeAlias('void')`
      update auth_tokens set expires_at = now() - interval '1 second' where user_id = ${user.id}
    `);
    for (const token of [replaced, expired]) {
      expect((await api.client().call(verifyEmail, { query: { token } })).status).toBe(400);
    }
    expect((await client.data(getProfile)).user.email).toBe(user.email);
  });

  test('responds identically for a taken address and notifies only its owner', async () => {
    const { user, client } = await api.newUser();
    const { user: owner } = await api.newUser();
    const taken = await client.call(updateProfile, { body: { email: owner.email } });
    const free = await client.call(updateProfile, { body: { email: newAddress() } });
    expect([taken.status, taken.text]).toEqual([free.status, free.text]);
    expect(await listMailKinds(api.pool, owner.email)).toEqual(['existing-account']);
    expect((await client.data(getProfile)).user.email).toBe(user.email);
  });

  test('succeeds for only one of two accounts that confirm an address concurrently', async () => {
    const email = newAddress();
    const tokens: string[] = [];
    for (let index = 0; index < 2; index += 1) {
      const { client } = await api.newUser();
      await client.data(updateProfile, { body: { email } });
      tokens.push(await readMailToken(api.pool, api.encryption, { to: email, kind: 'change-email' }));
    }
    const answers = await Promise.all(tokens.map((token) => api.client().call(verifyEmail, { query: { token } })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  });

  test('does not send an email if the address stays the same', async () => {
    const { user, client } = await api.newUser();
    await client.data(updateProfile, { body: { email: user.email } });
    expect(await listMailKinds(api.pool, user.email)).toEqual([]);
  });
});

test('emails for address changes are rate-limited', async () => {
  const limited = await startApi({ RATE_LIMIT_MAIL: '2/60' });
  onTestFinished(limited.close);
  const { client } = await limited.newUser();
  const change = async (body: object) => (await client.call(updateProfile, { body })).status;
  expect(await change({ email: 'not an address' })).toBe(400);
  expect(await change({ email: newAddress() })).toBe(200);
  expect(await change({ email: newAddress() })).toBe(200);
  expect(await change({ email: newAddress() })).toBe(429);
  expect(await change({ firstName: 'Ada' })).toBe(200);
});
