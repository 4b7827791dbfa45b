import { queryOptions } from '@tanstack/react-query';
import type { createShare, endShare, getShare, getSharedBriefing } from '#contract/shares.ts';
import { call, caller, read } from './client.ts';

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

export const postShare = caller<typeof createShare>('post', '/meetings/:id/share');
export const deleteShare = caller<typeof endShare>('delete', '/meetings/:id/share');

/** Never refetched while the page is open: each call counts as an opening. */
export const sharedBriefingQuery = (token: string) =>
  queryOptions({
    queryKey: ['shared-briefing', token],
    queryFn: () => read<typeof getSharedBriefing>('/shared/:token', { params: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
