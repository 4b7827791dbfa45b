import { expect, test } from 'vitest';
import * as z from 'zod';
import { deliverMessage } from '#api/deliver-message.ts';
import { outboxMessage } from '#db/queries/outbox.ts';
import { upsertPersonAnswer } from '#db/queries/person-answers.ts';
import { findLatestResearch } from '#db/queries/research-results.ts';
import { sql } from '#db/sql.ts';
import { listOutbox, seedObjection } from '#tests/support/builders.ts';
import { captureHistory } from '#tests/support/histories.ts';
import { applyObjectionId } from '#workflows/names.ts';
import { DUE, LEONIE, openMeetingLab, type PlannedMeeting } from './meeting-lab.ts';

const lab = await openMeetingLab();

/** Every meeting is with this guest. */
const attendees = [LEONIE];
const latest = async ({ meetingId }: PlannedMeeting) => (await findLatestResearch(lab.pool, meetingId))?.report;
const guestOf = async (meeting: PlannedMeeting) =>
  (await latest(meeting))?.guests.find(({ email }) => email === LEONIE.email);
/** Returns everything stored from research, answers and sent emails, as one string. */
const known = () =>
  lab.pool.oneFirst(sql.type(z.object({ text: z.string() }))`
    select concat_ws(' ', (select string_agg(report::text || raw_response || coalesce(answers::text, ''), ' ') from research_results),
      (select string_agg(dossiers::text, ' ') from dossiers), (select string_agg(person_answers::text, ' ') from person_answers),
      (select string_agg(data::text, ' ') from emails where state = 'sent')) as text
  `);

const peopleKnown = async () =>
  await lab.pool.any(sql.type(z.object({ key: z.string() }))`select key from dossiers where key like 'person:%'`);

/** Seeds a confirmed objection and dispatches every message it causes. Returns the objection's id. */
async function object(kind: 'address' | 'domain', listed: string): Promise<string> {
  await lab.pool.query(sql.typeAlias('void')`delete from outbox`);
  const objectionId = await seedObjection(lab.pool, lab.encryption, { kind, listed });
  await deliverMessage(lab.client, { workflow: 'objection', objectionId });
  await lab.client.workflow.getHandle(applyObjectionId(objectionId)).result();
  for (const message of await listOutbox(lab.pool)) await deliverMessage(lab.client, outboxMessage.parse(message));
  return objectionId;
}
const withdraw = (id: string) => lab.pool.query(sql.typeAlias('void')`delete from objections where id = ${id}`);

test('attack 56: an objection erases all research on the guest, and the next briefing mentions it', async () => {
  await using past = await lab.start({ ...DUE, attendees });
  await past.briefed();
  await past.handle.terminate();
  await using meeting = await lab.start({ briefingInS: 600, leadMinutes: 20, attendees, user: past.user });
  await meeting.researched();
  const before = await guestOf(meeting);
  const facts = [before?.role ?? '', ...(before?.facts ?? [])].filter((text) => text !== '');
  expect(facts).not.toEqual([]);
  expect(await known()).toContain(facts[0]);

  const id = await object('address', LEONIE.email);
  await captureHistory('objection', lab.client.workflow.getHandle(applyObjectionId(id)));
  await meeting.researched(2);
  expect(await guestOf(meeting)).toMatchObject({ hasObjected: true, role: null, facts: [], candidates: [] });
  for (const fact of facts) expect(await known()).not.toContain(fact);
  // The company is not covered by the objection.
  expect((await latest(meeting))?.companies.map(({ domain }) => domain)).toEqual(['brightwater.test']);
  expect(await meeting.read()).toMatchObject({ usage: 'used' });
  await meeting.becomesDue();
  const mails = await past.mailed(2);
  const mail = mails.find(({ text }) => text?.includes('Not researched, by request'));
  expect(mail?.text).toMatch(/Leonie Hartmann\s+\(Accepted · Not researched, by request\)/);
  expect(mail?.text).toContain('Brightwater');
  for (const fact of facts) expect(mail?.text).not.toContain(fact.replaceAll(/\s*\[\d+\]/g, ''));
  await withdraw(id);
});

test('attack 47: an objection delivered again, as after a database restore, is applied again', async () => {
  const id = await object('address', LEONIE.email);
  await using meeting = await lab.seed({ briefingInS: 600, attendees });
  const answer = { email: LEONIE.email, chosenUrl: null, rejectedUrls: ['https://people.test/another-leonie'] };
  await lab.pool.transaction((transaction) => upsertPersonAnswer(transaction, { ...answer, userId: meeting.user.id }));
  await deliverMessage(lab.client, { workflow: 'objection', objectionId: id });
  await lab.client.workflow.getHandle(applyObjectionId(id)).result();
  expect(await known()).not.toContain('another-leonie');
  await withdraw(id);
});

test('attack 56: a report omits research on a guest who objects while it runs', async () => {
  await lab.pool.query(sql.typeAlias('void')`delete from dossiers`);
  await using meeting = await lab.seed({ briefingInS: 600, attendees });
  const answer = { email: LEONIE.email, chosenUrl: null, rejectedUrls: ['https://people.test/another-leonie'] };
  await lab.pool.transaction((transaction) => upsertPersonAnswer(transaction, { ...answer, userId: meeting.user.id }));
  const answered = lab.holdModel();
  await meeting.startWorkflow();
  await answered.asked;
  expect(await peopleKnown()).toHaveLength(1);
  const id = await object('address', LEONIE.email);
  answered.release();
  await meeting.researched();
  expect(await guestOf(meeting)).toMatchObject({ hasObjected: true, role: null, facts: [] });
  expect(await peopleKnown()).toEqual([]);
  expect(await known()).not.toContain('another-leonie');
  await withdraw(id);
});

test('attack 56: an objecting company and its people are not researched until it withdraws the objection', async () => {
  await using meeting = await lab.start({ briefingInS: 600, attendees });
  await meeting.researched();
  const id = await object('domain', 'brightwater.test');
  await meeting.researched(2);
  const report = await latest(meeting);
  expect(report).toMatchObject({
    companies: [],
    sources: [],
    summary: 'Your guest, or their company, asked not to be researched.',
  });
  expect(report?.notFound).toContain('brightwater.test asked not to be researched, so it and its people are left out.');
  expect(await guestOf(meeting)).toMatchObject({ hasObjected: true });
  await withdraw(id);
  await using next = await lab.start({ briefingInS: 600, attendees });
  await next.researched();
  expect((await guestOf(next))?.hasObjected).toBeUndefined();
});
