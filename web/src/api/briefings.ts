import { infiniteQueryOptions } from '@tanstack/react-query';
import type { listBriefings, listMutedMeetings, unmuteMeeting } from '#contract/briefings.ts';
import { byCursor } from './by-cursor.ts';
import { caller, read } from './client.ts';
import { meetingsKey } from './meetings.ts';

/** The briefing history, latest meeting first. */
export const briefingsQuery = infiniteQueryOptions({
  queryKey: [...meetingsKey, 'briefings'],
  queryFn: ({ pageParam }) => read<typeof listBriefings>('/briefings', { query: { cursor: pageParam } }),
  ...byCursor,
});

/** Muted meetings and series, newest first. */
export const mutedMeetingsQuery = infiniteQueryOptions({
  queryKey: [...meetingsKey, 'muted'],
  queryFn: ({ pageParam }) => read<typeof listMutedMeetings>('/briefings/muted', { query: { cursor: pageParam } }),
  ...byCursor,
});

export const deleteMute = caller<typeof unmuteMeeting>('delete', '/briefings/muted/:id');
