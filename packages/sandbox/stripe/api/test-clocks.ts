import { Router } from 'express';
import { intervalOf } from '#sandbox/stripe/billing/subscription-items.ts';
import { arriveTestClock } from '#sandbox/stripe/billing/timeline.ts';
import type { StripeContext } from '#sandbox/stripe/context.ts';
import { invalidParameter, invalidRequest } from '#sandbox/stripe/errors.ts';
import type { TestClock } from '#sandbox/stripe/objects.ts';
import { isLive } from '#sandbox/stripe/objects.ts';
import { all, find, get, put } from '#sandbox/stripe/store.ts';
import { daySeconds, nextBoundary, now } from '#sandbox/stripe/time.ts';
import { emit } from '#sandbox/stripe/webhooks/events.ts';
import { endpoint } from './endpoint.ts';
import { page, paging } from './lists.ts';
import { text, whole } from './params.ts';

const path = '/v1/test_helpers/test_clocks';
/** Time a clock stays `advancing`. */
const advancingMs = 100;
const lifetimeSeconds = 30 * daySeconds;

/** Serves test clocks (https://docs.stripe.com/api/test_clocks). */
export function testClockRoutes(context: StripeContext): Router {
  const router = Router({ strict: true, caseSensitive: true });

  router.post(
    path,
    endpoint(context, { frozen_time: whole, name: text.optional() }, ({ params: { frozen_time, name } }) => {
      const at = now(context, null);
      const clock: TestClock = {
        id: context.newId('clock_'),
        object: 'test_helpers.test_clock',
        created: at,
        deletes_after: at + lifetimeSeconds,
        frozen_time,
        livemode: isLive,
        name: name ?? null,
        status: 'ready',
        status_details: {},
      };
      put(context, 'test_helpers.test_clock', clock);
      emit(context, 'test_helpers.test_clock.created', clock);
      return clock;
    }),
  );

  router.get(
    path,
    endpoint(context, paging, ({ params }) => page(all(context, 'test_helpers.test_clock'), params, path)),
  );
  router.get(
    `${path}/:id`,
    endpoint(context, {}, ({ id }) => get(context, 'test_helpers.test_clock', id)),
  );

  router.post(
    `${path}/:id/advance`,
    endpoint(context, { frozen_time: whole }, ({ id, params: { frozen_time: target } }) => {
      const clock = get(context, 'test_helpers.test_clock', id);
      if (clock.status !== 'ready')
        throw invalidRequest('Test clock advancement is already underway. You must wait until it finishes.', {
          code: 'test_clock_advancement_underway',
        });
      checkTarget(context, clock, target);
      clock.status = 'advancing';
      clock.status_details = { advancing: { target_frozen_time: target } };
      context.state.advancing[id] = target;
      emit(context, 'test_helpers.test_clock.advancing', clock);
      arriveSoon(context, id);
      return clock;
    }),
  );

  router.delete(
    `${path}/:id`,
    endpoint(context, {}, ({ id }) => {
      const clock = get(context, 'test_helpers.test_clock', id);
      // Deleting a clock deletes its customers, their subscriptions and their invoices.
      for (const customer of all(context, 'customer')) {
        if (!customer.deleted && customer.test_clock === id)
          put(context, 'customer', { id: customer.id, object: 'customer', deleted: true });
      }
      for (const { id: subscription, test_clock } of all(context, 'subscription')) {
        if (test_clock === id) delete context.state.objects.subscription[subscription];
      }
      for (const { id: invoice, test_clock } of all(context, 'invoice')) {
        if (test_clock === id) delete context.state.objects.invoice[invoice];
      }
      delete context.state.objects['test_helpers.test_clock'][id];
      delete context.state.advancing[id];
      emit(context, 'test_helpers.test_clock.deleted', clock);
      return { id, object: 'test_helpers.test_clock', deleted: true };
    }),
  );

  return router;
}

/** Finishes advancing clocks that a previous process left midway. */
export function arriveInterrupted(context: StripeContext): void {
  for (const id of Object.keys(context.state.advancing)) arriveSoon(context, id);
}

function arriveSoon(context: StripeContext, id: string): void {
  const { state } = context;
  setTimeout(() => {
    const target = state.advancing[id];
    const clock = find(context, 'test_helpers.test_clock', id);
    if (context.state !== state || target === undefined || !clock) return;
    arriveTestClock(context, clock, target);
    context.save();
  }, advancingMs).unref();
}

/** Throws 400 unless the target is ahead, by at most two intervals of the clock's shortest subscription. */
function checkTarget(context: StripeContext, { id, frozen_time: from }: TestClock, target: number): void {
  if (target <= from)
    throw invalidParameter(
      '`frozen_time` must be later than the current frozen time of the test clock.',
      'frozen_time',
    );
  for (const { test_clock, items, ended_at, trial_end } of all(context, 'subscription')) {
    const [item] = items.data;
    if (test_clock !== id || ended_at !== null || !item) continue;
    const interval = intervalOf(item.price);
    const start = trial_end !== null && trial_end > from ? trial_end : from;
    const furthest = nextBoundary(start, interval, nextBoundary(start, interval, start));
    if (target > furthest)
      throw invalidParameter(
        'A test clock can be advanced by two intervals at most, counted by the shortest subscription interval on it.',
        'frozen_time',
      );
  }
}
