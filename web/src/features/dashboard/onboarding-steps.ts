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
      title: 'Meet somebody from outside',
      hint: isSyncing
        ? 'Your calendar is being read right now.'
        : 'As soon as an event with outside guests is in your calendar, it is found.',
      isDone: isFound,
    },
    {
      title: 'Research is ready',
      hint: 'Runs by itself, usually within a few minutes.',
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
