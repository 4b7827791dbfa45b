import { queryOptions } from '@tanstack/react-query';
import type { listPlans } from '#contract/subscriptions.ts';
import { read } from './client.ts';

/** The available plans. Needs a session; a visitor's 401 is treated as having no plans, not as a logout. */
export const plansQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: async () => (await read<typeof listPlans>('/subscriptions/plans')).plans,
});
