import { queryOptions } from '@tanstack/react-query';
import type { listPlans } from '#contract/subscriptions.ts';
import { call } from './client.ts';

/** The available plans. Needs a session: visitors get a 401, which counts as no plans and logs nobody out. */
export const plansQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: async () => (await call<typeof listPlans>({ method: 'get', path: '/subscriptions/plans' })).plans,
});
