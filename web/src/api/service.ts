import { queryOptions } from '@tanstack/react-query';
import type { getServiceState } from '#contract/service.ts';
import { read } from './client.ts';

const WHILE_DOWN_MS = 5_000;
const OTHERWISE_MS = 60_000;

/** Whether Temporal, which runs sync, research and briefings, is up. Polled more often while it is down. */
export const serviceQuery = queryOptions({
  queryKey: ['service'],
  queryFn: () => read<typeof getServiceState>('/service'),
  refetchInterval: ({ state }) => (state.data?.engine === 'down' ? WHILE_DOWN_MS : OTHERWISE_MS),
});
