import { queryOptions } from '@tanstack/react-query';
import type { getCurrentSubscription } from '#contract/subscriptions.ts';
import { read } from './client.ts';

// In its own file: the route guard needs it, and guards are part of every page.

export const subscriptionQuery = queryOptions({
  queryKey: ['subscription'],
  queryFn: async () => (await read<typeof getCurrentSubscription>('/subscriptions/current')).subscription,
});
