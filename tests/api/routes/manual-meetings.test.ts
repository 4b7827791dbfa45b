import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { createMeeting, deleteMeeting, getMeeting, listMeetings, updateMeeting } from '#contract/meetings.ts';
import { addBlacklistDomain, removeBlacklistDomain } from '#contract/users.ts';
import { sql } from '#db/sql.ts';
import { openTestApi } from '#tests/support/api.ts';
import { listOutbox, seedCalendar, seedMeeting } from '#tests/support/builders.ts';

const api = await openTestApi();

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

const intro = () => ({
  title: 'Intro call',
  startTime: inHours(24),
  endTime: inHours(25),
  attendees: [{ email: 'Ines@Brightwater.test', name: 'Ines Moreau' }],
});

describe('POST /meetings', () => {
  test('creates an external meeting, schedules its briefing and signals its workflow [7.23]', async () => {
    const { user, client } = await api.newUser();
    const body = { ...intro(), description: 'First\nmeeting', location: 'Pier 3', meetingUrl: 'https://zoom.us/j/1' };
    const { meeting } = await client.data(createMeeting, { body });
    expect(meeting).toMatchObject({
      title: 'Intro call',
      description: 'First\nmeeting',
      location: 'Pier 3',
      meetingUrl: 'https://zoom.us/j/1',
      startTime: body.startTime,
      endTime: body.endTime,
      meetingType: 'external',
      externalDomains: ['brightwater.test'],
      attendees: [
        { email: user.email, name: null, responseStatus: 'accepted' },
        { email: 'ines@brightwater.test', name: 'Ines Moreau', responseStatus: 'needsAction' },
      ],
      researchState: 'pending',
      briefingState: 'scheduled',
      briefingDueAt: new Date(Date.parse(body.startTime) - 7_200_000).toISOString(),
    });
    expect(await listOutbox(api.pool, user.id)).toEqual([
      { workflow: 'meeting', userId: user.id, meetingId: meeting.id, version: 1 },
    ]);
    expect((await client.data(listMeetings)).meetings).toEqual([meeting]);
  });

  test('treats colleagues and guests from blacklisted domains as internal', async () => {
    const { user, client } = await api.newUser();
    const create = async (...emails: string[]) => {
      const body = { ...intro(), attendees: emails.map((email) => ({ email })) };
      return (await client.data(createMeeting, { body })).meeting;
    };
    const withColleague = await create('sam@harborline.test', 'tom@eu.copperleaf.test');
    expect(withColleague).toMatchObject({ meetingType: 'mixed', externalDomains: ['copperleaf.test'] });
    const amongUs = await create('sam@harborline.test', user.email);
    expect(amongUs).toMatchObject({ meetingType: 'internal', researchState: 'none', briefingState: 'none' });
    await client.data(addBlacklistDomain, { body: { domain: 'copperleaf.test' } });
    expect(await create('tom@eu.copperleaf.test')).toMatchObject({ meetingType: 'internal', externalDomains: [] });
    // Only the meeting with an external guest has a workflow; the new blacklist entry signalled it again.
    const told = { workflow: 'meeting', userId: user.id, meetingId: withColleague.id };
    expect(await listOutbox(api.pool, user.id)).toEqual([
      { ...told, version: 1 },
      { ...told, version: 2 },
    ]);
  });

  test('creates a meeting that is reclassified when the blacklist changes', async () => {
    const { user, client } = await api.newUser();
    const { id } = (await client.data(createMeeting, { body: intro() })).meeting;
    const untouched = { ...intro(), attendees: [{ email: 'tom@copperleaf.test' }] };
    const { meeting: other } = await client.data(createMeeting, { body: untouched });
    const read = async () => (await client.data(getMeeting, { params: { id } })).meeting;

    await client.data(addBlacklistDomain, { body: { domain: 'brightwater.test' } });
    expect(await read()).toMatchObject({ meetingType: 'internal', externalDomains: [], briefingState: 'none' });
    await client.data(removeBlacklistDomain, { params: { domain: 'brightwater.test' } });
    expect(await read()).toMatchObject({
      meetingType: 'external',
      externalDomains: ['brightwater.test'],
      researchState: 'pending',
      briefingState: 'scheduled',
    });
    const told = (meetingId: string, version: number) => ({ workflow: 'meeting', userId: user.id, meetingId, version });
    expect(await listOutbox(api.pool, user.id)).toEqual([told(id, 1), told(other.id, 1), told(id, 2), told(id, 3)]);
  });

  test('lists a repeated attendee once', async () => {
    const { client } = await api.newUser();
    const attendees = [{ email: 'ines@brightwater.test' }, { email: 'INES@brightwater.test', name: 'Ines' }];
    const { meeting } = await client.data(createMeeting, { body: { ...intro(), attendees } });
    expect(meeting.attendees).toHaveLength(2);
  });

  test('schedules the briefing of a meeting 60 days ahead', async () => {
    const { client } = await api.newUser();
    const body = { ...intro(), startTime: inHours(24 * 60), endTime: inHours(24 * 60 + 1) };
    expect((await client.data(createMeeting, { body })).meeting.briefingState).toBe('scheduled');
  });

  test('stores a past meeting without preparing it', async () => {
    const { user, client } = await api.newUser();
    const body = { ...intro(), startTime: inHours(-3), endTime: inHours(-2) };
    const { meeting } = await client.data(createMeeting, { body });
    expect(meeting).toMatchObject({ meetingType: 'external', researchState: 'none', briefingState: 'skipped' });
    expect(await listOutbox(api.pool, user.id)).toEqual([]);
  });

  test('takes the meeting link from the location if none is given', async () => {
    const { client } = await api.newUser();
    const body = { ...intro(), location: 'Online: https://meet.google.com/abc-defg-hij' };
    const { meeting } = await client.data(createMeeting, { body });
    expect(meeting.meetingUrl).toBe('https://meet.google.com/abc-defg-hij');
  });

  test.each([
    ['a blank title', { title: ' ' }],
    ['a two-line title', { title: 'Intro\r\nBcc: all@evil.test' }],
    ['a nonexistent date', { startTime: '2026-02-30T10:00:00Z' }],
    ['a time without a zone', { startTime: '2026-12-01T10:00:00' }],
    ['a start in the year 20266', { startTime: '+020266-01-01T00:00:00Z' }],
    ['a start in the year 1', { startTime: '0001-01-01T00:00:00Z' }],
    ['an empty attendee list', { attendees: [] }],
    ['201 attendees', { attendees: Array.from({ length: 201 }, (_, index) => ({ email: `g${index}@a.test` })) }],
    ['a javascript: link', { meetingUrl: 'javascript:alert(1)' }],
    ['a meeting type', { meetingType: 'internal' }],
    ['another owner', { userId: crypto.randomUUID() }],
    ['a workflow state', { researchState: 'completed' }],
  ])('refuses %s with 400 and stores nothing', async (_, change) => {
    const { user, client } = await api.newUser();
    const answer = await client.call(createMeeting, { body: { ...intro(), ...change } });
    expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION']);
    const { count } = await api.pool.one(sql.type(z.object({ count: z.number() }))`
      select count(*) as count from meetings where user_id = ${user.id}
    `);
    expect(count).toBe(0);
    expect(await listOutbox(api.pool, user.id)).toEqual([]);
  });
});

describe('PUT /meetings/:id', () => {
  test('replaces the meeting, reschedules its briefing and signals its workflow once per change', async () => {
    const { user, client } = await api.newUser();
    const { id } = (await client.data(createMeeting, { body: { ...intro(), location: 'Pier 3' } })).meeting;
    const body = { ...intro(), title: 'Second call', startTime: inHours(48), endTime: inHours(49) };
    const { meeting } = await client.data(updateMeeting, { params: { id }, body });
    expect(meeting).toMatchObject({
      id,
      title: 'Second call',
      location: null,
      startTime: body.startTime,
      briefingDueAt: new Date(Date.parse(body.startTime) - 7_200_000).toISOString(),
      isAddedByHand: true,
    });
    // Repeating the same update doesn't send a signal.
    await client.data(updateMeeting, { params: { id }, body });
    const told = (version: number) => ({ workflow: 'meeting', userId: user.id, meetingId: id, version });
    expect(await listOutbox(api.pool, user.id)).toEqual([told(1), told(2)]);
  });

  test('reclassifies the meeting when its guests change', async () => {
    const { client } = await api.newUser();
    const { id } = (await client.data(createMeeting, { body: intro() })).meeting;
    const attendees = [{ email: 'sam@harborline.test' }];
    const { meeting } = await client.data(updateMeeting, { params: { id }, body: { ...intro(), attendees } });
    expect(meeting).toMatchObject({ meetingType: 'internal', researchState: 'none', briefingState: 'none' });
    expect(meeting.attendees.map(({ email }) => email)).toContain('sam@harborline.test');
    expect(meeting.attendees).toHaveLength(2);
    const back = await client.data(updateMeeting, { params: { id }, body: intro() });
    expect(back.meeting).toMatchObject({
      meetingType: 'external',
      researchState: 'pending',
      briefingState: 'scheduled',
    });
  });

  test('refuses invalid changes and keeps the meeting', async () => {
    const { client } = await api.newUser();
    const { meeting } = await client.data(createMeeting, { body: intro() });
    const key = { params: { id: meeting.id } };
    const crowd = Array.from({ length: 500 }, (_, index) => ({ email: `guest${index}@brightwater.test` }));
    for (const change of [{ attendees: [] }, { attendees: crowd }, { endTime: inHours(23) }, { title: '' }]) {
      expect((await client.call(updateMeeting, { ...key, body: { ...intro(), ...change } })).status).toBe(400);
    }
    expect((await client.data(getMeeting, key)).meeting).toEqual(meeting);
  });

  test('refuses to change or delete a calendar meeting with 409', async () => {
    const { user, client } = await api.newUser();
    const { calendarId } = await seedCalendar(api.pool, { userId: user.id, encryption: api.encryption });
    const params = { id: await seedMeeting(api.pool, { userId: user.id, calendarId }) };
    const { meeting } = await client.data(getMeeting, { params });
    expect(meeting.isAddedByHand).toBe(false);
    for (const answer of [
      await client.call(updateMeeting, { params, body: intro() }),
      await client.call(deleteMeeting, { params }),
    ]) {
      expect(answer.status).toBe(409);
      expect(answer.body.message).toBe('This meeting comes from your calendar. Change it there.');
    }
    expect((await client.data(getMeeting, { params })).meeting).toEqual(meeting);
  });
});

describe('DELETE /meetings/:id', () => {
  test('cancels the meeting and its briefing, and signals its workflow once', async () => {
    const { user, client } = await api.newUser();
    const { id } = (await client.data(createMeeting, { body: intro() })).meeting;
    for (let times = 0; times < 2; times += 1) await client.data(deleteMeeting, { params: { id } });
    expect((await client.data(listMeetings)).meetings).toEqual([]);
    expect((await client.data(getMeeting, { params: { id } })).meeting).toMatchObject({
      status: 'cancelled',
      briefingState: 'skipped',
      briefingDueAt: null,
      briefingReason: 'You deleted the meeting.',
    });
    const told = (version: number) => ({ workflow: 'meeting', userId: user.id, meetingId: id, version });
    expect(await listOutbox(api.pool, user.id)).toEqual([told(1), told(2)]);
    expect((await client.call(updateMeeting, { params: { id }, body: intro() })).status).toBe(409);
  });
});
