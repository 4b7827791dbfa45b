import { queryOptions } from '@tanstack/react-query';
import type { getMeetingBriefing, setMeetingBriefing } from '#contract/briefings.ts';
import type { BodyOf } from '#contract/http.ts';
import type { getMeeting } from '#contract/meetings.ts';
import { call } from './client.ts';
import { meetingsKey } from './meetings.ts';

/** One meeting in whatever range, for a link to one that no list shows. */
export function meetingQuery(id: string) {
  return queryOptions({
    queryKey: [...meetingsKey, 'one', id],
    queryFn: async () =>
      (await call<typeof getMeeting>({ method: 'get', path: '/meetings/:id', params: { id } })).meeting,
  });
}

/** Whether the meeting is muted, and what its user thought of the briefing. */
export function meetingBriefingQuery(id: string) {
  return queryOptions({
    queryKey: [...meetingsKey, 'briefing', id],
    queryFn: async () =>
      (await call<typeof getMeetingBriefing>({ method: 'get', path: '/meetings/:id/briefing', params: { id } }))
        .briefing,
  });
}

export function putMeetingBriefing(id: string, body: BodyOf<typeof setMeetingBriefing>) {
  return call<typeof setMeetingBriefing>({ method: 'put', path: '/meetings/:id/briefing', params: { id }, body });
}
