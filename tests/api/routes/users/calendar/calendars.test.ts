import { describe, expect, test } from 'vitest';
import { listUserCalendars, switchCalendar } from '#contract/calendar.ts';
import { getMeeting, listMeetings } from '#contract/meetings.ts';
import { triggerResearch } from '#contract/research.ts';
import { findMeetingPlan } from '#db/queries/meeting-plan.ts';
import { sql } from '#db/sql.ts';
import { openTestApi } from '#tests/support/api.ts';
import { listOutbox, seedCalendar, seedMeeting } from '#tests/support/builders.ts';

const api = await openTestApi();

/** Seeds a user with a primary calendar and a second, synced one. */
async function seed() {
  const { user, client } = await api.newUser();
  const { integrationId, calendarId } = await seedCalendar(api.pool, { userId: user.id, encryption: api.encryption });
  const team = await api.pool.one(sql.typeAlias('id')`
    insert into calendars (integration_id, provider_calendar_id, name, time_zone, sync_cursor, synced_at)
    values (${integrationId}, 'team', 'Team', 'Europe/Berlin', 'cursor', '2026-11-20T10:00:00Z') returning id
  `);
  const turn = (enabled: boolean, id: string = team.id) =>
    client.call(switchCalendar, { params: { id }, body: { enabled } });
  const messages = async () => await listOutbox(api.pool, user.id);
  return { user, client, integrationId, primaryId: calendarId, teamId: team.id, turn, messages };
}

describe('GET /users/calendar/calendars', () => {
  test('lists the calendars of connected accounts, the primary one first', async () => {
    const { user, client, primaryId, teamId } = await seed();
    await seedCalendar(api.pool, {
      userId: user.id,
      encryption: api.encryption,
      provider: 'microsoft',
      status: 'disconnected',
    });
    const { calendars } = await client.data(listUserCalendars);
    expect(calendars).toEqual([
      {
        id: primaryId,
        provider: 'google',
        name: 'Work',
        isPrimary: true,
        enabled: true,
        timeZone: 'UTC',
        lastSyncAt: null,
      },
      {
        id: teamId,
        provider: 'google',
        name: 'Team',
        isPrimary: false,
        enabled: true,
        timeZone: 'Europe/Berlin',
        lastSyncAt: '2026-11-20T10:00:00.000Z',
      },
    ]);
    expect((await client.data(listUserCalendars, { query: { provider: 'microsoft' } })).calendars).toEqual([]);
    expect((await client.call(listUserCalendars, { query: { provider: 'apple' } })).status).toBe(400);
  });

  test('omits calendars the vendor no longer lists', async () => {
    const { client, primaryId, teamId } = await seed();
    await api.pool.query(sql.typeAlias('void')`update calendars set is_listed = false where id = ${teamId}`);
    expect((await client.data(listUserCalendars)).calendars.map(({ id }) => id)).toEqual([primaryId]);
  });
});

describe('PUT /users/calendar/calendars/:id', () => {
  test('keeps the meetings of a disabled calendar listed but stops preparing upcoming ones', async () => {
    const { user, client, primaryId, teamId, turn, messages } = await seed();
    const coming = await seedMeeting(api.pool, { userId: user.id, calendarId: teamId, researchState: 'completed' });
    await seedMeeting(api.pool, { userId: user.id, calendarId: teamId, startsInMinutes: -60 });
    await seedMeeting(api.pool, { userId: user.id, calendarId: teamId, meetingType: 'internal' });
    await seedMeeting(api.pool, { userId: user.id, calendarId: primaryId });

    const answer = await turn(false);
    expect(answer.body.data).toMatchObject({ calendar: { id: teamId, enabled: false }, message: 'Team is off.' });
    expect(await messages()).toEqual([{ workflow: 'meeting', userId: user.id, meetingId: coming, version: 2 }]);
    // The meeting's workflow reads this once signalled.
    expect(await findMeetingPlan(api.pool, coming)).toMatchObject({
      version: 2,
      isCalendarConnected: false,
      isCalendarSwitchedOff: true,
    });
    expect((await client.data(listMeetings)).meetings).toHaveLength(4);
    expect((await client.data(getMeeting, { params: { id: coming } })).meeting.status).toBe('confirmed');
    const trigger = await client.call(triggerResearch, { body: { meetingId: coming } });
    expect([trigger.status, trigger.body.message]).toEqual([
      400,
      'Invalid research target. The calendar is switched off.',
    ]);
  });

  test('requests one full sync when switching on; repeating has no effect', async () => {
    const { user, client, teamId, turn, messages } = await seed();
    const coming = await seedMeeting(api.pool, { userId: user.id, calendarId: teamId });
    await turn(false);
    await turn(false);
    expect(await messages()).toHaveLength(1);
    const on = await turn(true);
    expect(on.body.data).toMatchObject({ calendar: { enabled: true }, message: 'Team is on.' });
    await turn(true);
    const sync = { workflow: 'calendar-sync', userId: user.id, provider: 'google', signal: 'sync' };
    expect(await messages()).toEqual([expect.objectContaining({ meetingId: coming }), sync]);
    const cursors = await api.pool.any(sql.typeAlias('id')`
      select id from calendars where id = ${teamId} and sync_cursor is null and enabled
    `);
    expect(cursors).toHaveLength(1);
    // The meeting is not signalled before that sync: it may have been cancelled while the calendar was off.
    expect(await findMeetingPlan(api.pool, coming)).toMatchObject({ version: 2 });
    expect((await client.data(listUserCalendars)).calendars.every(({ enabled }) => enabled)).toBe(true);
  });

  test('resumes the stored meetings when switching on without auto-sync', async () => {
    const { user, integrationId, teamId, turn, messages } = await seed();
    const coming = await seedMeeting(api.pool, { userId: user.id, calendarId: teamId });
    await turn(false);
    await api.pool.query(sql.typeAlias('void')`
      update calendar_integrations set sync_enabled = false where id = ${integrationId}
    `);
    await turn(true);
    const message = { workflow: 'meeting', userId: user.id, meetingId: coming };
    expect(await messages()).toEqual([
      { ...message, version: 2 },
      { ...message, version: 3 },
    ]);
  });

  test('switches once under 40 concurrent requests', async () => {
    const { user, teamId, turn, messages } = await seed();
    await seedMeeting(api.pool, { userId: user.id, calendarId: teamId });
    const answers = await Promise.all(Array.from({ length: 40 }, () => turn(false)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await messages()).toHaveLength(1);
  });

  test('returns 404 for a disconnected calendar as for an unknown one', async () => {
    const { integrationId, turn } = await seed();
    const unknown = await turn(false, crypto.randomUUID());
    await api.pool.query(sql.typeAlias('void')`
      update calendar_integrations set status = 'disconnected' where id = ${integrationId}
    `);
    const disconnected = await turn(false);
    expect([disconnected.status, disconnected.text]).toEqual([404, unknown.text]);
  });
});
