import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { getFeedbackFigures, getOverview, listAuditLog } from '#contract/admin.ts';
import type {
  addToWhitelist,
  bulkAddToWhitelist,
  listWhitelist,
  removeFromWhitelist,
} from '#contract/admin-whitelist.ts';
import type { addObjection, listObjections, removeObjection } from '#contract/objections.ts';
import { byCursor } from './by-cursor.ts';
import { caller, callPage, messageCaller, read } from './client.ts';

/** The prefix of all admin queries. Actions invalidate all of them, since they also change the counters and the log. */
export const adminKey = ['admin'];

export const overviewQuery = queryOptions({
  queryKey: [...adminKey, 'overview'],
  queryFn: () => read<typeof getOverview>('/admin/overview'),
});

export const feedbackFiguresQuery = queryOptions({
  queryKey: [...adminKey, 'feedback'],
  queryFn: () => read<typeof getFeedbackFigures>('/admin/feedback'),
});

/** The audit log, newest first. */
export const auditLogQuery = infiniteQueryOptions({
  queryKey: [...adminKey, 'audit-log'],
  queryFn: ({ pageParam }) => read<typeof listAuditLog>('/admin/audit-log', { query: { cursor: pageParam } }),
  ...byCursor,
});

/** One page of the whitelist. The previous page stays on screen while it loads. */
export function whitelistQuery({ page, limit }: { page: number; limit: number }) {
  return queryOptions({
    queryKey: [...adminKey, 'whitelist', page, limit],
    queryFn: () => callPage<typeof listWhitelist>({ method: 'get', path: '/admin/whitelist', query: { page, limit } }),
    placeholderData: keepPreviousData,
  });
}

export const postWhitelist = caller<typeof addToWhitelist>('post', '/admin/whitelist');
export const postWhitelistBulk = caller<typeof bulkAddToWhitelist>('post', '/admin/whitelist/bulk');
export const deleteWhitelistEntry = messageCaller<typeof removeFromWhitelist>('delete', '/admin/whitelist/:id');

/** One page of the objections. The previous page stays on screen while it loads. */
export function objectionsQuery({ page, limit }: { page: number; limit: number }) {
  return queryOptions({
    queryKey: [...adminKey, 'objections', page, limit],
    queryFn: () =>
      callPage<typeof listObjections>({ method: 'get', path: '/admin/objections', query: { page, limit } }),
    placeholderData: keepPreviousData,
  });
}

export const postObjection = caller<typeof addObjection>('post', '/admin/objections');
export const deleteObjection = messageCaller<typeof removeObjection>('delete', '/admin/objections/:id');
