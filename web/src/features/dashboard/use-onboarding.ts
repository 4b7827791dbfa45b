import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { meetingsQuery, statisticsQuery, upcomingMeetingsQuery } from '#web/api/meetings.ts';
import { useIntegrations } from '#web/features/calendars/use-integrations.ts';
import { onboardingSteps } from './onboarding-steps.ts';

/**
 * The steps to the first briefing; none while they are not known, because something is still on its way or could not be read.
 * `isPending` ends once each was asked for, whatever came of it: a panel that tries again does so in its own place.
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
