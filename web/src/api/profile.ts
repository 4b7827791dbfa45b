import { queryOptions } from '@tanstack/react-query';
import type { getProfile } from '#contract/users.ts';
import { read } from './client.ts';

/** The signed-in user's profile. In its own file: the route guard needs it, and guards are part of every page. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async () => (await read<typeof getProfile>('/users/profile')).user,
});
