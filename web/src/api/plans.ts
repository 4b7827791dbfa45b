import { queryOptions } from '@tanstack/react-query';
import type { listPlans } from '#contract/subscriptions.ts';
import { call } from './client.ts';

/** The available plans. Needs a session; a visitor's 401 is treated as having no plans, not as a logout. */
export const plansQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: async () => (await call<typeof listPlans>({ method: 'get', path: '/subscriptions/plans' })).plans,
});
