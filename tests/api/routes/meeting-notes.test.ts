import { describe, expect, test } from 'vitest';
import { getMeetingBriefing } from '#contract/briefings.ts';
import { getMeeting, setMeetingNotes } from '#contract/meetings.ts';
import { findMeetingPlan } from '#db/queries/meeting-plan.ts';
import { getReader } from '#db/queries/readers.ts';
import { sql } from '#db/sql.ts';
import { NO_BRIEFING } from '#domain/briefable.ts';
import { openTestApi } from '#tests/support/api.ts';
import { listOutbox, seedMeeting, seedResearch } from '#tests/support/builders.ts';

const api = await openTestApi();

const ines = { email: 'ines@brightwater.test', name: 'Ines Moreau' };

async function seed(meeting: Omit<Parameters<typeof seedMeeting>[1], 'userId'> = {}) {
  const { user, client } = await api.newUser();
  const id = await seedMeeting(api.pool, { userId: user.id, attendees: [ines], ...meeting });
  const note = (body: unknown) => client.call(setMeetingNotes, { params: { id }, body });
  const read = async () => (await client.data(getMeeting, { params: { id } })).meeting;
  const told = async () => await listOutbox(api.pool, id);
  return { user, client, id, note, read, told };
}

async function schedule(id: string): Promise<void> {
  await api.pool.query(sql.typeAlias('void')`
    update meetings set briefing_state = 'scheduled', briefing_due_at = start_time - interval '2 hours' where id = ${id}
  `);
}

describe('PUT /meetings/:id/notes', () => {
  test('stores each note separately and clears it with null or an empty string', async () => {
    const { note, read } = await seed();
    expect((await note({ goal: '  Agree on who signs. ' })).status).toBe(200);
    expect((await note({ outcome: 'They sign in May.' })).status).toBe(200);
    expect(await read()).toMatchObject({ goal: 'Agree on who signs.', outcome: 'They sign in May.' });
    await note({ goal: '', outcome: null });
    expect(await read()).toMatchObject({ goal: null, outcome: null });
  });

  test('marks the outcome as asked for once it is provided or declined', async () => {
    const [answered, declined] = [await seed(), await seed()];
    await answered.note({ goal: 'Agree on who signs.' });
    expect(await answered.read()).toMatchObject({ isOutcomeAsked: false });
    await answered.note({ outcome: 'They sign in May.' });
    await declined.note({ outcome: null });
    expect(await answered.read()).toMatchObject({ isOutcomeAsked: true });
    expect(await declined.read()).toMatchObject({ isOutcomeAsked: true, outcome: null });
  });

  test.each([sql.fragment`user_response = 'declined'`, sql.fragment`visibility = 'private'`])(
    'does not ask for the outcome of declined or private meetings',
    async (change) => {
      const { id, read } = await seed({ startsInMinutes: -2000 });
      expect(await read()).toMatchObject({ isOutcomeAsked: false });
      await api.pool.query(sql.typeAlias('void')`update meetings set ${change} where id = ${id}`);
      expect(await read()).toMatchObject({ isOutcomeAsked: true });
    },
  );

  test("passes the goal to the briefing and the outcome to the guest's next meeting", async () => {
    const { user, client, id, note } = await seed({ startsInMinutes: -2000 });
    await note({ outcome: 'They want a pilot.' });
    const next = await seedMeeting(api.pool, { userId: user.id, attendees: [ines], startsInMinutes: 300 });
    await client.data(setMeetingNotes, { params: { id: next }, body: { goal: 'Settle the pilot.' } });
    const { reader, history } = await getReader(api.pool, next);
    expect(reader.goal).toBe('Settle the pilot.');
    expect(history.map(({ text }) => text)).toEqual([expect.stringContaining('What came of it: They want a pilot.')]);
    const { briefing } = await client.data(getMeetingBriefing, { params: { id: next } });
    expect(briefing.previous).toMatchObject({ meetingId: id, outcome: 'They want a pilot.' });
  });

  test('marks research as stale when the goal changes, signalling the workflow once', async () => {
    const { user, id, note, told } = await seed({ researchState: 'completed', startsInMinutes: 600 });
    await seedResearch(api.pool, { userId: user.id, meetingId: id });
    await schedule(id);
    const staleBy = async () => (await findMeetingPlan(api.pool, id))?.researchFreshUntil ?? null;
    const before = await staleBy();
    await note({ outcome: 'nothing yet' });
    expect([await staleBy(), await told()]).toEqual([before, []]);
    for (let times = 0; times < 2; times += 1) await note({ goal: 'Agree on who signs.' });
    expect((await staleBy())?.getTime()).toBeLessThanOrEqual(Date.now());
    expect(await told()).toHaveLength(1);
  });

  test.each([
    ['was sent', sql.fragment`briefing_state = 'sent'`],
    ['is paused', sql.fragment`briefing_state = 'skipped', briefing_reason = ${NO_BRIEFING.paused}`],
  ])('immediately repeats research for a new goal if the briefing %s, up to a dozen runs', async (_state, state) => {
    const { user, id, note, read, told } = await seed({ researchState: 'completed', startsInMinutes: 60 });
    await seedResearch(api.pool, { userId: user.id, meetingId: id });
    const set = (change: ReturnType<typeof sql.fragment>) =>
      api.pool.query(sql.typeAlias('void')`update meetings set ${change} where id = ${id}`);
    await set(state);
    await note({ outcome: 'nothing yet' });
    expect([(await read()).researchState, await told()]).toEqual(['completed', []]);
    for (let times = 0; times < 2; times += 1) await note({ goal: 'Agree on who signs.' });
    // The existing research stays readable until the new run ends.
    expect(await read()).toMatchObject({ researchState: 'pending', isResearchCompleted: true });
    expect(await told()).toHaveLength(1);

    await set(sql.fragment`research_state = 'completed'`);
    await api.pool.query(sql.typeAlias('void')`
      insert into research_results (meeting_id, user_id, meeting_version, request, quality_score, confidence, report, raw_response,
        input_tokens, output_tokens, searches)
      select meeting_id, user_id, run, request, quality_score, confidence, report, raw_response, 1, 1, 1
      from research_results, generate_series(2, 12) as run where meeting_id = ${id}
    `);
    await note({ goal: 'Agree on a date.' });
    expect(await read()).toMatchObject({ researchState: 'completed', goal: 'Agree on a date.' });
  });

  test('does not start research for a goal set minutes before a briefed meeting', async () => {
    const { user, id, note, read, told } = await seed({ researchState: 'completed', startsInMinutes: 9 });
    await seedResearch(api.pool, { userId: user.id, meetingId: id });
    await api.pool.query(sql.typeAlias('void')`update meetings set briefing_state = 'sent' where id = ${id}`);
    await note({ goal: 'Agree on who signs.' });
    expect(await read()).toMatchObject({ researchState: 'completed', goal: 'Agree on who signs.' });
    expect(await told()).toEqual([]);
  });

  test('does not signal the workflow before there is research', async () => {
    const { id, note, told } = await seed({ startsInMinutes: 600 });
    await schedule(id);
    await note({ goal: 'Agree on who signs.' });
    expect(await told()).toEqual([]);
  });

  test.each([
    ['an empty body', {}],
    ['a two-line goal', { goal: 'Win\nthem' }],
  ])('refuses %s and keeps the stored notes', async (_name, body) => {
    const { note, read } = await seed();
    await note({ goal: 'Agree on who signs.' });
    expect((await note(body)).status).toBe(400);
    expect((await read()).goal).toBe('Agree on who signs.');
  });
});
