import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { exportAccount } from '#contract/account.ts';
import { getFeedbackFigures } from '#contract/admin.ts';
import { type FeedbackAction, getFeedbackReasons, giveFeedback, giveFeedbackReason } from '#contract/feedback.ts';
import { getMeetingResearch, listResearch } from '#contract/research.ts';
import { createToken } from '#db/link-token.ts';
import { findMeetingPlan } from '#db/queries/meeting-plan.ts';
import { listPersonAnswers } from '#db/queries/person-answers.ts';
import { findLatestResearch } from '#db/queries/research-results.ts';
import { readRedactedResearch } from '#db/redacted-research/redact-research.ts';
import { sql } from '#db/sql.ts';
import { openTestApi } from '#tests/support/api.ts';
import { seedBriefing, seedFeedbackLink } from '#tests/support/briefing-builders.ts';
import { listOutbox, type SeededUser, seedMeeting, seedResearch, seedUser, signIn } from '#tests/support/builders.ts';

const OFFICE = 'Brightwater opened an office in Gothenburg on 18 October 2026.';
const INES = 'ines@brightwater.test';

const api = await openTestApi();

async function seedResearched(user: SeededUser, guest = INES): Promise<string> {
  const meetingId = await seedMeeting(api.pool, {
    userId: user.id,
    attendees: [{ email: guest }],
    title: 'Secret talk',
  });
  await seedResearch(api.pool, { userId: user.id, meetingId });
  return meetingId;
}

/** Seeds a sent briefing and one of its feedback links. */
async function seed({ action = 'not_useful', user }: { action?: FeedbackAction; user?: SeededUser } = {}) {
  const reader = user ?? (await seedUser(api.pool));
  const meetingId = await seedResearched(reader);
  const research = await findLatestResearch(api.pool, meetingId);
  const sentAt = new Date().toISOString();
  const briefing = { userId: reader.id, meetingId, researchId: research?.id ?? null, sentAt };
  const briefingId = await seedBriefing(api.pool, briefing);
  const token = await seedFeedbackLink(api.pool, briefingId, { action });
  return { user: reader, meetingId, briefingId, token };
}

const press = (token: string) => api.client().call(giveFeedback, { body: { token } });
const ask = (token: string) => api.client().call(getFeedbackReasons, { query: { token } });
const say = (body: Record<string, unknown>) => api.client().call(giveFeedbackReason, { body });
const told = (meetingId: string) =>
  api.pool.transaction((transaction) => readRedactedResearch(transaction, api.encryption, meetingId));

describe('the reason a briefing was not useful', () => {
  test('is asked for after "No", with a choice of guests and facts; the last answer counts', async () => {
    const { token, user } = await seed();
    expect([(await ask(token)).status, (await say({ token, reason: 'too_long' })).status]).toEqual([400, 400]);
    await press(token);
    const { reason, guests, facts } = await api.client().data(getFeedbackReasons, { query: { token } });
    expect({ reason, guests }).toEqual({ reason: null, guests: [{ email: INES, name: 'Ines Duarte' }] });
    expect(facts).toEqual([
      { text: OFFICE, about: null },
      { text: 'VP Operations', about: 'Ines Duarte' },
    ]);
    for (const given of ['too_long', 'nothing_new', 'nothing_new'] as const) {
      const answer = await say({ token, reason: given });
      expect([answer.status, answer.body.message]).toEqual([200, 'Thank you. Your answer is saved.']);
    }
    expect((await ask(token)).body.data).toMatchObject({ reason: 'nothing_new' });
    const client = await signIn(api.client(), user);
    const { mails } = await client.data(exportAccount);
    expect(mails.flatMap(({ briefing }) => briefing?.feedback ?? [])).toMatchObject([
      { action: 'not_useful', reason: 'nothing_new' },
    ]);
  });

  test('can cite only guests and facts the email included', async () => {
    const { token, briefingId } = await seed();
    await press(token);
    const facts = [{ text: OFFICE, about: null, urls: ['https://brightwater.test/news'] }];
    await api.pool.query(sql.typeAlias('void')`
      update briefings set told = ${sql.jsonb({ guests: [], facts })} where id = ${briefingId}
    `);
    const offered = await api.client().data(getFeedbackReasons, { query: { token } });
    expect(offered).toEqual({ reason: null, guests: [], facts: [{ text: OFFICE, about: null }] });
    expect((await say({ token, reason: 'wrong_fact', fact: 'VP Operations' })).status).toBe(400);
    expect((await say({ token, reason: 'wrong_person', guest: INES })).status).toBe(400);
    expect((await say({ token, reason: 'wrong_fact', fact: OFFICE })).status).toBe(200);
  });

  test.each(['useful', 'wrong_person', 'mute_meeting'] as const)(
    'cannot be given through a %s link',
    async (action) => {
      const { token } = await seed({ action });
      await press(token);
      expect((await ask(token)).status).toBe(400);
      expect((await say({ token, reason: 'too_long' })).status).toBe(400);
    },
  );

  test('cannot be given through an expired or unknown link or for a closed account', async () => {
    const [expired, closed] = [await seed(), await seed()];
    await press(expired.token);
    await press(closed.token);
    await api.pool.query(sql.typeAlias('void')`
      update feedback_links set expires_at = now() where briefing_id = ${expired.briefingId}
    `);
    await api.pool.query(sql.typeAlias('void')`update users set disabled_at = now() where id = ${closed.user.id}`);
    for (const token of [expired.token, closed.token, createToken(), '']) {
      expect((await ask(token)).status).toBe(400);
      expect((await say({ token, reason: 'too_long' })).status).toBe(400);
    }
  });

  test("can be a wrong person, recorded once and with the same effect as the email's link", async () => {
    const { token, user, meetingId, briefingId } = await seed();
    await press(token);
    expect((await say({ token, reason: 'wrong_person' })).body.message).toBe(
      'Please choose a guest from the briefing.',
    );
    expect((await say({ token, reason: 'wrong_person', guest: 'other@brightwater.test' })).status).toBe(400);
    for (const _ of [1, 2]) {
      const { message } = (await say({ token, reason: 'wrong_person', guest: INES })).body;
      expect(message).toContain('Future briefings will leave out');
    }
    expect(await listPersonAnswers(api.pool, { userId: user.id, meetingId })).toMatchObject([
      { email: INES, rejectedUrls: ['https://brightwater.test/news/gothenburg'] },
    ]);
    const actions = await api.pool.anyFirst(sql.type(z.object({ action: z.string() }))`
      select action from briefing_feedback where briefing_id = ${briefingId} order by id
    `);
    expect(actions).toEqual(['not_useful', 'wrong_person']);
  });

  test('can be a wrong person without choosing a guest if the briefing has none', async () => {
    const user = await seedUser(api.pool);
    const meetingId = await seedMeeting(api.pool, { userId: user.id });
    const briefingId = await seedBriefing(api.pool, { userId: user.id, meetingId, researchId: null });
    const token = await seedFeedbackLink(api.pool, briefingId, { action: 'not_useful' });
    await press(token);
    expect((await say({ token, reason: 'wrong_person' })).body.message).toBe('Thank you. Your answer is saved.');
  });

  test("can be a wrong fact, dropped from the reader's briefings with its page marked", async () => {
    const { token, user, meetingId } = await seed();
    const next = await seedResearched(user, 'ola@brightwater.test');
    const stranger = await seedUser(api.pool);
    const others = await seedResearched(stranger);
    await api.pool.query(
      sql.typeAlias('void')`update meetings set briefing_state = 'scheduled' where id in (${next}, ${others})`,
    );
    const versionOf = async (id: string) => (await findMeetingPlan(api.pool, id))?.version;
    await press(token);
    expect((await say({ token, reason: 'wrong_fact', fact: 'Something else.' })).body.message).toBe(
      'Please choose a statement from the briefing.',
    );
    for (const _ of [1, 2]) expect((await say({ token, reason: 'wrong_fact', fact: OFFICE })).status).toBe(200);
    // Only the next meeting's research becomes stale, and its workflow is signalled once.
    const woken = await listOutbox(api.pool, next);
    expect(woken).toEqual([{ workflow: 'meeting', userId: user.id, meetingId: next, version: 2 }]);
    expect((await findMeetingPlan(api.pool, next))?.researchFreshUntil?.getTime()).toBe(0);
    expect([await versionOf(next), await versionOf(meetingId), await versionOf(others)]).toEqual([2, 1, 1]);

    for (const id of [meetingId, next]) {
      const report = (await told(id))?.report;
      expect(JSON.stringify({ ...report, sources: [], questions: [] })).not.toContain('Gothenburg');
      expect(report?.sources).toMatchObject([{ hasWrongFact: true }]);
      const client = await signIn(api.client(), user);
      const { results } = await client.data(getMeetingResearch, { params: { id } });
      expect(results[0]?.companies).toEqual([]);
      expect(results[0]?.guests).toMatchObject([{ role: 'VP Operations [1]', facts: [] }]);
    }
    const foreign = (await told(others))?.report;
    expect([foreign?.summary, foreign?.sources[0]]).toEqual([
      `${OFFICE} [1]`,
      { title: 'Gothenburg', url: 'https://brightwater.test/news/gothenburg' },
    ]);
    const client = await signIn(api.client(), user);
    const { research } = await client.data(listResearch);
    expect(research.map(({ summary }) => summary)).toEqual(['', '']);
    expect((await client.data(exportAccount)).wrongFacts).toMatchObject([{ meetingId, statement: OFFICE }]);
  });
});

test('operators see feedback counts and the worst briefings without personal data', async () => {
  const { client: admin } = await api.newUser({ role: 'admin' });
  const before = await admin.data(getFeedbackFigures);
  const [poor, good] = [await seed(), await seed({ action: 'useful' })];
  await press(good.token);
  await press(poor.token);
  await say({ token: poor.token, reason: 'too_long' });
  await say({ token: poor.token, reason: 'wrong_fact', fact: OFFICE });
  await seed();
  const answer = await admin.call(getFeedbackFigures);
  const figures = await admin.data(getFeedbackFigures);
  expect(figures).toMatchObject({
    briefings: before.briefings + 3,
    useful: before.useful + 1,
    notUseful: before.notUseful + 1,
    wrongFacts: before.wrongFacts + 1,
  });
  expect(figures.worst.find(({ id }) => id === poor.briefingId)).toMatchObject({
    reason: 'wrong_fact',
    wrongFacts: 1,
    research: { qualityScore: 82, guests: 1, guestsKnown: 1, facts: 2, sources: 1 },
  });
  expect(answer.text).not.toMatch(/Secret talk|Ines|Gothenburg|brightwater|harborline|@/i);

  const metrics = await (await fetch(`${api.url}/metrics`)).text();
  expect(metrics).toMatch(/^foreword_briefings_feedback\{.*answer="useful".*\} [1-9]/m);
  expect(metrics).toMatch(/^foreword_briefings_not_useful\{.*reason="wrong_fact".*\} [1-9]/m);
});
