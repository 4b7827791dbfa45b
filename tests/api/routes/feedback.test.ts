import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { listMutedMeetings, unmuteMeeting } from '#contract/briefings.ts';
import { type FeedbackAction, getFeedbackLink, giveFeedback } from '#contract/feedback.ts';
import { getDomainBlacklist, removeBlacklistDomain } from '#contract/users.ts';
import { createToken, hashToken } from '#db/link-token.ts';
import { findMeetingPlan } from '#db/queries/meeting-plan.ts';
import { sql } from '#db/sql.ts';
import { NO_BRIEFING } from '#domain/briefable.ts';
import { openTestApi } from '#tests/support/api.ts';
import { seedBriefing, seedFeedbackLink } from '#tests/support/briefing-builders.ts';
import { listOutbox, seedCalendar, seedMeeting, seedUser, signIn } from '#tests/support/builders.ts';

const api = await openTestApi();

/** Seeds a briefed meeting of a series, with a feedback link from its email. */
async function seed(action: FeedbackAction, target: string | null = null) {
  const user = await seedUser(api.pool);
  const { calendarId } = await seedCalendar(api.pool, { userId: user.id, encryption: api.encryption });
  const inSeries = async (startsInMinutes: number, series: string | null = 'weekly') => {
    const id = await seedMeeting(api.pool, { userId: user.id, calendarId, startsInMinutes, title: 'Weekly call' });
    await api.pool.query(sql.typeAlias('void')`update meetings set series_id = ${series} where id = ${id}`);
    return id;
  };
  const meetingId = await inSeries(60);
  const briefingId = await seedBriefing(api.pool, { userId: user.id, meetingId });
  const token = await seedFeedbackLink(api.pool, briefingId, { action, ...(target !== null && { target }) });
  const plan = (id: string) => findMeetingPlan(api.pool, id);
  return { user, meetingId, briefingId, token, inSeries, plan };
}

const look = (token: string) => api.client().call(getFeedbackLink, { query: { token } });
const act = (token: unknown) => api.client().call(giveFeedback, { body: { token } });
const listFeedback = async (briefingId: string) =>
  await api.pool.any(sql.type(z.object({ action: z.string(), target: z.string().nullable() }))`
    select action, target from briefing_feedback where briefing_id = ${briefingId} order by id
  `);

describe('a feedback link', () => {
  test('shows its action without performing it, however often it is opened', async () => {
    const { token, briefingId } = await seed('wrong_person', 'ines@brightwater.test');
    for (let count = 0; count < 3; count += 1) {
      expect((await look(token)).body.data).toMatchObject({
        link: { action: 'wrong_person', target: 'ines@brightwater.test', meetingTitle: 'Weekly call' },
      });
    }
    expect(await listFeedback(briefingId)).toEqual([]);
  });

  test.each([
    ['useful', null, 'Thank you. Your answer is saved.'],
    ['not_useful', null, 'Thank you. Your answer is saved.'],
    ['wrong_person', 'ines@brightwater.test', 'Thank you. You reported the wrong person for ines@brightwater.test.'],
  ] as const)('stores %s without signalling a workflow', async (action, target, message) => {
    const { user, token, briefingId } = await seed(action, target);
    const answer = await act(token);
    expect([answer.status, answer.body.message]).toEqual([200, message]);
    expect(await listFeedback(briefingId)).toEqual([{ action, target }]);
    expect(await listOutbox(api.pool, user.id)).toEqual([]);
  });

  test('blacklists a domain with the same effect as in Settings', async () => {
    const { user, token, briefingId } = await seed('mute_domain', 'brightwater.test');
    expect((await act(token)).body.message).toBe(
      'Guests from brightwater.test now count as internal. You can undo this in Settings.',
    );
    const client = await signIn(api.client(), user);
    expect((await client.data(getDomainBlacklist)).excludedDomains).toEqual(['brightwater.test']);
    const sync = { workflow: 'calendar-sync', userId: user.id, provider: 'google', signal: 'sync' };
    expect(await listOutbox(api.pool, user.id)).toEqual([sync]);
    expect(await listFeedback(briefingId)).toEqual([{ action: 'mute_domain', target: 'brightwater.test' }]);
  });

  test('mutes upcoming meetings of the series, including ones added later, and no others', async () => {
    const { user, meetingId, token, inSeries, plan } = await seed('mute_series');
    const next = await inSeries(7 * 24 * 60);
    const other = await inSeries(120, 'another');
    const past = await inSeries(-60);
    expect((await act(token)).status).toBe(200);
    const told = (await listOutbox(api.pool, user.id)).map(
      (message) => z.object({ meetingId: z.uuid() }).parse(message).meetingId,
    );
    expect(told.toSorted()).toEqual([meetingId, next].toSorted());
    expect(await plan(next)).toMatchObject({ isMuted: true, version: 2 });
    expect(await plan(other)).toMatchObject({ isMuted: false, version: 1 });
    expect(await plan(past)).toMatchObject({ version: 1 });
    expect(await plan(await inSeries(14 * 24 * 60))).toMatchObject({ isMuted: true });
  });

  test('mutes a single meeting', async () => {
    const { user, meetingId, token, inSeries, plan } = await seed('mute_meeting');
    const next = await inSeries(7 * 24 * 60);
    expect((await act(token)).body.message).toBe('You won’t get any more emails about this meeting.');
    expect(await listOutbox(api.pool, user.id)).toEqual([
      { workflow: 'meeting', userId: user.id, meetingId, version: 2 },
    ]);
    expect(await plan(meetingId)).toMatchObject({ isMuted: true });
    expect(await plan(next)).toMatchObject({ isMuted: false });
  });

  test('mutes a series until the user unmutes it, then resumes its briefings and research', async () => {
    const { user, token, inSeries, plan } = await seed('mute_series');
    const next = await inSeries(7 * 24 * 60);
    await act(token);
    // The meeting's workflow stores this when it ends.
    await api.pool.query(sql.typeAlias('void')`
      update meetings set briefing_state = 'skipped', briefing_reason = ${NO_BRIEFING.muted} where id = ${next}
    `);
    const client = await signIn(api.client(), user);
    const { muted, nextCursor } = await client.data(listMutedMeetings);
    expect(muted).toMatchObject([{ scope: 'series', title: 'Weekly call' }]);
    expect(nextCursor).toBeNull();
    const params = { id: muted[0]?.id ?? '' };
    const { client: stranger } = await api.newUser();
    expect((await stranger.call(unmuteMeeting, { params })).status).toBe(404);
    expect((await stranger.data(listMutedMeetings)).muted).toEqual([]);

    await client.data(unmuteMeeting, { params });
    expect((await client.call(unmuteMeeting, { params })).status).toBe(404);
    expect(await plan(next)).toMatchObject({ isMuted: false, version: 3, researchState: 'pending' });
    expect(await listOutbox(api.pool, user.id)).toContainEqual({
      workflow: 'meeting',
      userId: user.id,
      meetingId: next,
      version: 3,
    });
  });

  test.each(['useful', 'mute_series'] as const)('applies %s once under 40 concurrent clicks', async (action) => {
    const { briefingId, token } = await seed(action);
    const answers = await Promise.all(Array.from({ length: 40 }, () => act(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(39);
    expect(await listFeedback(briefingId)).toHaveLength(1);
  });

  test('reports the saved answer on a second click and changes nothing', async () => {
    const { user, token, briefingId } = await seed('mute_domain', 'brightwater.test');
    expect((await look(token)).body.data).toMatchObject({ link: { usedAt: null } });
    await act(token);
    const client = await signIn(api.client(), user);
    await client.data(removeBlacklistDomain, { params: { domain: 'brightwater.test' } });
    const again = await act(token);
    expect([again.status, again.body.message]).toEqual([
      400,
      'You have already answered, and your answer is saved. Nothing changed.',
    ]);
    expect((await client.data(getDomainBlacklist)).excludedDomains).toEqual([]);
    expect((await look(token)).body.data).toMatchObject({
      link: { action: 'mute_domain', usedAt: expect.stringMatching(/Z$/) },
    });
    expect(await listFeedback(briefingId)).toHaveLength(1);
  });

  test('returns the same response if expired, unknown or for a closed account', async () => {
    const [expired, closed] = [await seed('useful'), await seed('useful')];
    await api.pool.query(sql.typeAlias('void')`
      update feedback_links set expires_at = now() where briefing_id = ${expired.briefingId}
    `);
    await api.pool.query(sql.typeAlias('void')`update users set disabled_at = now() where id = ${closed.user.id}`);
    const dead = [expired.token, closed.token, createToken(), '', '\0\uD800'];
    const looks = await Promise.all(dead.map(look));
    const acts = await Promise.all(dead.map(act));
    const seen = new Set([...looks, ...acts].map(({ status, text }) => `${status} ${text}`));
    expect([...seen]).toEqual([expect.stringMatching(/^400 .*This link has expired or is incomplete\./)]);
    expect(await listFeedback(expired.briefingId)).toEqual([]);
  });

  test('is stored as a hash', async () => {
    const { briefingId, token } = await seed('useful');
    const row = await api.pool.one(sql.type(z.object({ row: z.string(), hash: z.string() }))`
      select feedback_links::text as row, encode(token_hash, 'hex') as hash from feedback_links where briefing_id = ${briefingId}
    `);
    expect(row.row).not.toContain(token);
    expect(row.hash).toBe(hashToken(token).toString('hex'));
  });
});
