import type { CalendarIntegration } from '#contract/calendar.ts';
import type { Meeting, MeetingStatistics } from '#contract/meetings.ts';

export type OnboardingStep = {
  title: string;
  hint: string;
  isDone: boolean;
  link?: { to: '/app/settings' | '/app/meetings'; label: string };
};

/** What a newcomer has done and what comes next; a later step done makes the earlier ones done too. */
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
      hint: 'Read-only. Foreword never changes an event.',
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
      hint: 'Runs automatically, usually within a few minutes.',
      isDone: isResearched,
      link: { to: '/app/meetings', label: 'Watch it' },
    },
    {
      title: 'Receive the briefing',
      hint: 'It is mailed to you before the meeting starts.',
      isDone: isBriefed,
      link: { to: '/app/meetings', label: 'See when' },
    },
  ];
}
