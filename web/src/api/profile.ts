import { queryOptions } from '@tanstack/react-query';
import type { getProfile } from '#contract/users.ts';
import { call } from './client.ts';

/** The signed-in user's profile. In its own file: the route guard needs it, and guards are part of every page. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async () => (await call<typeof getProfile>({ method: 'get', path: '/users/profile' })).user,
});
