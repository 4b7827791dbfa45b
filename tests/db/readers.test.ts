import { expect, test } from 'vitest';
import { getReader } from '#db/queries/readers.ts';
import { getTotalDailyCost } from '#db/queries/unfinished-research.ts';
import { sql } from '#db/sql.ts';
import { seedMeeting, seedResearch, seedUser } from '#tests/support/builders.ts';
import { ageDailyTotal, readDailyCost } from '#tests/support/daily-cost.ts';
import { openTestPool } from '#tests/support/test-pool.ts';

const pool = await openTestPool({ maxConnections: 2 });

test('getReader returns only a name and a language for a user without a profile', async () => {
  const user = await seedUser(pool);
  const meetingId = await seedMeeting(pool, { userId: user.id });
  expect(await getReader(pool, meetingId)).toEqual({
    reader: { name: expect.stringMatching(/\S/), jobTitle: null, offering: null, meetingGoal: null, goal: null },
    language: 'en',
    history: [],
  });
});

test('getReader returns the profile, the goal and past meetings with the same guests', async () => {
  const user = await seedUser(pool);
  await pool.query(sql.typeAlias('void')`
    update users set job_title = 'Head of Sales', offering = 'Sensors', meeting_goal = 'Renewals', briefing_language = 'de'
    where id = ${user.id}
  `);
  const meetingId = await seedMeeting(pool, { userId: user.id });
  const earlier = await seedMeeting(pool, { userId: user.id, title: 'Kick-off', startsInMinutes: -5_000 });
  await seedMeeting(pool, { userId: user.id, startsInMinutes: -4_000, attendees: [{ email: 'bo@other.test' }] });
  await pool.query(sql.typeAlias('void')`update meetings set goal = 'Sign' where id = ${meetingId}`);
  await pool.query(sql.typeAlias('void')`update meetings set outcome = 'They want a pilot.' where id = ${earlier}`);
  const { reader, language, history } = await getReader(pool, meetingId);
  expect(reader).toMatchObject({
    jobTitle: 'Head of Sales',
    offering: 'Sensors',
    meetingGoal: 'Renewals',
    goal: 'Sign',
  });
  expect(language).toBe('de');
  expect(history).toEqual([
    {
      date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      text: 'Kick-off, with ines@brightwater.test. What came of it: They want a pilot.',
      guests: ['ines@brightwater.test'],
    },
  ]);
});

test('getReader follows the user’s script for the name and time zone for dates', async () => {
  const user = await seedUser(pool);
  await pool.query(sql.typeAlias('void')`
    update users set first_name = '太郎', last_name = '山田', timezone = 'Asia/Tokyo' where id = ${user.id}
  `);
  const meetingId = await seedMeeting(pool, { userId: user.id });
  const earlier = await seedMeeting(pool, { userId: user.id, startsInMinutes: -5_000 });
  // 08:30 in Tokyo, the evening before in UTC.
  await pool.query(sql.typeAlias('void')`
    update meetings set start_time = '2026-03-02T23:30:00Z', end_time = '2026-03-03T00:00:00Z' where id = ${earlier}
  `);
  const { reader, history } = await getReader(pool, meetingId);
  expect(reader.name).toBe('山田 太郎');
  expect(history.map(({ date }) => date)).toEqual(['2026-03-03']);
});

test('the daily cost covers the last 24 hours, including unfinished research', async () => {
  const [one, other] = [await seedUser(pool), await seedUser(pool)];
  const meetings = [one, other].map((user) => seedMeeting(pool, { userId: user.id }));
  const [own = '', foreign = ''] = await Promise.all(meetings);
  const before = await readDailyCost(pool, one.id);
  expect(before).toEqual({ userUsd: 0, totalUsd: 0 });
  await seedResearch(pool, { userId: one.id, meetingId: own });
  await seedResearch(pool, { userId: other.id, meetingId: foreign });
  await pool.query(sql.typeAlias('void')`
    insert into unfinished_research (execution, meeting_id, user_id, input_tokens, output_tokens, searches, cost_usd, created_at)
    values ('run:1', ${own}, ${one.id}, 1, 1, 0, 0.5, now()), ('run:2', ${own}, ${one.id}, 1, 1, 0, 9, now() - interval '25 hours'),
      ('run:3', ${own}, ${one.id}, 1, 1, 0, null, now())
  `);
  const { userUsd, totalUsd } = await readDailyCost(pool, one.id);
  expect(userUsd).toBeCloseTo(0.54);
  expect(totalUsd).toBeCloseTo(0.58);
});

test('the daily total is reused for a minute, then up to date for all concurrent readers', async () => {
  const { id: userId } = await seedUser(pool);
  const { totalUsd: before } = await readDailyCost(pool, userId);
  await pool.query(sql.typeAlias('void')`
    insert into offering_suggestions (user_id, domain, cost_usd) values (${userId}, 'tidewell.test', 0.25)
  `);
  expect(await getTotalDailyCost(pool)).toBe(before);
  await ageDailyTotal(pool);
  const totals = await Promise.all([1, 2, 3].map(() => getTotalDailyCost(pool)));
  for (const total of totals) expect(total).toBeCloseTo(before + 0.25);
});

test('attack 49: deleting a meeting, suggestion or account keeps its cost in the daily total', async () => {
  const user = await seedUser(pool);
  const meetings = await Promise.all([1, 2].map(() => seedMeeting(pool, { userId: user.id })));
  const [first = ''] = meetings;
  for (const meetingId of meetings) await seedResearch(pool, { userId: user.id, meetingId });
  await pool.query(sql.typeAlias('void')`
    insert into unfinished_research (execution, meeting_id, user_id, input_tokens, output_tokens, searches, cost_usd)
    values ('run:4', ${first}, ${user.id}, 1, 1, 0, 0.5)
  `);
  await pool.query(sql.typeAlias('void')`
    insert into offering_suggestions (user_id, domain, cost_usd) values (${user.id}, 'harborline.test', 0.25)
  `);
  const before = await readDailyCost(pool, user.id);
  expect(before.userUsd).toBeGreaterThan(0.75);
  await pool.query(sql.typeAlias('void')`delete from meetings where id = ${first}`);
  await pool.query(sql.typeAlias('void')`delete from offering_suggestions where user_id = ${user.id}`);
  expect((await readDailyCost(pool, user.id)).userUsd).toBeCloseTo(before.userUsd);
  await pool.query(sql.typeAlias('void')`delete from users where id = ${user.id}`);
  const after = await readDailyCost(pool, user.id);
  expect(after.totalUsd).toBeCloseTo(before.totalUsd);
  expect(after.userUsd).toBe(0);
});
