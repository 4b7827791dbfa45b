import { afterAll, beforeAll, expect, test } from 'vitest';
import { reopenResearch } from '#db/queries/meeting-plan.ts';
import { upsertPersonAnswer } from '#db/queries/person-answers.ts';
import { findLatestResearch } from '#db/queries/research-results.ts';
import {
  announceChange,
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

test('two people share the name: nothing is said of either until the user says which; the answer counts for the next meeting too', async () => {
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

  // Somebody else's answer says nothing about this guest.
  const stranger = await seedPlannedMeeting(lab.pool, { briefingInS: 600, attendees });
  const strangerHandle = await startMeeting(lab, stranger);
  await researched(stranger.meetingId, 1);
  expect((await guestOf(stranger.meetingId)).guest).toMatchObject({ identity: 'unknown', facts: [] });
  await Promise.all([handle, nextHandle, strangerHandle].map((one) => one.terminate()));
}, 60_000);
