import { Router } from 'express';
import * as z from 'zod';
import type { StripeContext } from '#sandbox/stripe/context.ts';
import { invalidRequest } from '#sandbox/stripe/errors.ts';
import { all, get } from '#sandbox/stripe/store.ts';
import { endpoint } from './endpoint.ts';
import { page, paging } from './lists.ts';
import { flag, isWithin, range, text } from './params.ts';

/** Serves events (https://docs.stripe.com/api/events). */
export function eventRoutes(context: StripeContext): Router {
  const router = Router({ strict: true, caseSensitive: true });

  router.get(
    '/v1/events',
    endpoint(
      context,
      {
        ...paging,
        created: range.optional(),
        delivery_success: flag.optional(),
        type: text.optional(),
        types: z.array(text).max(20).optional(),
      },
      ({ params: { created, delivery_success, type, types, ...paging } }) => {
        if (type !== undefined && types !== undefined)
          throw invalidRequest('You may only specify one of these parameters: type, types.', {
            code: 'parameters_exclusive',
          });
        const wanted = types ?? (type === undefined ? undefined : [type]);
        const found = all(context, 'event').filter(
          (event) =>
            isWithin(event.created, created) &&
            (wanted === undefined || wanted.some((name) => fits(event.type, name))) &&
            (delivery_success === undefined || (event.pending_webhooks === 0) === delivery_success),
        );
        return page(found, paging, '/v1/events');
      },
    ),
  );

  router.get(
    '/v1/events/:id',
    endpoint(context, {}, ({ id }) => get(context, 'event', id)),
  );

  return router;
}

/** Returns whether a type fits a name: `invoice.*` matches every invoice event. */
function fits(type: string, name: string): boolean {
  return name.endsWith('*') ? type.startsWith(name.slice(0, -1)) : type === name;
}
