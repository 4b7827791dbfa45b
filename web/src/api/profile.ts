import { queryOptions } from '@tanstack/react-query';
import type { getProfile } from '#contract/users.ts';
import { call } from './client.ts';

/** By itself: the way into the app reads it, and whatever that needs is part of every page. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async () => (await call<typeof getProfile>({ method: 'get', path: '/users/profile' })).user,
});
