import { queryOptions } from '@tanstack/react-query';
import type { getMeetingBriefing, setMeetingBriefing } from '#contract/briefings.ts';
import type { BodyOf } from '#contract/http.ts';
import type { createMeeting, deleteMeeting, getMeeting, setMeetingNotes, updateMeeting } from '#contract/meetings.ts';
import { call, caller, read } from './client.ts';
import { meetingsKey } from './meetings.ts';

/** One meeting, for links to meetings outside the loaded lists. */
export function meetingQuery(id: string) {
  return queryOptions({
    queryKey: [...meetingsKey, 'one', id],
    queryFn: async () => (await read<typeof getMeeting>('/meetings/:id', { params: { id } })).meeting,
  });
}

/** The fields of a meeting that is added manually. */
export type MeetingInput = BodyOf<typeof createMeeting>;

export async function postMeeting(body: MeetingInput) {
  return (await call<typeof createMeeting>({ method: 'post', path: '/meetings', body })).meeting;
}

export async function putMeeting(id: string, body: MeetingInput) {
  return (await call<typeof updateMeeting>({ method: 'put', path: '/meetings/:id', params: { id }, body })).meeting;
}

export const removeMeeting = caller<typeof deleteMeeting>('delete', '/meetings/:id');

export async function putMeetingNotes(id: string, body: BodyOf<typeof setMeetingNotes>) {
  return (await call<typeof setMeetingNotes>({ method: 'put', path: '/meetings/:id/notes', params: { id }, body }))
    .meeting;
}

/** Mute, lead time and feedback for a meeting's briefing. */
export function meetingBriefingQuery(id: string) {
  return queryOptions({
    queryKey: [...meetingsKey, 'briefing', id],
    queryFn: async () => (await read<typeof getMeetingBriefing>('/meetings/:id/briefing', { params: { id } })).briefing,
  });
}

export function putMeetingBriefing(id: string, body: BodyOf<typeof setMeetingBriefing>) {
  return call<typeof setMeetingBriefing>({ method: 'put', path: '/meetings/:id/briefing', params: { id }, body });
}
