import { queryOptions } from '@tanstack/react-query';
import type { getProfile } from '#api/contract/users.ts';
import { call } from './client.ts';

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async () => (await call<typeof getProfile>({ method: 'get', path: '/users/profile' })).user,
});
