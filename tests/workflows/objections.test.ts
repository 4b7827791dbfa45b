import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { deliverMessage } from '#api/deliver-message.ts';
import { outboxMessage } from '#db/queries/outbox.ts';
import { upsertPersonAnswer } from '#db/queries/person-answers.ts';
import { findLatestResearch } from '#db/queries/research-results.ts';
import { sql } from '#db/sql.ts';
import { listOutbox, seedObjection } from '#tests/support/builders.ts';
import { captureHistory } from '#tests/support/histories.ts';
import { applyObjectionId } from '#workflows/names.ts';
import {
  eventually,
  type MeetingLab,
  openMeetingLab,
  readMeeting,
  seedPlannedMeeting,
  startMeeting,
} from './meeting-lab.ts';

let lab: MeetingLab;
beforeAll(async () => {
  lab = await openMeetingLab();
});
afterAll(() => lab.close());

const LEONIE = {
  email: 'leonie.hartmann@brightwater.test',
  name: 'Leonie Hartmann',
  responseStatus: 'accepted' as const,
};
const latest = async (meetingId: string) => (await findLatestResearch(lab.pool, meetingId))?.report;
const guestOf = async (meetingId: string) =>
  (await latest(meetingId))?.guests.find(({ email }) => email === LEONIE.email);
const researched = (meetingId: string, times: number) =>
  eventually(
    () => readMeeting(lab, meetingId),
    ({ results, researchState }) => results === times && researchState === 'completed',
  );
/** Returns everything stored from research, answers and sent mails, as one text. */
const known = async () =>
  (
    await lab.pool.one(sql.type(z.object({ text: z.string() }))`
      select concat_ws(' ', (select string_agg(report::text || raw_response || coalesce(answers::text, ''), ' ') from research_results),
        (select string_agg(dossiers::text, ' ') from dossiers), (select string_agg(person_answers::text, ' ') from person_answers),
        (select string_agg(data::text, ' ') from emails where state = 'sent')) as text
    `)
  ).text;

const peopleKnown = async () =>
  await lab.pool.any(sql.type(z.object({ key: z.string() }))`select key from dossiers where key like 'person:%'`);

/** Seeds a confirmed objection and dispatches every message it causes. Returns the objection's id. */
async function object(kind: 'address' | 'domain', listed: string): Promise<string> {
  await lab.pool.query(sql.typeAlias('void')`delete from outbox`);
  const objectionId = await seedObjection(lab.pool, lab.context.encryption, { kind, listed });
  await deliverMessage(lab.client, { workflow: 'objection', objectionId });
  await lab.client.workflow.getHandle(applyObjectionId(objectionId)).result();
  for (const message of await listOutbox(lab.pool)) await deliverMessage(lab.client, outboxMessage.parse(message));
  return objectionId;
}
const withdraw = (id: string) => lab.pool.query(sql.typeAlias('void')`delete from objections where id = ${id}`);

test('attack 56: a guest who objects is erased everywhere, and the next briefing says so', async () => {
  const past = await seedPlannedMeeting(lab.pool, { briefingInS: 8, attendees: [LEONIE] });
  const gone = await startMeeting(lab, past);
  await eventually(
    () => readMeeting(lab, past.meetingId),
    ({ briefingState }) => briefingState === 'sent',
  );
  await gone.terminate();
  const meeting = await seedPlannedMeeting(lab.pool, { briefingInS: 25, attendees: [LEONIE], user: past.user });
  const handle = await startMeeting(lab, meeting);
  await researched(meeting.meetingId, 1);
  const before = await guestOf(meeting.meetingId);
  const facts = [before?.role ?? '', ...(before?.facts ?? [])].filter((text) => text !== '');
  expect(facts).not.toEqual([]);
  expect(await known()).toContain(facts[0]);

  const id = await object('address', LEONIE.email);
  await captureHistory('objection', lab.client.workflow.getHandle(applyObjectionId(id)));
  await researched(meeting.meetingId, 2);
  expect(await guestOf(meeting.meetingId)).toMatchObject({ hasObjected: true, role: null, facts: [], candidates: [] });
  for (const fact of facts) expect(await known()).not.toContain(fact);
  // The company is not covered by the objection.
  expect((await latest(meeting.meetingId))?.companies.map(({ domain }) => domain)).toEqual(['brightwater.test']);
  expect(await readMeeting(lab, meeting.meetingId)).toMatchObject({ usage: 'used' });
  const mails = await eventually(
    () => lab.outbox(past.user.email),
    (sent) => sent.length === 2,
  );
  const mail = mails.find(({ text }) => text?.includes('Asked not to be researched'));
  expect(mail?.text).toMatch(/Leonie Hartmann\s+\(Accepted · Asked not to be researched\)/);
  expect(mail?.text).toContain('Brightwater');
  for (const fact of facts) expect(mail?.text).not.toContain(fact.replaceAll(/\s*\[\d+\]/g, ''));
  await withdraw(id);
  await handle.terminate();
}, 120_000);

test('attack 56: a guest who objects during research is left out of the report', async () => {
  await lab.pool.query(sql.typeAlias('void')`delete from dossiers`);
  const meeting = await seedPlannedMeeting(lab.pool, { briefingInS: 600, attendees: [LEONIE] });
  const answer = { email: LEONIE.email, chosenUrl: null, rejectedUrls: ['https://people.test/another-leonie'] };
  await lab.pool.transaction((transaction) => upsertPersonAnswer(transaction, { ...answer, userId: meeting.user.id }));
  await lab.control(lab.anthropic, '/faults', { method: 'POST', path: '/v1/messages', delayMs: 2_000, times: 1 });
  const handle = await startMeeting(lab, meeting);
  // From here on the model is asked about the guest.
  await eventually(peopleKnown, (keys) => keys.length === 1);
  const id = await object('address', LEONIE.email);
  await researched(meeting.meetingId, 1);
  expect(await guestOf(meeting.meetingId)).toMatchObject({ hasObjected: true, role: null, facts: [] });
  expect(await peopleKnown()).toEqual([]);
  expect(await known()).not.toContain('another-leonie');
  await withdraw(id);
  await handle.terminate();
}, 60_000);

test('attack 56: neither an objecting company nor its people are researched until it withdraws', async () => {
  const meeting = await seedPlannedMeeting(lab.pool, { briefingInS: 600, attendees: [LEONIE] });
  const handle = await startMeeting(lab, meeting);
  await researched(meeting.meetingId, 1);
  const id = await object('domain', 'brightwater.test');
  await researched(meeting.meetingId, 2);
  const report = await latest(meeting.meetingId);
  expect(report).toMatchObject({ companies: [], sources: [], summary: 'Your guest asked not to be researched.' });
  expect(report?.notFound).toContain(
    'brightwater.test asked not to be researched, so nothing is said about it or its people.',
  );
  expect(await guestOf(meeting.meetingId)).toMatchObject({ hasObjected: true });
  await withdraw(id);
  const next = await seedPlannedMeeting(lab.pool, { briefingInS: 600, attendees: [LEONIE] });
  const second = await startMeeting(lab, next);
  await researched(next.meetingId, 1);
  expect((await guestOf(next.meetingId))?.hasObjected).toBeUndefined();
  await Promise.all([handle, second].map((one) => one.terminate()));
}, 60_000);
