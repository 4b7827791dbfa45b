import { Client } from 'pg';
import { expect, test } from 'vitest';
import { listBriefings } from '#contract/briefings.ts';
import { listMeetings } from '#contract/meetings.ts';
import { listObjections, removeObjection } from '#contract/objections.ts';
import { listResearch } from '#contract/research.ts';
import { sql } from '#db/sql.ts';
import { openTestApi } from '#tests/support/api.ts';
import { seedMeeting, seedObjection, seedResearch } from '#tests/support/builders.ts';
import { readMetric } from '#tests/support/metrics.ts';

const api = await openTestApi();

const countReported = async () => {
  const { text } = await api.client().request('GET', '/metrics');
  return readMetric(text, 'foreword_rows_unreadable_total') ?? Number.NaN;
};

/** Stores a state that only a newer build knows. */
async function postpone(meetingId: string): Promise<void> {
  const owner = new Client({ connectionString: api.database.ownerUrl });
  await owner.connect();
  await owner.query('alter table meetings drop constraint if exists meetings_briefing_state_check');
  await owner.query("update meetings set briefing_state = 'postponed' where id = $1", [meetingId]);
  await owner.end();
}

test('attack 45: lists skip and report rows written by a newer build', async () => {
  const { user, client } = await api.newUser();
  const meetingIds: string[] = [];
  for (const startsInMinutes of [-180, -120, -60]) {
    const meetingId = await seedMeeting(api.pool, { userId: user.id, startsInMinutes, researchState: 'completed' });
    await seedResearch(api.pool, { userId: user.id, meetingId });
    meetingIds.push(meetingId);
  }
  await api.pool.query(sql.typeAlias('void')`
    update meetings set created_at = start_time - interval '1 day', briefing_state = 'skipped' where user_id = ${user.id}
  `);
  const [first = '', broken = '', last = ''] = meetingIds;
  await postpone(broken);
  await api.pool.query(sql.typeAlias('void')`
    update research_results set report = '{"guests": 1}' where meeting_id = ${broken}
  `);

  for (const list of [listMeetings, listBriefings, listResearch]) expect((await client.call(list)).status).toBe(200);
  const before = await countReported();
  expect((await client.data(listMeetings)).meetings.map(({ id }) => id)).toEqual([first, last]);
  expect((await client.data(listBriefings)).briefings.map(({ meetingId }) => meetingId)).toEqual([last, first]);
  expect((await client.data(listResearch)).research.map(({ meetingId }) => meetingId)).toEqual([last, first]);
  expect(await countReported()).toBe(before + 3);

  const paged: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: Record<string, string> = { limit: '1', ...(cursor === '' ? {} : { cursor }) };
    const page = await client.data(listMeetings, { query });
    paged.push(...page.meetings.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  expect(paged).toEqual([first, last]);
});

test('attack 45: an unreadable objection does not hide the others and can be removed', async () => {
  const { client } = await api.newUser({ role: 'admin' });
  await seedObjection(api.pool, api.encryption, { kind: 'address', listed: 'ines@brightwater.test' });
  await seedObjection(api.pool, api.encryption, { kind: 'domain', listed: 'northpeak.test' });
  const id = await api.pool.oneFirst(sql.typeAlias('id')`
    update objections set listed = 'v1.lost.eA.eA.eA' where kind = 'domain' returning id
  `);
  expect((await client.call(listObjections)).status).toBe(200);
  const before = await countReported();
  expect(await client.data(listObjections)).toMatchObject([{ email: 'ines@brightwater.test' }]);
  expect(await countReported()).toBe(before + 1);
  expect((await client.call(removeObjection, { params: { id } })).status).toBe(200);
});
