import { queryOptions } from '@tanstack/react-query';
import type { getServiceState } from '#contract/service.ts';
import { call } from './client.ts';

const WHILE_DOWN_MS = 5_000;
const OTHERWISE_MS = 60_000;

/** Whether the engine behind sync, research and briefings answers; looked at often while it does not. */
export const serviceQuery = queryOptions({
  queryKey: ['service'],
  queryFn: () => call<typeof getServiceState>({ method: 'get', path: '/service' }),
  refetchInterval: ({ state }) => (state.data?.engine === 'down' ? WHILE_DOWN_MS : OTHERWISE_MS),
});
