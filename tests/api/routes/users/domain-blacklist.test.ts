import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { listMeetings } from '#contract/meetings.ts';
import { triggerResearch } from '#contract/research.ts';
import { addBlacklistDomain, getDomainBlacklist, removeBlacklistDomain } from '#contract/users.ts';
import { sql } from '#db/sql.ts';
import { openTestApi } from '#tests/support/api.ts';
import { listOutbox, type SeededUser, seedCalendar, seedMeeting } from '#tests/support/builders.ts';

const api = await openTestApi();

async function syncsAskedFor({ id }: SeededUser): Promise<number> {
  const messages = await listOutbox(api.pool);
  const sync = { workflow: 'calendar-sync', userId: id, provider: 'google', signal: 'sync' };
  return messages.filter((message) => isDeepStrictEqual(message, sync)).length;
}

describe('the domain blacklist', () => {
  test('starts empty and lists domains until they are removed [3.10] [7.13]', async () => {
    const { client } = await api.newUser();
    expect(await client.data(getDomainBlacklist)).toMatchObject({ excludedDomains: [] });
    await client.data(addBlacklistDomain, { body: { domain: 'zoom.us' } });
    const added = await client.data(addBlacklistDomain, { body: { domain: ' EU.Calendly.COM. ' } });
    expect(added).toEqual({ excludedDomains: ['eu.calendly.com', 'zoom.us'], message: 'eu.calendly.com is excluded.' });
    const removed = await client.data(removeBlacklistDomain, { params: { domain: 'Zoom.us' } });
    expect(removed).toEqual({ excludedDomains: ['eu.calendly.com'], message: 'zoom.us is no longer excluded.' });
    expect((await client.data(getDomainBlacklist)).excludedDomains).toEqual(['eu.calendly.com']);
  });

  test('is separate for each user', async () => {
    const [{ client }, { client: stranger }] = [await api.newUser(), await api.newUser()];
    await client.data(addBlacklistDomain, { body: { domain: 'zoom.us' } });
    expect((await stranger.data(getDomainBlacklist)).excludedDomains).toEqual([]);
    expect((await stranger.call(removeBlacklistDomain, { params: { domain: 'zoom.us' } })).status).toBe(404);
    expect((await client.data(getDomainBlacklist)).excludedDomains).toEqual(['zoom.us']);
  });

  test('refunds research not yet started for meetings it excludes', async () => {
    const { user, client } = await api.newUser();
    const { calendarId } = await seedCalendar(api.pool, { userId: user.id, encryption: api.encryption });
    const [meetingId, other] = [
      await seedMeeting(api.pool, { userId: user.id, calendarId, attendees: [{ email: 'ines@brightwater.test' }] }),
      await seedMeeting(api.pool, { userId: user.id, calendarId, attendees: [{ email: 'leo@tidewell.test' }] }),
    ];
    for (const id of [meetingId, other]) await client.data(triggerResearch, { body: { meetingId: id } });
    await client.data(addBlacklistDomain, { body: { domain: 'brightwater.test' } });
    const usage = await api.pool.any(sql.type(z.object({ reference: z.string(), state: z.string() }))`
      select reference, state from usage_entries where user_id = ${user.id}
    `);
    expect(Object.fromEntries(usage.map(({ reference, state }) => [reference.split(':')[0], state]))).toEqual({
      [meetingId]: 'refunded',
      [other]: 'reserved',
    });
  });

  test('requests a full sync for each change, not for repeats', async () => {
    const { user, client } = await api.newUser();
    const { calendarId } = await seedCalendar(api.pool, { userId: user.id, encryption: api.encryption });
    const cursor = async () =>
      await api.pool.one(sql.type(z.object({ cursor: z.string().nullable() }))`
        select sync_cursor as cursor from calendars where id = ${calendarId}
      `);
    const synced = async () => {
      await api.pool.query(sql.typeAlias('void')`update calendars set sync_cursor = 'c' where id = ${calendarId}`);
    };
    await synced();
    await client.data(addBlacklistDomain, { body: { domain: 'zoom.us' } });
    expect([await syncsAskedFor(user), await cursor()]).toEqual([1, { cursor: null }]);
    await synced();
    await client.data(addBlacklistDomain, { body: { domain: 'zoom.us' } });
    expect([await syncsAskedFor(user), await cursor()]).toEqual([1, { cursor: 'c' }]);
    await client.data(removeBlacklistDomain, { params: { domain: 'zoom.us' } });
    expect([await syncsAskedFor(user), await cursor()]).toEqual([2, { cursor: null }]);
  });

  test('reclassifies known meetings immediately and reversibly, without a sync', async () => {
    const { user, client } = await api.newUser();
    const { integrationId, calendarId } = await seedCalendar(api.pool, {
      userId: user.id,
      encryption: api.encryption,
    });
    await api.pool.query(sql.typeAlias('void')`
      update calendar_integrations set sync_enabled = false where id = ${integrationId}
    `);
    const seed = async (...guests: string[]) => {
      const attendees = guests.map((email) => ({ email }));
      const id = await seedMeeting(api.pool, { userId: user.id, calendarId, attendees, researchState: 'pending' });
      await api.pool.query(sql.typeAlias('void')`
        update meetings set briefing_state = 'scheduled', briefing_due_at = start_time where id = ${id}
      `);
      return id;
    };
    const bot = await seed('bot@eu.zoom.us');
    const beside = await seed('bot@zoom.us', 'ines@brightwater.test');
    const untouched = await seed('omar@brightwater.test');
    const states = async () => {
      const { meetings } = await client.data(listMeetings);
      const known = new Map(meetings.map((meeting) => [meeting.id, meeting]));
      return [bot, beside, untouched].map((id) => {
        const { meetingType, externalDomains, briefingState, researchState } = known.get(id) ?? {};
        return [meetingType, externalDomains?.join(), briefingState, researchState];
      });
    };
    const told = async () => (await listOutbox(api.pool, user.id)).length;

    await client.data(addBlacklistDomain, { body: { domain: 'zoom.us' } });
    const open = ['external', 'brightwater.test', 'scheduled', 'pending'];
    expect(await states()).toEqual([['internal', '', 'none', 'none'], open, open]);
    expect(await told()).toBe(2);

    await client.data(removeBlacklistDomain, { params: { domain: 'zoom.us' } });
    const both = ['external', 'brightwater.test,zoom.us', 'scheduled', 'pending'];
    expect(await states()).toEqual([['external', 'zoom.us', 'scheduled', 'pending'], both, open]);
    expect(await told()).toBe(4);
  });

  test('does not request syncs of disconnected or paused calendars', async () => {
    const { user, client } = await api.newUser();
    const { integrationId } = await seedCalendar(api.pool, { userId: user.id, encryption: api.encryption });
    await api.pool.query(sql.typeAlias('void')`
      update calendar_integrations set sync_enabled = false where id = ${integrationId}
    `);
    await seedCalendar(api.pool, {
      userId: user.id,
      encryption: api.encryption,
      provider: 'microsoft',
      status: 'disconnected',
    });
    await client.data(addBlacklistDomain, { body: { domain: 'zoom.us' } });
    expect(await listOutbox(api.pool, user.id)).toEqual([]);
  });

  test('removes a domain once under 20 concurrent requests', async () => {
    const { user, client } = await api.newUser();
    await seedCalendar(api.pool, { userId: user.id, encryption: api.encryption });
    await client.data(addBlacklistDomain, { body: { domain: 'zoom.us' } });
    const params = { domain: 'zoom.us' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.call(removeBlacklistDomain, { params })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(19);
    expect(await syncsAskedFor(user)).toBe(2);
  });

  test.each([
    ['a blank domain', ' '],
    ['a single label', 'localhost'],
    ['an email address', 'ines@zoom.us'],
    ['a URL', 'https://zoom.us/j/1'],
    ['a look-alike letter', 'z\u043E\u043Em.us'],
    ['a letter that only Unicode folds to k', '\u212Aim.us'],
    ['an overlong domain', `${'a.'.repeat(40_000)}us`],
  ])('refuses %s with 400 and stores nothing', async (_, domain) => {
    const { client } = await api.newUser();
    const answer = await client.call(addBlacklistDomain, { body: { domain } });
    expect([answer.status, answer.body.success]).toEqual([400, false]);
    expect((await client.data(getDomainBlacklist)).excludedDomains).toEqual([]);
  });

  test('refuses to remove an invalid domain with 400', async () => {
    const { client } = await api.newUser();
    for (const domain of ['localhost', '...', 'a\0b.test', '%']) {
      expect((await client.call(removeBlacklistDomain, { params: { domain } })).status).toBe(400);
    }
  });
});
