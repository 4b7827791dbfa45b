import { queryOptions } from '@tanstack/react-query';
import type { createShare, endShare, getShare, getSharedBriefing } from '#contract/shares.ts';
import { call } from './client.ts';

/** The link that shares a meeting's briefing, without its URL; null if there is none. */
export const shareQuery = (meetingId: string) =>
  queryOptions({
    queryKey: ['share', meetingId],
    queryFn: async () => {
      const { share } = await call<typeof getShare>({
        method: 'get',
        path: '/meetings/:id/share',
        params: { id: meetingId },
      });
      return share;
    },
    staleTime: 0,
  });

export function postShare(meetingId: string) {
  return call<typeof createShare>({ method: 'post', path: '/meetings/:id/share', params: { id: meetingId }, body: {} });
}

export function deleteShare(meetingId: string) {
  return call<typeof endShare>({ method: 'delete', path: '/meetings/:id/share', params: { id: meetingId } });
}

/** Never refetched while the page is open: each call counts as an opening. */
export const sharedBriefingQuery = (token: string) =>
  queryOptions({
    queryKey: ['shared-briefing', token],
    queryFn: () => call<typeof getSharedBriefing>({ method: 'get', path: '/shared/:token', params: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
