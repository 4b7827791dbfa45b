import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { CalendarIntegration } from '#contract/calendar.ts';
import type { Meeting, MeetingStatistics } from '#contract/meetings.ts';
import { meetingsQuery, statisticsQuery, upcomingMeetingsQuery } from '#web/api/meetings.ts';
import { useIntegrations } from '#web/features/calendars/use-integrations.ts';

/**
 * The steps to the first briefing; empty while any of the data is missing.
 * `isPending` turns false once all requests have finished, even if they failed: other panels handle retries.
 */
export function useOnboarding() {
  const integrations = useIntegrations();
  const statistics = useQuery(statisticsQuery);
  const upcoming = useQuery(upcomingMeetingsQuery);
  const past = useInfiniteQuery(meetingsQuery('past'));
  const isPending = [integrations, statistics, upcoming, past].some(({ isFetched }) => !isFetched);
  if (!integrations.data || !statistics.data || !upcoming.data || !past.data) return { isPending, steps: [] };
  const meetings = [...upcoming.data, ...past.data.pages.flatMap((page) => page.meetings)];
  return { isPending, steps: onboardingSteps(integrations.data, statistics.data, meetings) };
}

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
      title: 'Get your first research report',
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
