import { describe, expect, test } from 'vitest';
import { listBriefings } from '#contract/briefings.ts';
import { sql } from '#db/sql.ts';
import { openTestApi } from '#tests/support/api.ts';
import { seedBriefing } from '#tests/support/briefing-builders.ts';
import { seedMeeting } from '#tests/support/builders.ts';

const api = await openTestApi();

/** Seeds a meeting as its workflow leaves it, known for a day before its start. Returns its id. */
async function seedOutcome(
  userId: string,
  outcome: { startsInMinutes: number; state: string; reason?: string; title?: string; isAllDay?: boolean },
): Promise<string> {
  const { startsInMinutes, state, reason = null, title = 'Intro call', isAllDay = false } = outcome;
  const id = await seedMeeting(api.pool, { userId, startsInMinutes, title, isAllDay });
  await api.pool.query(sql.typeAlias('void')`
    update meetings
    set created_at = least(created_at, start_time - interval '1 day'), briefing_state = ${state}, briefing_reason = ${reason},
        briefing_due_at = case when ${state} = 'skipped' then null else start_time - interval '2 hours' end,
        briefing_sent_at = case when ${state} = 'sent' then start_time - interval '2 hours' end
    where id = ${id}
  `);
  return id;
}

describe('GET /briefings', () => {
  test('lists sent briefings and the reasons for skipped ones, latest meeting first', async () => {
    const { user, client } = await api.newUser();
    const sent = await seedOutcome(user.id, { startsInMinutes: 30, state: 'sent', title: 'Coming, briefed' });
    await seedBriefing(api.pool, { userId: user.id, meetingId: sent, shortfall: 'quota_exceeded' });
    await seedBriefing(api.pool, { userId: user.id, meetingId: sent, kind: 'update' });
    const declined = 'You declined the meeting.';
    await seedOutcome(user.id, { startsInMinutes: -60, state: 'skipped', reason: declined, isAllDay: true });
    const unknown = await seedOutcome(user.id, { startsInMinutes: -120, state: 'unknown', reason: 'It broke.' });
    await seedBriefing(api.pool, { userId: user.id, meetingId: unknown });

    const { briefings, nextCursor } = await client.data(listBriefings);
    expect(nextCursor).toBeNull();
    const none = { isUseful: null, wrongPersons: [] };
    expect(briefings).toMatchObject([
      {
        meetingId: sent,
        title: 'Coming, briefed',
        isAllDay: false,
        state: 'sent',
        reason: null,
        shortfall: 'quota_exceeded',
        updateSentAt: '2026-11-20T10:00:00.000Z',
        feedback: none,
      },
      { isAllDay: true, state: 'skipped', reason: declined, dueAt: null, sentAt: null, shortfall: null },
      { meetingId: unknown, state: 'unknown', reason: 'It broke.', sentAt: null, updateSentAt: null },
    ]);
    expect(Date.parse(briefings[0]?.sentAt ?? '')).toBe(Date.parse(briefings[0]?.startTime ?? '') - 7_200_000);
  });

  test('omits meetings that are internal, still scheduled or discovered too late', async () => {
    const { user, client } = await api.newUser();
    await seedOutcome(user.id, { startsInMinutes: 60, state: 'scheduled' });
    await seedMeeting(api.pool, { userId: user.id, startsInMinutes: -60, meetingType: 'internal' });
    const late = await seedOutcome(user.id, { startsInMinutes: -60, state: 'skipped', reason: 'Too late.' });
    await api.pool.query(sql.typeAlias('void')`update meetings set created_at = now() where id = ${late}`);
    expect((await client.data(listBriefings)).briefings).toEqual([]);
  });

  test('shows the latest rating and lists each wrong person once', async () => {
    const { user, client } = await api.newUser();
    const id = await seedOutcome(user.id, { startsInMinutes: -60, state: 'sent' });
    const briefingId = await seedBriefing(api.pool, { userId: user.id, meetingId: id });
    for (const [action, target] of [
      ['useful', null],
      ['wrong_person', 'ines@brightwater.test'],
      ['wrong_person', 'ines@brightwater.test'],
      ['not_useful', null],
    ] as const) {
      await api.pool.query(sql.typeAlias('void')`
        insert into briefing_feedback (briefing_id, action, target) values (${briefingId}, ${action}, ${target})
      `);
    }
    const { briefings } = await client.data(listBriefings);
    expect(briefings[0]?.feedback).toEqual({ isUseful: false, wrongPersons: ['ines@brightwater.test'] });
  });

  test("lists only the caller's briefings", async () => {
    const [{ user }, { client: stranger }] = [await api.newUser(), await api.newUser()];
    await seedOutcome(user.id, { startsInMinutes: -60, state: 'skipped', reason: 'You declined the meeting.' });
    expect((await stranger.data(listBriefings)).briefings).toEqual([]);
  });
});
