import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { upsertPersonAnswer } from '#db/queries/person-answers.ts';
import { findLatestResearch } from '#db/queries/research-results.ts';
import { insertWrongFact } from '#db/queries/wrong-facts.ts';
import { sql } from '#db/sql.ts';
import { seedChannel, seedObjection, seedResearch } from '#tests/support/builders.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { claimBriefing, recordMails } from '#tests/support/queued-mail.ts';
import { createTestContext } from '#tests/support/worker.ts';
import { seedPlannedMeeting } from '#tests/workflows/meeting-lab.ts';
import { createEmailActivities } from '#workers/activities/email.ts';
import { createMeetingActivities } from '#workers/activities/meeting.ts';
import { createObjectionActivities } from '#workers/activities/objection.ts';

const { sent, mail: service } = recordMails();
const { context } = await forThisFile(createTestContext({ mail: service }));
const { pool, encryption } = context;
beforeEach(async () => {
  await pool.query(sql.typeAlias('void')`delete from objections`);
  await pool.query(sql.typeAlias('void')`delete from users`);
});

/** The guest of `seedResearch`, whose role no other part of the report mentions. */
const INES = 'ines@brightwater.test';
const ROLE = 'VP Operations';

/** Seeds a researched meeting with one guest, at `email`, and queues its briefing. */
async function queueBriefing(email = INES) {
  const attendees = [{ email, name: 'Ines Duarte', responseStatus: 'accepted' as const }];
  const meeting = await seedPlannedMeeting(pool, { startsInS: 600, leadMinutes: 120, attendees });
  const { user, meetingId } = meeting;
  await pool.query(sql.typeAlias('void')`update meetings set research_state = 'running' where id = ${meetingId}`);
  await seedResearch(pool, { userId: user.id, meetingId });
  await pool.query(sql.typeAlias('void')`
    update research_results set report = replace(report::text, ${INES}, ${email})::jsonb where meeting_id = ${meetingId}
  `);
  await pool.query(sql.typeAlias('void')`
    update research_results set raw_response = report::text where meeting_id = ${meetingId}
  `);
  return { user, meetingId, emailId: await claimBriefing(context, meetingId) };
}

const send = async (emailId: string) => await createEmailActivities(context).sendMail({ emailId });

/** Records an objection and applies it to all users. Returns how many meetings are researched again. */
async function object(listed: string, kind: 'address' | 'domain' = 'address'): Promise<number> {
  const objectionId = await seedObjection(pool, encryption, { kind, listed });
  const activities = createObjectionActivities(context);
  let [after, meetings]: [string | null, number] = [null, 0];
  do {
    const batch = await activities.applyObjection({ objectionId, after });
    [after, meetings] = [batch.next, meetings + batch.meetings];
  } while (after !== null);
  return meetings;
}

/** Returns everything stored for a user from research, answers and emails, as one string. */
async function known(userId: string): Promise<string> {
  return await pool.oneFirst(sql.type(z.object({ text: z.string() }))`
    select concat_ws(' ',
      (select string_agg(research_results::text, ' ') from research_results where user_id = ${userId}),
      (select string_agg(person_answers::text, ' ') from person_answers where user_id = ${userId}),
      (select string_agg(wrong_facts::text, ' ') from wrong_facts where user_id = ${userId}),
      (select string_agg(briefings.told::text, ' ') from briefings where user_id = ${userId}),
      (select string_agg(data::text, ' ') from emails where user_id = ${userId})) as text
  `);
}

const mailData = async (emailId: string) =>
  await pool.oneFirst(sql.type(z.object({ data: z.looseObject({}) }))`
    select data from emails where id = ${emailId}
  `);

const takeOff = (meetingId: string) =>
  pool.query(sql.typeAlias('void')`delete from attendees where meeting_id = ${meetingId}`);

test('attack 56: a guest taken off the event is erased from reports, reported errors and emails', async () => {
  const { user, meetingId, emailId } = await queueBriefing();
  await send(emailId);
  const [userId, statement] = [user.id, `She is ${ROLE}.`];
  await pool.transaction((transaction) =>
    insertWrongFact(transaction, { userId, meetingId, statement, urls: ['https://brightwater.test/ines'] }),
  );
  await takeOff(meetingId);
  // The research has been repeated without her.
  await pool.query(sql.typeAlias('void')`
    insert into research_results (meeting_id, user_id, meeting_version, request, quality_score, confidence, report,
      raw_response, input_tokens, output_tokens, searches)
    select meeting_id, user_id, 2, request, quality_score, confidence, report || '{"guests": []}', '', 0, 0, 0
    from research_results where meeting_id = ${meetingId}
  `);
  expect(await known(user.id)).toContain(ROLE);

  expect(await object(INES)).toBe(0);
  expect(await known(user.id)).not.toContain(ROLE);
  expect(await mailData(emailId)).toEqual({});
});

test('attack 56: a guest taken off the event is erased from emails sent without research', async () => {
  const { user, meetingId, emailId } = await queueBriefing();
  await pool.query(sql.typeAlias('void')`
    with erased as (delete from research_results where meeting_id = ${meetingId})
    update emails set data = data || '{"report": null}' where id = ${emailId}
  `);
  await send(emailId);
  await takeOff(meetingId);
  expect(await known(user.id)).toContain(INES);
  await object(INES);
  expect(await known(user.id)).not.toContain(INES);
  expect(await mailData(emailId)).toEqual({});
});

test.each([
  ['fabrikam.mail.onmicrosoft.com', 'fabrikam.onmicrosoft.com'],
  ['eu.northpeak.test.test-google-a.com', 'northpeak.test'],
])('attack 56: a guest at %s is erased if %s is listed', async (host, listed) => {
  const { user, emailId } = await queueBriefing(`ines@${host}`);
  await send(emailId);
  expect(await known(user.id)).toContain(ROLE);
  expect(await object(listed, 'domain')).toBe(1);
  expect(await known(user.id)).not.toContain(ROLE);
  expect(await mailData(emailId)).toEqual({});
});

test('attack 56: emails about guests at other companies are kept', async () => {
  const { user, emailId } = await queueBriefing('ines@north_peak.test');
  await send(emailId);
  expect(await object('northxpeak.test', 'domain')).toBe(0);
  expect(await object('peak.test', 'domain')).toBe(0);
  expect(await known(user.id)).toContain(ROLE);
  expect(await mailData(emailId)).not.toEqual({});
});

test('attack 56: a company taken off its only event is erased, even if there are many users', async () => {
  await pool.query(sql.typeAlias('void')`
    insert into users (email, first_name, last_name) select n || '@harborline.test', 'Robin', 'Vale' from generate_series(1, 100) as n
  `);
  const { user, meetingId, emailId } = await queueBriefing();
  await takeOff(meetingId);
  // Only the report is left to find it by.
  await pool.query(sql.typeAlias('void')`update emails set data = '{}' where id = ${emailId}`);
  expect(await object('brightwater.test', 'domain')).toBe(1);
  expect(await known(user.id)).not.toContain(ROLE);
});

test('attack 56: answers about a guest are deleted even without a meeting or report section', async () => {
  const [email, page] = ['ines+talks@brightwater.test', 'https://people.test/another-ines'];
  const answer = { email, chosenUrl: null, rejectedUrls: [page] };
  const { user } = await seedPlannedMeeting(pool, { attendees: [{ email: 'tom@northpeak.test' }] });
  const declined = await queueBriefing('tom@northpeak.test');
  await pool.transaction((transaction) => upsertPersonAnswer(transaction, { ...answer, userId: user.id }));
  await pool.query(sql.typeAlias('void')`
    update research_results set answers = ${sql.jsonb([answer])} where meeting_id = ${declined.meetingId}
  `);
  await object(INES);
  expect(await known(user.id)).not.toContain(page);
  expect(await known(declined.user.id)).not.toContain(page);
  expect(await known(declined.user.id)).toContain(ROLE);
});

test.each([
  ['a tagged address', 'ines+sales@brightwater.test', INES],
  ['a Gmail address with other dots', 'i.nes.duarte+a@googlemail.com', 'ines.duarte@gmail.com'],
])('attack 56: a guest with %s is erased from reports and emails', async (_what, invited, objecting) => {
  const { user, emailId } = await queueBriefing(invited);
  await send(emailId);
  expect(await known(user.id)).toContain(ROLE);
  expect(await object(objecting)).toBe(1);
  expect(await known(user.id)).not.toContain(ROLE);
  expect(await mailData(emailId)).toEqual({});
});

test('attack 56: queued emails and channel posts lose the research on a guest who objects', async () => {
  const [queued, sending, posted, digest, update] = await Promise.all(
    ['ines@', 'ines+a@', 'ines@', 'ines@', 'ines+b@'].map((name) => queueBriefing(`${name}brightwater.test`)),
  );
  if (!queued || !sending || !posted || !digest || !update) throw new Error('a briefing is missing');
  const setData = async (emailId: string, kind: string, data: Parameters<typeof sql.jsonb>[0]) =>
    await pool.query(sql.typeAlias('void')`
      update emails set kind = ${kind}, data = ${sql.jsonb(data)} where id = ${emailId}
    `);
  const all = [queued, sending, posted, digest, update];

  await pool.query(sql.typeAlias('void')`update emails set state = 'sending' where id = ${sending.emailId}`);
  await seedChannel(pool, { userId: posted.user.id, encryption });
  await send(posted.emailId);
  const briefing = z.looseObject({ report: z.looseObject({ guests: z.array(z.json()), sources: z.array(z.json()) }) });
  const meetings = [z.json().parse(await mailData(digest.emailId))];
  await setData(digest.emailId, 'digest', { date: '2026-11-23', timeZone: 'Europe/Berlin', meetings, others: [] });
  const told = z.record(z.string(), z.json()).parse(await mailData(update.emailId));
  const { guests, sources } = briefing.parse(told).report;
  const guest = { email: 'ines+b@brightwater.test', name: 'Ines Duarte', responseStatus: 'accepted', isExternal: true };
  await setData(update.emailId, 'briefing-update', {
    ...told,
    oldStart: told['start'] ?? null,
    joined: [{ guest, brief: guests[0] ?? null }],
    sources,
  });
  for (const { emailId } of all) expect(JSON.stringify(await mailData(emailId))).toContain(ROLE);

  await object(INES);
  for (const { user, emailId } of all) {
    expect(await known(user.id)).not.toContain(ROLE);
    expect(await mailData(emailId)).not.toEqual({});
  }
  expect(JSON.stringify(await mailData(update.emailId))).not.toContain('gothenburg');
  expect(await send(queued.emailId)).toEqual({ outcome: 'sent' });
  expect(sent.at(-1)?.text).toContain('Not researched, by request');
});

test('attack 56: an update lists sources only for guests who joined', async () => {
  const { meetingId, emailId } = await queueBriefing();
  await send(emailId);
  const tom = { name: 'Tom Ray', role: 'Buyer [2]', facts: [], identity: 'likely', candidates: [] };
  const page = { title: 'Tom Ray', url: 'https://brightwater.test/tom' };
  await pool.query(sql.typeAlias('void')`
    insert into attendees (meeting_id, email, name, response_status, is_external)
    values (${meetingId}, 'tom@brightwater.test', 'Tom Ray', 'accepted', true)
  `);
  await pool.query(sql.typeAlias('void')`
    update research_results set report = report || jsonb_build_object(
      'guests', report -> 'guests' || ${sql.jsonb([{ ...tom, email: 'tom@brightwater.test' }])},
      'sources', report -> 'sources' || ${sql.jsonb([page])}
    ) where meeting_id = ${meetingId}
  `);
  const claim = await createMeetingActivities(context).claimBriefing({ meetingId, kind: 'update' });
  const update = claim.outcome === 'claimed' ? await mailData(claim.emailId) : claim;
  expect(update).toMatchObject({ joined: [{ brief: { role: tom.role } }], sources: [{ title: '', url: '' }, page] });
});

test('attack 56: an unreadable email does not keep an objection from taking effect', async () => {
  const [unreadable, other] = [await queueBriefing(), await queueBriefing()];
  await pool.query(sql.typeAlias('void')`
    update emails set data = data - 'title' where id = ${unreadable.emailId}
  `);
  await expect(object(INES)).resolves.toBe(2);
  expect(await mailData(unreadable.emailId)).toEqual({});
  expect(await known(other.user.id)).not.toContain(ROLE);
});

test.each<[string, ReturnType<typeof sql.fragment>]>([
  ['lacks a field', sql.fragment`report - 'summary'`],
  ['has no list of guests', sql.fragment`report || jsonb_build_object('guests', report -> 'guests' -> 0)`],
  ['identifies its guests in another way', sql.fragment`replace(report::text, '"email"', '"mailbox"')::jsonb`],
])('attack 45: a report that %s is emptied, and the objection takes effect for everyone', async (_what, report) => {
  const [corrupt, other] = [await queueBriefing(), await queueBriefing()];
  await pool.query(sql.typeAlias('void')`
    update research_results set report = ${report} where meeting_id = ${corrupt.meetingId}
  `);
  await expect(object(INES)).resolves.toBe(2);
  for (const { user } of [corrupt, other]) expect(await known(user.id)).not.toContain(ROLE);
  const emptied = await findLatestResearch(pool, corrupt.meetingId);
  expect(emptied?.report.summary).toBe('This part was about someone who asked not to be researched.');
});

test('attack 45: an objection that fails for one user applies to all others, and to that user once fixed', async () => {
  const [stuck, next] = [await queueBriefing(), await queueBriefing()];
  await pool.query(sql.typeAlias('void')`
    insert into users (email, first_name, last_name) select n || '@harborline.test', 'Robin', 'Vale' from generate_series(1, 100) as n
  `);
  const last = await queueBriefing();
  // The next version, for the repeated research, no longer fits the column.
  await pool.query(sql.typeAlias('void')`
    update meetings set version = 2147483647 where id = ${stuck.meetingId}
  `);
  await expect(object(INES)).rejects.toMatchObject({ type: 'unexpected' });
  expect(await known(stuck.user.id)).toContain(ROLE);
  for (const { user } of [next, last]) expect(await known(user.id)).not.toContain(ROLE);
  await pool.query(sql.typeAlias('void')`update meetings set version = 2 where id = ${stuck.meetingId}`);
  await pool.query(sql.typeAlias('void')`delete from objections`);
  await object(INES);
  expect(await known(stuck.user.id)).not.toContain(ROLE);
});
