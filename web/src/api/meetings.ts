import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { MEETING_WINDOW_DAYS, UPCOMING_MEETINGS_SHOWN } from '#contract/limits.ts';
import type { getMeetingStatistics, listMeetings, Meeting } from '#contract/meetings.ts';
import { byCursor } from './by-cursor.ts';
import { call, read } from './client.ts';

export type MeetingRange = 'upcoming' | 'past' | 'all';

const DAY_MS = 86_400_000;
const PAGE_SIZE = 100;

/** The prefix of all queries that show meetings, so that one invalidation refreshes them all. */
export const meetingsKey = ['meetings'];

/** The upcoming meetings on the dashboard. */
export const upcomingMeetingsQuery = queryOptions({
  queryKey: [...meetingsKey, 'next'],
  queryFn: async () => {
    const query = { limit: UPCOMING_MEETINGS_SHOWN, ...rangeDates('upcoming', Date.now()) };
    return (await read<typeof listMeetings>('/meetings', { query })).meetings;
  },
});

/** Number of days after a meeting during which we ask how it went. */
const ASKED_DAYS = 7;
/** The API's maximum page size for meetings. */
const MOST_ASKED = 500;

/** The latest external meeting of the past 7 days whose outcome the user has neither noted nor skipped, or null. */
export const unaskedMeetingQuery = queryOptions({
  queryKey: [...meetingsKey, 'unasked'],
  queryFn: async () => {
    const nowMs = Date.now();
    const query = {
      limit: MOST_ASKED,
      startDate: new Date(nowMs - ASKED_DAYS * DAY_MS).toISOString(),
      endDate: new Date(nowMs).toISOString(),
    };
    const { meetings } = await read<typeof listMeetings>('/meetings', { query });
    const isUnasked = ({ endTime, outcome, isOutcomeAsked, meetingType }: Meeting) =>
      Date.parse(endTime) < nowMs && outcome === null && !isOutcomeAsked && meetingType !== 'internal';
    return meetings.findLast(isUnasked) ?? null;
  },
});

/** The meetings in a range, by start time. */
export function meetingsQuery(range: MeetingRange) {
  return infiniteQueryOptions({
    queryKey: [...meetingsKey, 'list', range],
    queryFn: ({ pageParam }) =>
      call<typeof listMeetings>({
        method: 'get',
        path: '/meetings',
        query: { limit: PAGE_SIZE, ...rangeDates(range, Date.now()), cursor: pageParam },
      }),
    ...byCursor,
  });
}

export const statisticsQuery = queryOptions({
  queryKey: [...meetingsKey, 'statistics'],
  queryFn: async () => (await read<typeof getMeetingStatistics>('/meetings/domain-statistics')).statistics,
});

/**
 * The query dates for a range: the next or the last 30 days, or none for `all`.
 * @param nowMs epoch milliseconds
 */
export function rangeDates(range: MeetingRange, nowMs: number): { startDate?: string; endDate?: string } {
  const windowMs = MEETING_WINDOW_DAYS * DAY_MS;
  const iso = (ms: number) => new Date(ms).toISOString();
  if (range === 'upcoming') return { startDate: iso(nowMs), endDate: iso(nowMs + windowMs) };
  if (range === 'past') return { startDate: iso(nowMs - windowMs), endDate: iso(nowMs) };
  return {};
}
