import { Router } from 'express';
import { createSchedule, releaseSchedule } from '#sandbox/stripe/billing/subscription-schedules.ts';
import type { StripeContext } from '#sandbox/stripe/context.ts';
import { get, refer } from '#sandbox/stripe/store.ts';
import { endpoint } from './endpoint.ts';
import { text } from './params.ts';

const path = '/v1/subscription_schedules';

/** Serves schedules of existing subscriptions (https://docs.stripe.com/api/subscription_schedules). */
export function subscriptionScheduleRoutes(context: StripeContext): Router {
  const router = Router({ strict: true, caseSensitive: true });

  router.post(
    path,
    endpoint(context, { from_subscription: text }, ({ params: { from_subscription: id } }) =>
      createSchedule(context, refer(context, 'subscription', id, 'from_subscription')),
    ),
  );

  router.get(
    `${path}/:id`,
    endpoint(context, {}, ({ id }) => get(context, 'subscription_schedule', id)),
  );

  router.post(
    `${path}/:id/release`,
    endpoint(context, {}, ({ id }) => {
      const schedule = get(context, 'subscription_schedule', id);
      releaseSchedule(context, schedule);
      return schedule;
    }),
  );

  return router;
}
