import { describe, expect, test } from 'vitest';
import { type BriefingPreferences, getBriefingPreferences, setBriefingPreferences } from '#contract/users.ts';
import { openTestApi } from '#tests/support/api.ts';
import { listOutbox, seedMeeting } from '#tests/support/builders.ts';

const api = await openTestApi();

const DEFAULTS: BriefingPreferences = { leadMinutes: 120, quietHours: null, digest: false, paused: false };

describe('briefing preferences', () => {
  test('default to two hours ahead without quiet hours or a digest, and can be changed', async () => {
    const { client } = await api.newUser();
    expect((await client.data(getBriefingPreferences)).preferences).toEqual(DEFAULTS);
    const changed = { leadMinutes: 45, quietHours: { start: '22:00', end: '07:00' }, digest: true, paused: true };
    expect((await client.data(setBriefingPreferences, { body: changed })).preferences).toEqual(changed);
    expect((await client.data(getBriefingPreferences)).preferences).toEqual(changed);
    await client.data(setBriefingPreferences, { body: DEFAULTS });
    expect((await client.data(getBriefingPreferences)).preferences).toEqual(DEFAULTS);
  });

  test('signal upcoming meetings once when the lead time changes', async () => {
    const { user, client } = await api.newUser();
    const { client: stranger, user: other } = await api.newUser();
    const meetingId = await seedMeeting(api.pool, { userId: user.id, researchState: 'pending' });
    await seedMeeting(api.pool, { userId: other.id, researchState: 'pending' });
    await stranger.data(setBriefingPreferences, { body: DEFAULTS });
    const body = { ...DEFAULTS, leadMinutes: 30 };
    const answers = await Promise.all(Array.from({ length: 40 }, () => client.call(setBriefingPreferences, { body })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await listOutbox(api.pool, user.id)).toEqual([
      { workflow: 'meeting', userId: user.id, meetingId, version: 2 },
    ]);
    expect(await listOutbox(api.pool, other.id)).toEqual([]);
  });

  test('signal upcoming meetings when paused and resumed', async () => {
    const { user, client } = await api.newUser();
    const meetingId = await seedMeeting(api.pool, { userId: user.id, researchState: 'pending' });
    for (const paused of [true, true, false])
      await client.data(setBriefingPreferences, { body: { ...DEFAULTS, paused } });
    const message = { workflow: 'meeting', userId: user.id, meetingId };
    expect(await listOutbox(api.pool, user.id)).toEqual([
      { ...message, version: 2 },
      { ...message, version: 3 },
    ]);
  });

  test('signal upcoming meetings when quiet hours are set and cleared', async () => {
    const { user, client } = await api.newUser();
    const meetingId = await seedMeeting(api.pool, { userId: user.id, researchState: 'pending' });
    const night = { start: '22:00', end: '07:00' };
    for (const quietHours of [night, { ...night }, null])
      await client.data(setBriefingPreferences, { body: { ...DEFAULTS, quietHours } });
    expect(await listOutbox(api.pool, user.id)).toMatchObject([
      { meetingId, version: 2 },
      { meetingId, version: 3 },
    ]);
  });

  test.each([
    ['a zero lead time', { leadMinutes: 0 }],
    ['a lead time of more than two days', { leadMinutes: 2881 }],
    ['a lead time of 1.5 minutes', { leadMinutes: 1.5 }],
    ['an invalid hour', { quietHours: { start: '24:00', end: '07:00' } }],
    ['quiet hours spanning a whole day', { quietHours: { start: '07:00', end: '07:00' } }],
  ])('refuse %s with 400 and change nothing', async (_, change) => {
    const { client } = await api.newUser();
    const answer = await client.call(setBriefingPreferences, { body: { ...DEFAULTS, ...change } });
    expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION']);
    expect((await client.data(getBriefingPreferences)).preferences).toEqual(DEFAULTS);
  });
});
