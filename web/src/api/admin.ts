import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { getFeedbackFigures, getOverview, listAuditLog } from '#contract/admin.ts';
import type {
  addToWhitelist,
  bulkAddToWhitelist,
  listWhitelist,
  removeFromWhitelist,
} from '#contract/admin-whitelist.ts';
import type { BodyOf } from '#contract/http.ts';
import type { addObjection, listObjections, removeObjection } from '#contract/objections.ts';
import { byCursor } from './by-cursor.ts';
import { call, callPage, tell } from './client.ts';

/** The prefix of all admin queries. All are invalidated together: admin actions also change counters and log. */
export const adminKey = ['admin'];

export const overviewQuery = queryOptions({
  queryKey: [...adminKey, 'overview'],
  queryFn: () => call<typeof getOverview>({ method: 'get', path: '/admin/overview' }),
});

export const feedbackFiguresQuery = queryOptions({
  queryKey: [...adminKey, 'feedback'],
  queryFn: () => call<typeof getFeedbackFigures>({ method: 'get', path: '/admin/feedback' }),
});

/** The audit log, newest first. */
export const auditLogQuery = infiniteQueryOptions({
  queryKey: [...adminKey, 'audit-log'],
  queryFn: ({ pageParam }) =>
    call<typeof listAuditLog>({ method: 'get', path: '/admin/audit-log', query: { cursor: pageParam } }),
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

export function postWhitelist(body: BodyOf<typeof addToWhitelist>) {
  return call<typeof addToWhitelist>({ method: 'post', path: '/admin/whitelist', body });
}

export function postWhitelistBulk(body: BodyOf<typeof bulkAddToWhitelist>) {
  return call<typeof bulkAddToWhitelist>({ method: 'post', path: '/admin/whitelist/bulk', body });
}

export function deleteWhitelistEntry(id: string) {
  return tell<typeof removeFromWhitelist>({ method: 'delete', path: '/admin/whitelist/:id', params: { id } });
}

/** One page of the objections. The previous page stays on screen while it loads. */
export function objectionsQuery({ page, limit }: { page: number; limit: number }) {
  return queryOptions({
    queryKey: [...adminKey, 'objections', page, limit],
    queryFn: () =>
      callPage<typeof listObjections>({ method: 'get', path: '/admin/objections', query: { page, limit } }),
    placeholderData: keepPreviousData,
  });
}

export function postObjection(body: BodyOf<typeof addObjection>) {
  return call<typeof addObjection>({ method: 'post', path: '/admin/objections', body });
}

export function deleteObjection(id: string) {
  return tell<typeof removeObjection>({ method: 'delete', path: '/admin/objections/:id', params: { id } });
}
