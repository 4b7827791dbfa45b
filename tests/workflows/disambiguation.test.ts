import { expect, test } from 'vitest';
import * as z from 'zod';
import { saveDisambiguation } from '#api/commands/save-disambiguation.ts';
import { reopenResearch } from '#db/queries/meeting-plan.ts';
import { upsertPersonAnswer } from '#db/queries/person-answers.ts';
import { lockPlanning } from '#db/queries/planning-locks.ts';
import { findLatestResearch } from '#db/queries/research-results.ts';
import { sql } from '#db/sql.ts';
import { listOutbox } from '#tests/support/builders.ts';
import { meetingChangedSignal, meetingWorkflowId } from '#workflows/names.ts';
import { acceptedBy, LEONIE, openMeetingLab, type PlannedMeeting } from './meeting-lab.ts';

const lab = await openMeetingLab();

const EMAIL = 'alex.moreau@gmail.com';
const ALEX = acceptedBy(EMAIL, 'Alex Moreau');
const guestOf = async ({ meetingId }: PlannedMeeting) => {
  const research = await findLatestResearch(lab.pool, meetingId);
  return { report: research?.report, guest: research?.report.guests.find(({ email }) => email === EMAIL) };
};

test('nothing is reported about either of two namesakes until the user chooses', async () => {
  const attendees = [ALEX];
  await using meeting = await lab.start({ briefingInS: 600, attendees });
  const { user, meetingId } = meeting;
  await meeting.researched();
  const asked = await guestOf(meeting);
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
  await meeting.announce();
  await meeting.researched(2);
  const { guest, report } = await guestOf(meeting);
  expect(guest).toMatchObject({ identity: 'confirmed', candidates: [] });
  expect(`${guest?.role} ${guest?.facts.join(' ')}`).toMatch(/Partnerships|Lumenfield/);
  expect(JSON.stringify(report)).not.toMatch(/Northpeak|finance director|Financial/);
  expect(await meeting.read()).toMatchObject({ usage: 'used' });

  await using next = await lab.start({ briefingInS: 600, attendees, user });
  await next.researched();
  expect((await guestOf(next)).guest).toMatchObject({ identity: 'confirmed' });

  // Another user's answer has no effect on this guest.
  await using stranger = await lab.start({ briefingInS: 600, attendees });
  await stranger.researched();
  expect((await guestOf(stranger)).guest).toMatchObject({ identity: 'unknown', facts: [] });
});

/** Starts a meeting whose report asks which of two people its guest is. */
async function startAsked(attendees = [ALEX]) {
  await lab.control(lab.anthropic, '/reset', {});
  await lab.pool.query(sql.typeAlias('void')`delete from dossiers`);
  const meeting = await lab.start({ briefingInS: 600, leadMinutes: 20, attendees });
  await meeting.researched();
  const urls = (await guestOf(meeting)).guest?.candidates.map(({ url }) => url) ?? [];
  const pageOf = (site: string) => urls.find((url) => url.includes(`${site}.test/team/`)) ?? '';
  const [lumenfield, northpeak] = [pageOf('lumenfield'), pageOf('northpeak')];
  expect([lumenfield, northpeak]).not.toContain('');
  return { ...meeting, lumenfield, northpeak, urls };
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

const textAbout = async (meeting: PlannedMeeting) => {
  const { guest, report } = await guestOf(meeting);
  return JSON.stringify([guest?.role, guest?.facts, report?.summary]);
};

test('an answer given during another meeting’s first research is used in that meeting’s only email', async () => {
  await using asked = await startAsked();
  const attendees = [ALEX, LEONIE];
  await using other = await lab.seed({ briefingInS: 600, leadMinutes: 20, attendees, user: asked.user });
  const first = lab.holdModel();
  await other.startWorkflow();
  await first.asked;
  await answer(asked, asked.lumenfield, asked.urls);
  expect(await other.read()).toMatchObject({ researchState: 'running', results: 0 });

  first.release();
  await other.researched(2);
  expect((await guestOf(other)).guest).toMatchObject({ identity: 'confirmed', candidates: [] });
  await other.becomesDue();
  const mail = await other.onlyMail();
  await other.reaches('following');
  expect(await other.mails()).toHaveLength(1);
  expect(mail?.text).toMatch(/Lumenfield|Partnerships/);
  expect(mail?.text).not.toMatch(/Which one is Alex Moreau|Northpeak/);
  expect(await other.read()).toMatchObject({ usage: 'used', results: 2, briefingState: 'sent' });
});

test('the last of several answers counts, even during research', async () => {
  await using meeting = await startAsked();
  const { lumenfield, northpeak, urls } = meeting;
  for (const [index, page] of [lumenfield, northpeak, lumenfield].entries()) {
    await answer(meeting, page, urls);
    await meeting.researched(index + 2);
    const text = await textAbout(meeting);
    expect(text).toMatch(page === lumenfield ? /Lumenfield/ : /Northpeak/);
    expect(text).not.toMatch(page === lumenfield ? /Northpeak/ : /Lumenfield/);
  }
  const fifth = lab.holdModel();
  await answer(meeting, northpeak, urls);
  await fifth.asked;
  for (const page of [lumenfield, northpeak, lumenfield]) await answer(meeting, page, urls);
  fifth.release();
  await meeting.researched(6);
  expect(await textAbout(meeting)).toMatch(/Lumenfield/);
  expect(await textAbout(meeting)).not.toMatch(/Northpeak/);
  expect(await meeting.read()).toMatchObject({ usage: 'used' });
});

test('an answer given during research that fails still leads to new research', async () => {
  await using meeting = await startAsked();
  const { lumenfield, northpeak, urls } = meeting;
  await lab.failSecondAnswer(401);
  const failing = lab.holdModel();
  await answer(meeting, lumenfield, urls);
  await failing.asked;
  await answer(meeting, northpeak, urls);
  failing.release();
  await meeting.researched(2);
  expect(await textAbout(meeting)).toMatch(/Northpeak/);
  expect(await meeting.read()).toMatchObject({ researchError: null, usage: 'used' });
});

test('an email never mentions a person rejected by the user, even if new research failed', async () => {
  await using meeting = await startAsked([ALEX, LEONIE]);
  const { lumenfield, urls } = meeting;
  await answer(meeting, lumenfield, urls);
  await meeting.researched(2);
  const { report, guest } = await guestOf(meeting);
  expect(guest?.identity).toBe('confirmed');
  await lab.control(lab.anthropic, '/faults', { method: 'POST', path: '/v1/messages', status: 401, times: 20 });
  const cited = [...`${guest?.role} ${guest?.facts.join(' ')}`.matchAll(/\[(\d+)\]/g)];
  const wrong = cited.flatMap(([, number]) => report?.sources[Number(number) - 1]?.url ?? []);
  await answer(meeting, null, wrong);
  await meeting.until({ researchState: 'failed' });
  await meeting.becomesDue();
  const mail = await meeting.onlyMail();
  expect(mail?.text).not.toMatch(/Lumenfield|Partnerships/i);
  expect(mail?.text).toMatch(/Brightwater/);
});
