import { describe, expect, test } from 'vitest';
import { getMeetingBriefing, listBriefings, setMeetingBriefing } from '#contract/briefings.ts';
import { findMeetingPlan } from '#db/queries/meeting-plan.ts';
import { sql } from '#db/sql.ts';
import { openTestApi } from '#tests/support/api.ts';
import { seedBriefing } from '#tests/support/briefing-builders.ts';
import { listOutbox, seedCalendar, seedMeeting } from '#tests/support/builders.ts';

const api = await openTestApi();

/** Seeds two meetings of one series. Returns their ids. */
async function seedSeries(userId: string): Promise<[string, string]> {
  const { calendarId } = await seedCalendar(api.pool, { userId, encryption: api.encryption });
  const first = await seedMeeting(api.pool, { userId, calendarId, startsInMinutes: 60 });
  const second = await seedMeeting(api.pool, { userId, calendarId, startsInMinutes: 120 });
  await api.pool.query(sql.typeAlias('void')`update meetings set series_id = 'weekly' where user_id = ${userId}`);
  return [first, second];
}

const PLAIN = { muted: null, isInSeries: false, leadMinutes: null, isUseful: null, delivery: null, previous: null };

describe('GET and PUT /meetings/:id/briefing', () => {
  test('mutes and unmutes a meeting, signalling its workflow each time', async () => {
    const { user, client } = await api.newUser();
    const id = await seedMeeting(api.pool, { userId: user.id });
    const before = (await listOutbox(api.pool)).length;
    const { briefing } = await client.data(setMeetingBriefing, { params: { id }, body: { muted: 'meeting' } });
    expect(briefing).toEqual({ ...PLAIN, muted: 'meeting' });
    expect((await listOutbox(api.pool)).slice(before)).toMatchObject([{ workflow: 'meeting', meetingId: id }]);

    await client.data(setMeetingBriefing, { params: { id }, body: { muted: null } });
    const after = await client.data(getMeetingBriefing, { params: { id } });
    expect(after.briefing.muted).toBeNull();
    expect((await listOutbox(api.pool)).slice(before)).toHaveLength(2);
  });

  test("sets and clears the meeting's lead time, signalling its workflow once per change", async () => {
    const { user, client } = await api.newUser();
    const id = await seedMeeting(api.pool, { userId: user.id });
    const before = (await listOutbox(api.pool)).length;
    const set = async (leadMinutes: number | null) =>
      (await client.data(setMeetingBriefing, { params: { id }, body: { leadMinutes } })).briefing;
    expect(await set(1440)).toEqual({ ...PLAIN, leadMinutes: 1440 });
    expect((await findMeetingPlan(api.pool, id))?.leadMinutes).toBe(1440);
    expect(await set(1440)).toEqual({ ...PLAIN, leadMinutes: 1440 });
    expect(await set(null)).toEqual(PLAIN);
    expect((await findMeetingPlan(api.pool, id))?.leadMinutes).toBe(120);
    expect((await listOutbox(api.pool)).slice(before)).toMatchObject([
      { workflow: 'meeting', meetingId: id, version: 2 },
      { workflow: 'meeting', meetingId: id, version: 3 },
    ]);
    for (const leadMinutes of [0, 2881, 1.5]) {
      const { status } = await client.call(setMeetingBriefing, { params: { id }, body: { leadMinutes } });
      expect(status).toBe(400);
    }
  });

  test('returns the last meeting with these guests, ignoring meetings of other users', async () => {
    const { user, client } = await api.newUser();
    const { user: other } = await api.newUser();
    const old = await seedMeeting(api.pool, { userId: user.id, startsInMinutes: -90_000, title: 'Kick-off' });
    const last = await seedMeeting(api.pool, { userId: user.id, startsInMinutes: -9_000, title: 'Review' });
    await seedMeeting(api.pool, { userId: user.id, startsInMinutes: -900, status: 'cancelled' });
    await seedMeeting(api.pool, { userId: user.id, startsInMinutes: -90, attendees: [{ email: 'kim@tidewell.test' }] });
    await seedMeeting(api.pool, { userId: other.id, startsInMinutes: -90, title: 'Not theirs' });
    const id = await seedMeeting(api.pool, { userId: user.id });
    const previousOf = async (meeting: string) =>
      (await client.data(getMeetingBriefing, { params: { id: meeting } })).briefing.previous;
    expect(await previousOf(id)).toMatchObject({ meetingId: last, title: 'Review', count: 2 });
    expect(await previousOf(old)).toBeNull();
  });

  test('mutes and unmutes every meeting of a series', async () => {
    const { user, client } = await api.newUser();
    const [first, second] = await seedSeries(user.id);
    const mutedOf = async (id: string) => (await client.data(getMeetingBriefing, { params: { id } })).briefing;
    await client.data(setMeetingBriefing, { params: { id: first }, body: { muted: 'series' } });
    expect(await mutedOf(second)).toEqual({ ...PLAIN, muted: 'series', isInSeries: true });
    await client.data(setMeetingBriefing, { params: { id: second }, body: { muted: null } });
    expect((await mutedOf(first)).muted).toBeNull();
    await client.data(setMeetingBriefing, { params: { id: first }, body: { muted: 'series' } });
    await client.data(setMeetingBriefing, { params: { id: first }, body: { muted: 'meeting' } });
    expect([(await mutedOf(first)).muted, (await mutedOf(second)).muted]).toEqual(['meeting', null]);
  });

  test('keeps the latest rating; rating without a briefing returns 404', async () => {
    const { user, client } = await api.newUser();
    const id = await seedMeeting(api.pool, { userId: user.id, startsInMinutes: -60 });
    expect((await client.call(setMeetingBriefing, { params: { id }, body: { isUseful: true } })).status).toBe(404);
    await seedBriefing(api.pool, { userId: user.id, meetingId: id });
    await client.data(setMeetingBriefing, { params: { id }, body: { isUseful: true } });
    const { briefing } = await client.data(setMeetingBriefing, { params: { id }, body: { isUseful: false } });
    expect(briefing.isUseful).toBe(false);
  });

  test('returns the same delivery for a sent briefing as GET /briefings', async () => {
    const { user, client } = await api.newUser();
    const id = await seedMeeting(api.pool, { userId: user.id, startsInMinutes: -60 });
    const briefingId = await seedBriefing(api.pool, { userId: user.id, meetingId: id });
    await api.pool.query(sql.typeAlias('void')`update meetings set briefing_state = 'sent' where id = ${id}`);
    const deliveryOf = async () => {
      const { briefing } = await client.data(getMeetingBriefing, { params: { id } });
      expect((await client.data(listBriefings)).briefings).toMatchObject([{ delivery: briefing.delivery }]);
      return briefing.delivery;
    };
    expect(await deliveryOf()).toEqual({ isMessageAlone: false, messages: [] });
    await api.pool.query(sql.typeAlias('void')`
      insert into channel_messages (user_id, kind, email_id, state)
      select ${user.id}, told.kind, email_id, told.state
      from briefings, (values ('slack', 'delivered'), ('teams', 'unknown'), ('teams', 'queued')) as told (kind, state)
      where briefings.id = ${briefingId}
    `);
    await api.pool.query(sql.typeAlias('void')`
      update emails set by_message = true where id = (select email_id from briefings where id = ${briefingId})
    `);
    const messages = [
      { kind: 'slack', state: 'delivered' },
      { kind: 'teams', state: 'unknown' },
    ];
    expect(await deliveryOf()).toEqual({ isMessageAlone: true, messages });
  });
});
