import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { saveDisambiguation } from '#api/commands/save-disambiguation.ts';
import { reopenResearch } from '#db/queries/meeting-plan.ts';
import { upsertPersonAnswer } from '#db/queries/person-answers.ts';
import { lockPlanning } from '#db/queries/planning-locks.ts';
import { findLatestResearch } from '#db/queries/research-results.ts';
import { sql } from '#db/sql.ts';
import { listOutbox } from '#tests/support/builders.ts';
import { meetingChangedSignal, meetingStatusQuery, meetingWorkflowId } from '#workflows/names.ts';
import {
  announceChange,
  eventually,
  type MeetingLab,
  openMeetingLab,
  type PlannedMeeting,
  readMeeting,
  seedPlannedMeeting,
  startMeeting,
} from './meeting-lab.ts';

let lab: MeetingLab;
beforeAll(async () => {
  lab = await openMeetingLab();
});
afterAll(() => lab.close());

const EMAIL = 'alex.moreau@gmail.com';
const guestOf = async (meetingId: string) => {
  const research = await findLatestResearch(lab.pool, meetingId);
  return { report: research?.report, guest: research?.report.guests.find(({ email }) => email === EMAIL) };
};
const researched = (meetingId: string, times: number) =>
  eventually(
    () => readMeeting(lab, meetingId),
    ({ results, researchState }) => results === times && researchState === 'completed',
  );

test('of two people with the same name, nothing is reported until the user chooses', async () => {
  const attendees = [{ email: EMAIL, name: 'Alex Moreau', responseStatus: 'accepted' as const }];
  const meeting = await seedPlannedMeeting(lab.pool, { briefingInS: 600, attendees });
  const { user, meetingId } = meeting;
  const handle = await startMeeting(lab, meeting);
  await researched(meetingId, 1);
  const asked = await guestOf(meetingId);
  expect(asked.guest).toMatchObject({ identity: 'unknown', role: null, facts: [] });
  expect(asked.report?.notFound.join()).toContain('Which one is Alex Moreau?');
  const urls = asked.guest?.candidates.map(({ url }) => url) ?? [];
  const chosenUrl = urls.find((url) => url.includes('lumenfield.test/team/')) ?? '';
  const rejectedUrls = urls.filter((url) => url !== chosenUrl);
  expect(chosenUrl).not.toBe('');
  expect(rejectedUrls.some((url) => url.includes('northpeak.test/team/'))).toBe(true);

  await lab.pool.transaction(async (transaction) => {
    await upsertPersonAnswer(transaction, { userId: user.id, email: EMAIL, chosenUrl, rejectedUrls });
    await reopenResearch(transaction, { meetingId, version: 1 });
  });
  await announceChange(lab, meetingId);
  await researched(meetingId, 2);
  const { guest, report } = await guestOf(meetingId);
  expect(guest).toMatchObject({ identity: 'confirmed', candidates: [] });
  expect(`${guest?.role} ${guest?.facts.join(' ')}`).toMatch(/Partnerships|Lumenfield/);
  expect(JSON.stringify(report)).not.toMatch(/Northpeak|finance director|Financial/);
  expect(await readMeeting(lab, meetingId)).toMatchObject({ usage: 'used' });

  const next = await seedPlannedMeeting(lab.pool, { briefingInS: 600, attendees, user });
  const nextHandle = await startMeeting(lab, next);
  await researched(next.meetingId, 1);
  expect((await guestOf(next.meetingId)).guest).toMatchObject({ identity: 'confirmed' });

  // Another user's answer has no effect on this guest.
  const stranger = await seedPlannedMeeting(lab.pool, { briefingInS: 600, attendees });
  const strangerHandle = await startMeeting(lab, stranger);
  await researched(stranger.meetingId, 1);
  expect((await guestOf(stranger.meetingId)).guest).toMatchObject({ identity: 'unknown', facts: [] });
  await Promise.all([handle, nextHandle, strangerHandle].map((one) => one.terminate()));
}, 60_000);

const ALEX = { email: EMAIL, name: 'Alex Moreau', responseStatus: 'accepted' as const };
const LEONIE = {
  email: 'leonie.hartmann@brightwater.test',
  name: 'Leonie Hartmann',
  responseStatus: 'accepted' as const,
};

/** Starts a meeting whose report asks which of two people its guest is. */
async function startAsked(briefingInS = 600, attendees = [ALEX]) {
  await lab.control(lab.anthropic, '/reset', {});
  await lab.pool.query(sql.typeAlias('void')`delete from dossiers`);
  const meeting = await seedPlannedMeeting(lab.pool, { briefingInS, attendees });
  const handle = await startMeeting(lab, meeting);
  await researched(meeting.meetingId, 1);
  const urls = (await guestOf(meeting.meetingId)).guest?.candidates.map(({ url }) => url) ?? [];
  const pageOf = (site: string) => urls.find((url) => url.includes(`${site}.test/team/`)) ?? '';
  const [lumenfield, northpeak] = [pageOf('lumenfield'), pageOf('northpeak')];
  expect([lumenfield, northpeak]).not.toContain('');
  return { meeting, handle, lumenfield, northpeak, urls };
}

/** Saves an answer as the screen does, then dispatches it. */
async function answer({ user }: PlannedMeeting, chosenUrl: string | null, urls: readonly string[]): Promise<void> {
  const rejectedUrls = urls.filter((url) => url !== chosenUrl);
  await lab.pool.query(sql.typeAlias('void')`delete from outbox`);
  await lab.pool.transaction(async (transaction) => {
    await lockPlanning(transaction, user.id);
    await saveDisambiguation(transaction, { userId: user.id, email: EMAIL, chosenUrl, rejectedUrls });
  });
  for (const message of await listOutbox(lab.pool)) {
    const { meetingId, version } = z.object({ meetingId: z.string(), version: z.number() }).parse(message);
    await lab.client.workflow.getHandle(meetingWorkflowId(meetingId)).signal(meetingChangedSignal, { version });
  }
}

const delayModel = (delayMs: number, times = 1) =>
  lab.control(lab.anthropic, '/faults', { method: 'POST', path: '/v1/messages', delayMs, times });
const inState = (meetingId: string, state: string) =>
  eventually(
    () => readMeeting(lab, meetingId),
    ({ researchState }) => researchState === state,
  );
const speaksOf = async (meetingId: string) => {
  const { guest, report } = await guestOf(meetingId);
  return { identity: guest?.identity, text: JSON.stringify([guest?.role, guest?.facts, report?.summary]) };
};

test('an answer during the first research of another meeting reaches its only mail', async () => {
  const asked = await startAsked();
  const other = await seedPlannedMeeting(lab.pool, {
    briefingInS: 15,
    attendees: [ALEX, LEONIE],
    user: asked.meeting.user,
  });
  await delayModel(3_000);
  const handle = await startMeeting(lab, other);
  await inState(other.meetingId, 'running');
  await answer(asked.meeting, asked.lumenfield, asked.urls);
  // Meanwhile its first research is still running.
  expect(await readMeeting(lab, other.meetingId)).toMatchObject({ researchState: 'running', results: 0 });

  await researched(other.meetingId, 2);
  expect((await guestOf(other.meetingId)).guest).toMatchObject({ identity: 'confirmed', candidates: [] });
  const mailsToUser = () => lab.outbox(asked.meeting.user.email);
  const ofOther = await eventually(mailsToUser, (mails) => mails.length > 0, 60_000);
  await eventually(
    () => handle.query(meetingStatusQuery),
    ({ state }) => state === 'following',
  );
  expect(await mailsToUser()).toHaveLength(1);
  expect(ofOther[0]?.text).toMatch(/Lumenfield|Partnerships/);
  expect(ofOther[0]?.text).not.toMatch(/Which one is Alex Moreau|Northpeak/);
  expect(await readMeeting(lab, other.meetingId)).toMatchObject({ usage: 'used', results: 2, briefingState: 'sent' });
  await Promise.all([handle, asked.handle].map((one) => one.terminate()));
}, 90_000);

test('the last of several answers counts, even during research', async () => {
  const { meeting, handle, lumenfield, northpeak, urls } = await startAsked();
  const { meetingId } = meeting;
  for (const [index, page] of [lumenfield, northpeak, lumenfield].entries()) {
    await answer(meeting, page, urls);
    await researched(meetingId, index + 2);
    const { text } = await speaksOf(meetingId);
    expect(text).toMatch(page === lumenfield ? /Lumenfield/ : /Northpeak/);
    expect(text).not.toMatch(page === lumenfield ? /Northpeak/ : /Lumenfield/);
  }
  await delayModel(3_000);
  await answer(meeting, northpeak, urls);
  await inState(meetingId, 'running');
  for (const page of [lumenfield, northpeak, lumenfield]) await answer(meeting, page, urls);
  await researched(meetingId, 6);
  expect((await speaksOf(meetingId)).text).toMatch(/Lumenfield/);
  expect((await speaksOf(meetingId)).text).not.toMatch(/Northpeak/);
  expect(await readMeeting(lab, meetingId)).toMatchObject({ usage: 'used' });
  await handle.terminate();
}, 120_000);

test('an answer given during research that fails still leads to new research', async () => {
  const { meeting, handle, lumenfield, northpeak, urls } = await startAsked();
  const { meetingId } = meeting;
  await delayModel(3_000);
  await lab.control(lab.anthropic, '/next', { behaviour: 'refusal', times: 1 });
  await answer(meeting, lumenfield, urls);
  await inState(meetingId, 'running');
  await answer(meeting, northpeak, urls);
  await researched(meetingId, 2);
  expect((await speaksOf(meetingId)).text).toMatch(/Northpeak/);
  expect(await readMeeting(lab, meetingId)).toMatchObject({ researchError: null, usage: 'used' });
  await handle.terminate();
}, 60_000);

test('a mail never mentions a person rejected by the user, even if new research failed', async () => {
  const { meeting, handle, lumenfield, urls } = await startAsked(15, [ALEX, LEONIE]);
  const { meetingId, user } = meeting;
  await answer(meeting, lumenfield, urls);
  await researched(meetingId, 2);
  const { report, guest } = await guestOf(meetingId);
  expect(guest?.identity).toBe('confirmed');
  await lab.control(lab.anthropic, '/next', { behaviour: 'refusal', times: 5 });
  const cited = [...`${guest?.role} ${guest?.facts.join(' ')}`.matchAll(/\[(\d+)\]/g)];
  const wrong = cited.flatMap(([, number]) => report?.sources[Number(number) - 1]?.url ?? []);
  await answer(meeting, null, wrong);
  await inState(meetingId, 'failed');
  const [mail] = await eventually(
    () => lab.outbox(user.email),
    (mails) => mails.length > 0,
  );
  expect(mail?.text).not.toMatch(/Lumenfield|Partnerships/i);
  expect(mail?.text).toMatch(/Brightwater/);
  await handle.terminate();
}, 60_000);
