import { describe, expect, test } from 'vitest';
import { exportAccount } from '#contract/account.ts';
import { revokeOtherSessions } from '#contract/auth.ts';
import { setMeetingNotes } from '#contract/meetings.ts';
import { createShare, endShare, getShare, getSharedBriefing } from '#contract/shares.ts';
import { updateProfile } from '#contract/users.ts';
import { closeAccount } from '#db/close-account.ts';
import { deleteExpiredRows } from '#db/queries/upkeep.ts';
import { endWaysIn } from '#db/queries/ways-in.ts';
import { insertWrongFact } from '#db/queries/wrong-facts.ts';
import { sql } from '#db/sql.ts';
import { openTestApi } from '#tests/support/api.ts';
import { seedMeeting, seedObjection, seedResearch, seedUser, signIn } from '#tests/support/builders.ts';
import { dumpTables } from '#tests/support/dump.ts';

const STATEMENT = 'Brightwater opened an office in Gothenburg on 18 October 2026. [1]';

const api = await openTestApi();

/** Seeds a user with a researched meeting. */
async function seedOwner() {
  const { user, client } = await api.newUser();
  const meetingId = await seedMeeting(api.pool, { userId: user.id, researchState: 'completed' });
  await seedResearch(api.pool, { userId: user.id, meetingId, language: 'de' });
  return { user, client, meetingId, params: { id: meetingId } };
}

async function share() {
  const owner = await seedOwner();
  const { url } = await owner.client.data(createShare, { params: owner.params, body: {} });
  return { ...owner, url, token: tokenOf(url) };
}

const tokenOf = (url: string) => url.split('/').at(-1) ?? '';
const open = async (token: string, client = api.client()) =>
  await client.call(getSharedBriefing, { params: { token } });
const read = async (token: string) => await api.client().data(getSharedBriefing, { params: { token } });

describe('a shared briefing', () => {
  test('shows guests, companies, insights and sources without an account', async () => {
    const { url, token } = await share();
    expect(url).toBe(`${api.config.publicUrl}/briefing/${token}`);
    const { report, ...meeting } = await read(token);
    expect(meeting).toMatchObject({ title: 'Intro call', sharedBy: 'Robin Vale' });
    expect(report).toMatchObject({
      language: 'de',
      summary: STATEMENT,
      guests: [{ name: 'Ines Duarte', role: 'VP Operations [1]', facts: [STATEMENT], identity: 'likely' }],
      companies: [{ name: 'Brightwater', line: STATEMENT, news: [STATEMENT] }],
      keyInsights: [{ description: STATEMENT }],
      sources: [{ url: 'https://brightwater.test/news/gothenburg' }],
    });
  });

  test("attack 59: omits the owner's notes and suggestions, and all addresses", async () => {
    const { client, token, params, meetingId } = await share();
    await client.data(setMeetingNotes, { params, body: { goal: 'CANARY-goal', outcome: 'CANARY-outcome' } });
    await client.data(updateProfile, { body: { offering: 'CANARY-offer', meetingGoal: 'CANARY-usual' } });
    await api.pool.query(sql.typeAlias('void')`
      update meetings set description = 'CANARY-invitation', meeting_url = 'https://meet.example.com/CANARY', location = 'CANARY-room'
      where id = ${meetingId}
    `);
    await rewriteReport(meetingId, {
      summary: `${STATEMENT} Brightwater grows where CANARY-offer helps. [1]`,
      talkingPoints: ['Offer CANARY-point. [1]'],
      questions: ['CANARY-question?'],
      riskFactors: ['CANARY-risk. [1]'],
      opportunities: [{ description: 'CANARY-opportunity. [1]', category: '' }],
      recommendations: [{ action: 'CANARY-action', reasoning: 'CANARY-reason. [1]', priority: 'high', effort: '' }],
    });
    const { text } = await open(token);
    expect(text).toContain(STATEMENT);
    expect(text).not.toContain('CANARY');
    expect(text).not.toContain('@');
  });

  test('attack 59: identifies unnamed guests by domain, and omits statements with their addresses', async () => {
    const { token, meetingId } = await share();
    const guest = { role: null, facts: [], identity: 'unknown', candidates: [] };
    const quoted = 'Write to ines@brightwater.test. [1]';
    await rewriteReport(meetingId, {
      summary: `${STATEMENT} ${quoted}`,
      shareable: [STATEMENT, quoted],
      guests: [
        { ...guest, email: 'ines@brightwater.test', name: null, facts: [STATEMENT, quoted] },
        { ...guest, email: 'omar@tidewerk.test', name: 'omar@tidewerk.test' },
      ],
    });
    const { text } = await open(token);
    expect(text).not.toContain('@');
    expect((await read(token)).report).toMatchObject({
      summary: STATEMENT,
      guests: [{ name: 'A guest from brightwater.test', facts: [STATEMENT] }, { name: 'A guest from tidewerk.test' }],
    });
  });

  test('attack 59: omits the summary if no statement is marked as shareable', async () => {
    const { token, meetingId } = await share();
    await api.pool.query(sql.typeAlias('void')`
      update research_results set report = report - 'shareable' where meeting_id = ${meetingId}
    `);
    expect((await read(token)).report).toMatchObject({ summary: '', keyInsights: [{ description: STATEMENT }] });
  });

  test('attack 59: is never indexed, cached or sent as a referrer', async () => {
    const { token } = await share();
    const client = api.client();
    for (const path of [`/briefing/${token}`, `/Briefing/${token}`, `/api/shared/${token}`]) {
      const { headers } = await client.request('GET', path);
      expect([path, headers.get('x-robots-tag'), headers.get('referrer-policy')]).toEqual([
        path,
        'noindex, nofollow, noarchive',
        'no-referrer',
      ]);
    }
    expect((await open(token)).headers.get('cache-control')).toBe('private, no-store');
  });

  test('attack 59: omits facts about people and companies that objected', async () => {
    const { token } = await share();
    const told = async () => JSON.stringify((await read(token)).report);
    expect(await told()).not.toContain('"hasObjected":true');
    const before = (await read(token)).report?.guests.find(({ name }) => name.startsWith('Ines'));
    expect(before?.facts).not.toEqual([]);
    await seedObjection(api.pool, api.encryption, { kind: 'address', listed: 'ines@brightwater.test' });
    const [guest] = (await read(token)).report?.guests ?? [];
    expect(guest).toMatchObject({ role: null, facts: [], hasObjected: true });
    await api.pool.query(sql.typeAlias('void')`delete from objections`);
    expect((await read(token)).report).toMatchObject({ guests: [{ role: 'VP Operations [1]' }] });
    await seedObjection(api.pool, api.encryption, { kind: 'domain', listed: 'brightwater.test' });
    expect((await read(token)).report?.companies).toEqual([]);
    expect(await told()).toContain('"hasObjected":true');
    expect((await open(token)).text).not.toContain('Gothenburg');
    await api.pool.query(sql.typeAlias('void')`delete from objections`);
  });

  test('attack 59: omits facts the owner reported as wrong', async () => {
    const { user, token, meetingId } = await share();
    const statement = 'Brightwater opened an office in Gothenburg on 18 October 2026.';
    const wrong = { userId: user.id, meetingId, statement, urls: ['https://brightwater.test/news/gothenburg'] };
    await api.pool.transaction((transaction) => insertWrongFact(transaction, wrong));
    expect((await open(token)).text).not.toContain('Gothenburg on 18 October');
  });

  test('attack 59: does not store its token in plain text or show it again', async () => {
    const { client, token, params } = await share();
    expect(JSON.stringify(await dumpTables(api.pool))).not.toContain(token);
    expect(JSON.stringify(await client.data(getShare, { params }))).not.toContain(token);
    const exported = JSON.stringify(await client.data(exportAccount));
    expect(exported).toContain('"opens":0');
    expect(exported).not.toContain(token);
  });

  test('counts opens by others, not by the owner', async () => {
    const { client, token, params } = await share();
    await open(token, client);
    expect((await client.data(getShare, { params })).share).toMatchObject({ opens: 0, lastOpenedAt: null });
    await Promise.all([open(token), open(token), open(token, await signIn(api.client(), await seedUser(api.pool)))]);
    expect((await client.data(getShare, { params })).share).toMatchObject({
      opens: 3,
      lastOpenedAt: expect.any(String),
    });
  });

  test('can’t be created for an unresearched or cancelled meeting', async () => {
    const { client, user, params, meetingId } = await seedOwner();
    await api.pool.query(sql.typeAlias('void')`update meetings set status = 'cancelled' where id = ${meetingId}`);
    expect((await client.call(createShare, { params, body: {} })).status).toBe(409);
    const id = await seedMeeting(api.pool, { userId: user.id });
    const answer = await client.call(createShare, { params: { id }, body: {} });
    expect([answer.status, answer.body.message]).toEqual([409, 'There is no briefing to share yet.']);
  });
});

describe('a share link', () => {
  const never = async () => (await open('x'.repeat(43))).text;

  test('attack 60: ends when its owner revokes it, even if revoked twice', async () => {
    const { client, token, params } = await share();
    await client.data(endShare, { params });
    await client.data(endShare, { params });
    const answer = await open(token);
    expect([answer.status, withoutId(answer.text)]).toEqual([404, withoutId(await never())]);
    expect((await client.data(getShare, { params })).share).toBeNull();
  });

  test('attack 60: ends after seven days and is deleted a month later', async () => {
    const { client, token, params, meetingId } = await share();
    const expire = async (daysAgo: number) =>
      await api.pool.query(sql.typeAlias('void')`
        update briefing_shares set expires_at = now() - make_interval(days => ${daysAgo}) where meeting_id = ${meetingId}
      `);
    const { share: shared } = await client.data(getShare, { params });
    expect(Date.parse(shared?.expiresAt ?? '') - Date.parse(shared?.createdAt ?? '')).toBe(7 * 86_400_000);
    await expire(0);
    expect((await open(token)).status).toBe(404);
    expect((await client.data(getShare, { params })).share).toBeNull();
    expect(await deleteExpiredRows(api.pool)).toBe(0);
    await expire(31);
    expect(await deleteExpiredRows(api.pool)).toBe(1);
  });

  test('attack 60: ends when a new one replaces it, even concurrently', async () => {
    const { client, token, params } = await share();
    const made = await Promise.all([1, 2].map(() => client.data(createShare, { params, body: {} })));
    const statuses = await Promise.all(made.map(async ({ url }) => (await open(tokenOf(url))).status));
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 404]);
    expect((await open(token)).status).toBe(404);
  });

  test('attack 60: ends with its meeting or account', async () => {
    const [cancelled, closed] = [await share(), await share()];
    await api.pool.query(
      sql.typeAlias('void')`update meetings set status = 'cancelled' where id = ${cancelled.meetingId}`,
    );
    await api.pool.transaction((transaction) => closeAccount(transaction, closed.user.id, 'due'));
    for (const { token } of [cancelled, closed]) expect((await open(token)).status).toBe(404);
  });

  test.each(['password_reset', 'sessions_revoked', 'factors_reset'] as const)(
    'attack 60: ends on %s',
    async (change) => {
      const { user, token } = await share();
      await api.pool.transaction((transaction) => endWaysIn(transaction, change, { userId: user.id }));
      expect((await open(token)).status).toBe(404);
    },
  );

  test('attack 60: ends when the session that created it is revoked', async () => {
    const { user, client, token } = await share();
    const thief = await signIn(api.client(), user);
    const id = await seedMeeting(api.pool, { userId: user.id, researchState: 'completed' });
    await seedResearch(api.pool, { userId: user.id, meetingId: id });
    const { url } = await thief.data(createShare, { params: { id }, body: {} });
    await client.data(revokeOtherSessions, { body: {} });
    expect((await open(tokenOf(url))).status).toBe(404);
    expect((await open(token)).status).toBe(200);
  });

  test('attack 60: opens only its own briefing', async () => {
    const [one, other] = [await share(), await share()];
    await api.pool.query(
      sql.typeAlias('void')`update meetings set title = 'Another call' where id = ${other.meetingId}`,
    );
    expect((await read(one.token)).title).toBe('Intro call');
    const asToken = api.client().withToken(one.token);
    expect((await asToken.request('GET', `/api/meetings/${one.meetingId}`)).status).toBe(401);
  });
});

async function rewriteReport(meetingId: string, parts: object): Promise<void> {
  await api.pool.query(sql.typeAlias('void')`
    update research_results set report = report || ${JSON.stringify(parts)}::jsonb where meeting_id = ${meetingId}
  `);
}

const withoutId = (text: string) => text.replace(/"requestId":"[^"]*"/, '');
