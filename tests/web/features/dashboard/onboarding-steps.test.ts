import { expect, test } from 'vitest';
import { buildMeeting } from '#tests/web/features/meetings/meeting.ts';
import { onboardingSteps } from '#web/features/dashboard/use-onboarding.ts';

const none = {
  totalMeetings: 0,
  internalMeetings: 0,
  externalMeetings: 0,
  mixedMeetings: 0,
  topExternalDomains: [],
  averageExternalAttendeesPerMeeting: 0,
  change: { totalPercent: 12, averageExternalAttendees: 0.5 },
};

function doneCount(...given: Parameters<typeof onboardingSteps>): number {
  return onboardingSteps(...given).filter(({ isDone }) => isDone).length;
}

test('a new user has completed no steps, and the first links to Settings', () => {
  const [first] = onboardingSteps([], none, []);
  expect(first).toMatchObject({ isDone: false, link: { to: '/app/settings' } });
  expect(doneCount([], none, [])).toBe(0);
});

test('each milestone completes its step and all earlier ones', () => {
  expect(doneCount([], { ...none, mixedMeetings: 1 }, [])).toBe(2);
  expect(doneCount([], none, [buildMeeting({ isResearchCompleted: true })])).toBe(3);
  expect(doneCount([], none, [buildMeeting({ isBriefingSent: true })])).toBe(4);
});
