import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { giveFeedback } from '#contract/feedback.ts';
import type { ResearchState } from '#contract/meetings.ts';
import { answerDisambiguation, getMeetingResearch, listResearch } from '#contract/research.ts';
import { listPersonAnswers } from '#db/queries/person-answers.ts';
import { findLatestResearch, insertResearchResult, markResearchCompleted } from '#db/queries/research-results.ts';
import { readRedactedResearch } from '#db/redacted-research/redact-research.ts';
import { sql } from '#db/sql.ts';
import { openTestApi } from '#tests/support/api.ts';
import { seedBriefing, seedFeedbackLink } from '#tests/support/briefing-builders.ts';
import { listOutbox, seedMeeting, seedResearch, seedUser, signIn } from '#tests/support/builders.ts';
import { usageOf } from '#tests/support/research-models.ts';

const api = await openTestApi();

const EMAIL = 'ines@brightwater.test';
const FINANCE = 'https://northpeak.test/team/ines';
const PARTNERS = 'https://lumenfield.test/team/ines';

async function seedAskedMeeting(userId: string, startsInMinutes: number): Promise<string> {
  const meetingId = await seedMeeting(api.pool, { userId, researchState: 'pending', startsInMinutes });
  await seedResearch(api.pool, { userId, meetingId });
  await setState(meetingId, 'completed');
  await offer(meetingId, [FINANCE, PARTNERS]);
  return meetingId;
}

const setState = (meetingId: string, state: ResearchState) =>
  api.pool.query(sql.typeAlias('void')`update meetings set research_state = ${state} where id = ${meetingId}`);

/** Starts research with the user's current answers; the returned function completes it. */
async function beginResearch(userId: string, meetingId: string): Promise<() => Promise<void>> {
  const { report } = (await findLatestResearch(api.pool, meetingId)) ?? {};
  if (!report) throw new Error('the meeting has no report yet');
  await setState(meetingId, 'running');
  const { version } = await api.pool.one(sql.type(z.object({ version: z.number() }))`
    select version from meetings where id = ${meetingId}
  `);
  const answers = await listPersonAnswers(api.pool, { userId, meetingId });
  const run = { userId, meetingId, version, request: 0 };
  const usage = usageOf({ inputTokens: 1, outputTokens: 1, searches: 1 });
  return () =>
    api.pool.transaction(async (transaction) => {
      const made = { report, qualityScore: 82, confidence: 74, rawResponse: '{}', oldestAt: null, answers, usage };
      await insertResearchResult(transaction, run, made);
      await markResearchCompleted(transaction, run);
    });
}

async function research(userId: string, meetingId: string): Promise<void> {
  const finish = await beginResearch(userId, meetingId);
  await finish();
}

/** Sets the candidates that the meeting's reports offer for its guest. */
async function offer(meetingId: string, urls: readonly string[]): Promise<void> {
  const candidates = urls.map((url) => ({ title: 'Ines', url, excerpt: '' }));
  await api.pool.query(sql.typeAlias('void')`
    update research_results set report = jsonb_set(report, '{guests,0,candidates}', ${sql.jsonb(candidates)})
    where meeting_id = ${meetingId}
  `);
}

/** Seeds a researched meeting, upcoming by default, with a guest who could be either of two people. */
async function seedQuestion(startsInMinutes = 120) {
  const user = await seedUser(api.pool);
  const meetingId = await seedAskedMeeting(user.id, startsInMinutes);
  const client = await signIn(api.client(), user);
  const answer = (url: string | null, email = EMAIL) =>
    client.call(answerDisambiguation, { body: { meetingId, email, url } });
  const answers = async () => (await client.data(getMeetingResearch, { params: { id: meetingId } })).answers;
  const told = async () => await listOutbox(api.pool, meetingId);
  /** Reports a wrong person through the link of a new briefing. */
  const reject = async (of = meetingId) => {
    const link = await sendBriefing(user.id, of);
    await client.data(giveFeedback, { body: { token: link } });
  };
  return { user, meetingId, client, answer, answers, told, reject };
}

/** Seeds a briefing of the meeting's newest research. Returns the token of its "wrong person" link. */
async function sendBriefing(userId: string, meetingId: string): Promise<string> {
  const briefingId = await seedBriefing(api.pool, { userId, meetingId, researchId: await newest(meetingId) });
  return await seedFeedbackLink(api.pool, briefingId, { action: 'wrong_person', target: EMAIL });
}

describe('POST /research/disambiguation', () => {
  test('stores the answer and repeats research once', async () => {
    const { user, meetingId, answer, answers, told } = await seedQuestion();
    expect(await answers()).toEqual([]);
    expect((await answer(PARTNERS)).body).toMatchObject({ data: { researchState: 'pending' } });
    expect(await answers()).toEqual([{ email: EMAIL, url: PARTNERS }]);
    expect(await told()).toEqual([{ workflow: 'meeting', userId: user.id, meetingId, version: 2 }]);
    expect(await listPersonAnswers(api.pool, { userId: user.id, meetingId })).toEqual([
      { email: EMAIL, chosenUrl: PARTNERS, rejectedUrls: [FINANCE] },
    ]);

    // Research that has not started yet uses the latest answer.
    await answer(FINANCE);
    expect(await answers()).toEqual([{ email: EMAIL, url: FINANCE }]);
    expect(await listPersonAnswers(api.pool, { userId: user.id, meetingId })).toMatchObject([
      { rejectedUrls: [PARTNERS] },
    ]);
    expect(await told()).toHaveLength(1);
  });

  test('stores "none of them" without repeating research', async () => {
    const { answer, answers, told } = await seedQuestion();
    expect((await answer(null)).body).toMatchObject({ data: { researchState: 'completed' } });
    expect(await answers()).toEqual([{ email: EMAIL, url: null }]);
    expect(await told()).toEqual([]);
  });

  test('repeats research for a page chosen after "none of them"', async () => {
    const { answer, told } = await seedQuestion();
    await answer(null);
    expect((await answer(PARTNERS)).body).toMatchObject({ data: { researchState: 'pending' } });
    expect(await told()).toHaveLength(1);
  });

  test("repeats research only for the user's upcoming, unmuted meetings with the same question", async () => {
    const { user, meetingId, answer } = await seedQuestion();
    const second = await seedAskedMeeting(user.id, 600);
    const [over, certain, muted] = [
      await seedAskedMeeting(user.id, -600),
      await seedAskedMeeting(user.id, 700),
      await seedAskedMeeting(user.id, 800),
    ];
    await offer(certain, []);
    await api.pool.query(sql.typeAlias('void')`
      insert into muted_meetings (user_id, meeting_id) values (${user.id}, ${muted})
    `);
    const strangers = await seedAskedMeeting((await seedUser(api.pool)).id, 600);
    await answer(PARTNERS);
    const states = await Promise.all([meetingId, second, over, certain, muted, strangers].map(stateOf));
    expect(states).toEqual(['pending', 'pending', 'completed', 'completed', 'completed', 'completed']);
    const told = JSON.stringify(await listOutbox(api.pool));
    expect([meetingId, second, over].map((id) => told.includes(id))).toEqual([true, true, false]);
  });

  test('repeats research for every changed answer, but not for an unchanged one', async () => {
    const { user, meetingId, answer, told } = await seedQuestion();
    await answer(PARTNERS);
    await setState(meetingId, 'running');
    expect((await answer(FINANCE)).body).toMatchObject({ data: { researchState: 'pending' } });
    for (const url of [PARTNERS, FINANCE, PARTNERS]) {
      expect((await answer(url)).body).toMatchObject({ data: { researchState: 'pending' } });
      await research(user.id, meetingId);
      expect((await answer(url)).body).toMatchObject({ data: { researchState: 'completed' } });
    }
    // Withdrawing the answer repeats research to remove what the report says about that person.
    expect((await answer(null)).body).toMatchObject({ data: { researchState: 'pending' } });
    expect(await told()).toHaveLength(5);
  });

  test('does not repeat research for an answer changed and changed back', async () => {
    const { user, meetingId, answer } = await seedQuestion();
    await answer(PARTNERS);
    await research(user.id, meetingId);
    await setState(meetingId, 'running');
    await answer(FINANCE);
    await setState(meetingId, 'running');
    expect((await answer(PARTNERS)).body).toMatchObject({ data: { researchState: 'running' } });
  });

  test('stops repeating research after a dozen runs but stores the answer', async () => {
    const { user, meetingId, answer, answers } = await seedQuestion();
    for (let times = 1; times < 12; times += 1) {
      expect((await answer(times % 2 === 0 ? FINANCE : PARTNERS)).body).toMatchObject({
        data: { researchState: 'pending' },
      });
      await research(user.id, meetingId);
    }
    expect((await answer(FINANCE)).body).toMatchObject({ data: { researchState: 'completed' } });
    expect(await answers()).toEqual([{ email: EMAIL, url: FINANCE }]);
  });

  test('repeats research for an answer given while it runs, up to a dozen runs in all', async () => {
    const { user, meetingId, answer } = await seedQuestion();
    // Runs for a new version, as after another change to the meeting.
    const answerMeanwhile = async (url: string) => {
      await api.pool.query(sql.typeAlias('void')`update meetings set version = version + 1 where id = ${meetingId}`);
      const finish = await beginResearch(user.id, meetingId);
      await answer(url);
      await finish();
      return await stateOf(meetingId);
    };
    expect(await answerMeanwhile(PARTNERS)).toBe('pending');
    for (let times = 2; times < 12; times += 1) {
      await research(user.id, meetingId);
      await answer(times % 2 === 0 ? FINANCE : PARTNERS);
    }
    // Repeating research for this answer would forever request a version that already has its result.
    expect(await answerMeanwhile(FINANCE)).toBe('completed');
    expect(await answerMeanwhile(PARTNERS)).toBe('completed');
  });

  test('signals a meeting whose first research is running but keeps its state', async () => {
    const { user, answer } = await seedQuestion();
    const running = await seedMeeting(api.pool, { userId: user.id, researchState: 'running' });
    const others = { userId: user.id, researchState: 'running', attendees: [{ email: 'bo@x.test' }] } as const;
    const unconcerned = await seedMeeting(api.pool, { ...others, attendees: [...others.attendees] });
    await answer(PARTNERS);
    expect([await stateOf(running), await stateOf(unconcerned)]).toEqual(['running', 'running']);
    const told = JSON.stringify(await listOutbox(api.pool));
    expect([running, unconcerned].map((id) => told.includes(id))).toEqual([true, false]);
  });

  test('stores an answer about a past meeting without repeating its research', async () => {
    const { answer, answers, told } = await seedQuestion(-120);
    expect((await answer(PARTNERS)).status).toBe(200);
    expect([await answers(), await told()]).toEqual([[{ email: EMAIL, url: PARTNERS }], []]);
  });

  test('refuses pages and guests that were not offered', async () => {
    const { answer, answers } = await seedQuestion();
    const statuses = [(await answer('https://evil.test/')).status, (await answer(PARTNERS, 'x@y.test')).status];
    expect(statuses).toEqual([404, 404]);
    expect(await answers()).toEqual([]);
  });
});

const newest = async (meetingId: string) => (await findLatestResearch(api.pool, meetingId))?.id ?? null;
const stateOf = (meetingId: string) =>
  api.pool.oneFirst(sql.type(z.object({ state: z.string() }))`
    select research_state as state from meetings where id = ${meetingId}
  `);

test('"wrong person" in an email repeats research once for upcoming meetings citing the pages', async () => {
  const { user, meetingId, answer, told, reject } = await seedQuestion();
  const other = await seedAskedMeeting(user.id, 600);
  const elsewhere = await seedAskedMeeting(user.id, 700);
  await api.pool.query(sql.typeAlias('void')`
    update research_results set report = jsonb_set(report, '{sources,0,url}', '"https://brightwater.test/press"')
    where meeting_id = ${elsewhere}
  `);
  await reject();
  const states = () => Promise.all([meetingId, other, elsewhere].map(stateOf));
  expect(await states()).toEqual(['pending', 'pending', 'completed']);
  expect(await told()).toHaveLength(1);
  await research(user.id, meetingId);
  await reject(other);
  expect(await stateOf(meetingId)).toBe('completed');

  expect((await answer(PARTNERS)).body).toMatchObject({ data: { researchState: 'pending' } });
  expect(await told()).toHaveLength(2);
});

test('"wrong person" in an email keeps a chosen page that the email did not cite', async () => {
  const { answer, answers, reject } = await seedQuestion();
  await answer(PARTNERS);
  await reject();
  expect(await answers()).toEqual([{ email: EMAIL, url: PARTNERS }]);
});

test('"wrong person" in an email rejects the cited pages', async () => {
  const { user, meetingId, reject } = await seedQuestion();
  await reject();
  expect(await listPersonAnswers(api.pool, { userId: user.id, meetingId })).toEqual([
    { email: EMAIL, chosenUrl: null, rejectedUrls: ['https://brightwater.test/news/gothenburg'] },
  ]);
});

test('"wrong person" in an email immediately hides facts from the cited pages in the app', async () => {
  const { meetingId, client, reject } = await seedQuestion(-120);
  const read = async () => (await client.data(getMeetingResearch, { params: { id: meetingId } })).results[0];
  const listed = async () => (await client.data(listResearch)).research.map(({ summary }) => summary);
  expect(await listed()).toEqual(['Brightwater opened an office in Gothenburg on 18 October 2026. [1]']);
  const before = await read();
  expect(before?.guests[0]?.facts).not.toEqual([]);
  await reject();
  const after = await read();
  expect(after?.guests[0]).toMatchObject({ email: EMAIL, role: null, facts: [] });
  expect(after?.sources.map(({ url }) => url)).not.toContain('https://brightwater.test/news/gothenburg');
  expect(await listed()).toEqual(['']);
  expect(await stateOf(meetingId)).toBe('completed');
});

test('"wrong person" rejects the pages the email cited, even after newer research', async () => {
  const { user, meetingId, client } = await seedQuestion();
  const token = await sendBriefing(user.id, meetingId);
  await api.pool.query(sql.typeAlias('void')`
    insert into research_results (meeting_id, user_id, meeting_version, request, quality_score, confidence, report,
      raw_response, input_tokens, output_tokens, searches)
    select meeting_id, user_id, 2, request, quality_score, confidence,
      jsonb_set(report, '{sources,0,url}', ${sql.jsonb(PARTNERS)}), raw_response, 1, 1, 1
    from research_results where meeting_id = ${meetingId}
  `);
  await client.data(giveFeedback, { body: { token } });
  expect(await listPersonAnswers(api.pool, { userId: user.id, meetingId })).toMatchObject([
    { rejectedUrls: ['https://brightwater.test/news/gothenburg'] },
  ]);
});

/** Other spellings of the URL that the seeded research cites. */
const CITED = [
  'https://brightwater.test/news/gothenburg/',
  'http://www.brightwater.test/news/gothenburg',
  'https://Brightwater.test:443/news/gothenburg#ines',
];

test.each(CITED)('"wrong person" in an email withdraws a chosen page it cites, even as %s', async (chosen) => {
  const { meetingId, answer, answers, reject } = await seedQuestion();
  await offer(meetingId, [FINANCE, chosen]);
  await answer(chosen);
  await reject();
  expect(await answers()).toEqual([{ email: EMAIL, url: null }]);
});

test.each(CITED)(
  '"wrong person" in an email applies to other meetings citing the page, even if cited as %s',
  async (url) => {
    const { user, reject } = await seedQuestion();
    const other = await seedAskedMeeting(user.id, 600);
    await api.pool.query(sql.typeAlias('void')`
      update research_results set report = jsonb_set(report, '{sources,0,url}', ${sql.jsonb(url)}) where meeting_id = ${other}
    `);
    const told = async () =>
      (await api.pool.transaction((one) => readRedactedResearch(one, api.encryption, other)))?.report;
    expect((await told())?.guests[0]?.facts).toHaveLength(1);
    await reject();
    expect(await stateOf(other)).toBe('pending');
    expect((await told())?.guests[0]).toMatchObject({ role: null, facts: [], identity: 'unknown' });
    expect(JSON.stringify(await told())).not.toContain('Gothenburg');
  },
);
