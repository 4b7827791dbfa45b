import { describe, expect, test } from 'vitest';
import { listCalendarIntegrations, switchCalendar } from '#contract/calendar.ts';
import { sql } from '#db/sql.ts';
import { NO_BRIEFING } from '#domain/briefable.ts';
import { openTestApi } from '#tests/support/api.ts';
import { seedCalendar, seedMeeting } from '#tests/support/builders.ts';

const api = await openTestApi();

async function seed() {
  const { user, client } = await api.newUser();
  const { integrationId, calendarId } = await seedCalendar(api.pool, { userId: user.id, encryption: api.encryption });
  const read = async () => {
    const { integrations } = await client.data(listCalendarIntegrations);
    const [integration] = integrations;
    if (!integration) throw new Error('the integration is not listed');
    return integration;
  };
  const plan = async (state: string, reason: string | null, isOld = false) => {
    const meetingId = await seedMeeting(api.pool, { userId: user.id, calendarId });
    await api.pool.query(sql.typeAlias('void')`
      update meetings set briefing_state = ${state}, briefing_reason = ${reason},
        created_at = now() - ${isOld ? 3 : 0} * interval '1 day'
      where id = ${meetingId}
    `);
    return meetingId;
  };
  return { user, client, integrationId, calendarId, read, plan };
}

describe('GET /users/calendar/integrations', () => {
  test("reports the last sync's problem, or that the user must reconnect", async () => {
    const { integrationId, read } = await seed();
    expect((await read()).syncProblem).toBeNull();
    for (const [error, code] of [
      ['rate_limited', 'throttled'],
      ['unavailable', 'unreachable'],
    ] as const) {
      await api.pool.query(sql.typeAlias('void')`
        update calendar_integrations set last_sync_error = ${error} where id = ${integrationId}
      `);
      expect((await read()).syncProblem).toMatchObject({ code });
    }
    await api.pool.query(sql.typeAlias('void')`
      update calendar_integrations set status = 'reconnect_needed' where id = ${integrationId}
    `);
    expect(await read()).toMatchObject({ isActive: false, syncProblem: { code: 'reconnect_needed' } });
  });

  test('counts upcoming, new and briefed meetings and the reasons for skipping others', async () => {
    const { user, client, calendarId, read, plan } = await seed();
    const nothing = { comingMeetings: 0, newMeetings: 0, briefedMeetings: 0, skipped: [], unreadableEvents: 0 };
    expect((await read()).findings).toEqual(nothing);

    await plan('scheduled', null);
    await plan('sent', null, true);
    await plan('skipped', NO_BRIEFING.declined);
    await plan('none', NO_BRIEFING.internal, true);
    await plan('none', NO_BRIEFING.internal);
    await plan('none', null, true);
    await seedMeeting(api.pool, { userId: user.id, calendarId, startsInMinutes: -60 });
    await seedMeeting(api.pool, { userId: user.id, calendarId, status: 'cancelled' });
    await seedMeeting(api.pool, { userId: user.id, calendarId: null });
    const stranger = await seed();
    await stranger.plan('scheduled', null);

    expect((await read()).findings).toEqual({
      comingMeetings: 6,
      newMeetings: 3,
      briefedMeetings: 2,
      skipped: [
        { reason: NO_BRIEFING.internal, meetings: 2 },
        { reason: NO_BRIEFING.declined, meetings: 1 },
        { reason: 'No briefing is planned yet.', meetings: 1 },
      ],
      unreadableEvents: 0,
    });
    await client.call(switchCalendar, { params: { id: calendarId }, body: { enabled: false } });
    expect((await read()).findings).toEqual(nothing);
  });

  test('counts unreadable events of enabled calendars', async () => {
    const { client, calendarId, read } = await seed();
    await api.pool.query(sql.typeAlias('void')`
      insert into unreadable_events (calendar_id, provider_event_id, field)
      values (${calendarId}, 'one', 'start'), (${calendarId}, 'two', 'id')
    `);
    expect((await read()).findings).toMatchObject({ unreadableEvents: 2 });
    await client.call(switchCalendar, { params: { id: calendarId }, body: { enabled: false } });
    expect((await read()).findings).toMatchObject({ unreadableEvents: 0 });
  });
});
