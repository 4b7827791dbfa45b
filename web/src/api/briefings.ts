import { infiniteQueryOptions } from '@tanstack/react-query';
import type { listBriefings, listMutedMeetings, unmuteMeeting } from '#contract/briefings.ts';
import { byCursor } from './by-cursor.ts';
import { call } from './client.ts';
import { meetingsKey } from './meetings.ts';

/** The briefing history, latest meeting first. */
export const briefingsQuery = infiniteQueryOptions({
  queryKey: [...meetingsKey, 'briefings'],
  queryFn: ({ pageParam }) =>
    call<typeof listBriefings>({ method: 'get', path: '/briefings', query: { cursor: pageParam } }),
  ...byCursor,
});

/** Muted meetings and series, newest first. */
export const mutedMeetingsQuery = infiniteQueryOptions({
  queryKey: [...meetingsKey, 'muted'],
  queryFn: ({ pageParam }) =>
    call<typeof listMutedMeetings>({ method: 'get', path: '/briefings/muted', query: { cursor: pageParam } }),
  ...byCursor,
});

export function deleteMute(id: string) {
  return call<typeof unmuteMeeting>({ method: 'delete', path: '/briefings/muted/:id', params: { id } });
}
