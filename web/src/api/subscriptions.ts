import { queryOptions } from '@tanstack/react-query';
import type { getCurrentSubscription, getUsage } from '#api/contract/subscriptions.ts';
import { call } from './client.ts';

export const subscriptionQuery = queryOptions({
  queryKey: ['subscription'],
  queryFn: async () =>
    (await call<typeof getCurrentSubscription>({ method: 'get', path: '/subscriptions/current' })).subscription,
});

export const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: async () => (await call<typeof getUsage>({ method: 'get', path: '/subscriptions/usage' })).usage,
});
