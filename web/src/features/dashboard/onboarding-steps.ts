import type { CalendarIntegration } from '#contract/calendar.ts';
import type { Meeting, MeetingStatistics } from '#contract/meetings.ts';

export type OnboardingStep = {
  title: string;
  hint: string;
  isDone: boolean;
  link?: { to: '/app/settings' | '/app/meetings'; label: string };
};

/** The steps to the first briefing. A completed step completes those before it. */
export function onboardingSteps(
  integrations: CalendarIntegration[],
  statistics: MeetingStatistics,
  meetings: Meeting[],
): OnboardingStep[] {
  const isBriefed = meetings.some(({ isBriefingSent }) => isBriefingSent);
  const isResearched = isBriefed || meetings.some(({ isResearchCompleted }) => isResearchCompleted);
  const isFound = isResearched || statistics.externalMeetings + statistics.mixedMeetings > 0;
  const isConnected = isFound || integrations.some(({ isActive }) => isActive);
  const isSyncing = integrations.some((integration) => integration.isSyncing);
  return [
    {
      title: 'Connect a calendar',
      hint: 'Read-only. Foreword never changes your events.',
      isDone: isConnected,
      link: { to: '/app/settings', label: 'Connect a calendar' },
    },
    {
      title: 'Find your first external meeting',
      hint: isSyncing
        ? 'We’re reading your calendar now.'
        : 'Any event with guests from outside your company is picked up automatically.',
      isDone: isFound,
    },
    {
      title: 'Research is ready',
      hint: 'Research starts automatically and usually takes a few minutes.',
      isDone: isResearched,
      link: { to: '/app/meetings', label: 'See progress' },
    },
    {
      title: 'Receive the briefing',
      hint: 'We email it to you before the meeting.',
      isDone: isBriefed,
      link: { to: '/app/meetings', label: 'See when' },
    },
  ];
}
