import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { meetingsQuery, statisticsQuery, upcomingMeetingsQuery } from '#web/api/meetings.ts';
import { useIntegrations } from '#web/features/calendars/use-integrations.ts';
import { onboardingSteps } from './onboarding-steps.ts';

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
