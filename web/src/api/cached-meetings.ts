import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { DataOf } from '#contract/http.ts';
import type { listMeetings, Meeting } from '#contract/meetings.ts';
import { meetingsKey, upcomingMeetingsQuery } from './meetings.ts';

/** The meetings in all cached lists, by start time. */
export function cachedMeetings(queryClient: QueryClient): Meeting[] {
  const lists = queryClient.getQueriesData<InfiniteData<DataOf<typeof listMeetings>>>({
    queryKey: [...meetingsKey, 'list'],
  });
  const next = queryClient.getQueryData(upcomingMeetingsQuery.queryKey) ?? [];
  const all = [...next, ...lists.flatMap(([, data]) => data?.pages.flatMap(({ meetings }) => meetings) ?? [])];
  const known = new Map(all.map((meeting) => [meeting.id, meeting]));
  return [...known.values()].toSorted((one, other) => one.startTime.localeCompare(other.startTime));
}
