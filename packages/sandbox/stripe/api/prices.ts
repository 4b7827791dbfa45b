import { Router } from 'express';
import * as z from 'zod';
import type { StripeContext } from '#sandbox/stripe/context.ts';
import { invalidParameter, invalidRequest } from '#sandbox/stripe/errors.ts';
import type { Price } from '#sandbox/stripe/objects.ts';
import { isLive } from '#sandbox/stripe/objects.ts';
import { all, get, liveProduct, put } from '#sandbox/stripe/store.ts';
import { now } from '#sandbox/stripe/time.ts';
import { change, emit } from '#sandbox/stripe/webhooks/events.ts';
import { endpoint } from './endpoint.ts';
import { page, paging } from './lists.ts';
import { clearable, flag, isWithin, mergeMetadata, metadata, range, text, whole } from './params.ts';

const interval = z.enum(['day', 'week', 'month', 'year']);
const type = z.enum(['one_time', 'recurring']);
const path = '/v1/prices';

/** The parameters of a new price, except the product. */
export const newPrice = {
  currency: text,
  currency_options: z.record(z.string().regex(/^[a-z]{3}$/), z.strictObject({ unit_amount: whole })).optional(),
  unit_amount: whole,
  recurring: z
    .strictObject({ interval, interval_count: whole.optional(), usage_type: z.enum(['licensed']).optional() })
    .optional(),
  nickname: text.optional(),
  metadata: metadata.optional(),
  lookup_key: text.optional(),
  active: flag.optional(),
  tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']).optional(),
};

/** Serves prices (https://docs.stripe.com/api/prices). */
export function priceRoutes(context: StripeContext): Router {
  const router = Router({ strict: true, caseSensitive: true });

  router.post(
    path,
    endpoint(context, { ...newPrice, product: text }, ({ params: { product, ...price } }) => {
      liveProduct(context, product, 'product');
      return createPrice(context, product, price);
    }),
  );

  router.get(
    path,
    endpoint(
      context,
      {
        ...paging,
        active: flag.optional(),
        created: range.optional(),
        currency: text.optional(),
        lookup_keys: z.array(text).optional(),
        product: text.optional(),
        recurring: z.strictObject({ interval: interval.optional(), usage_type: text.optional() }).optional(),
        type: type.optional(),
      },
      ({ params: { active, created, currency, lookup_keys, product, recurring, type, ...paging } }) => {
        const found = all(context, 'price').filter(
          (price) =>
            (active === undefined || price.active === active) &&
            isWithin(price.created, created) &&
            (currency === undefined || price.currency === currency.toLowerCase()) &&
            (lookup_keys === undefined || lookup_keys.includes(price.lookup_key ?? '')) &&
            (product === undefined || price.product === product) &&
            (recurring?.interval === undefined || price.recurring?.interval === recurring.interval) &&
            (recurring?.usage_type === undefined || price.recurring?.usage_type === recurring.usage_type) &&
            (type === undefined || price.type === type),
        );
        return page(found, paging, path);
      },
    ),
  );

  router.get(
    `${path}/:id`,
    endpoint(context, {}, ({ id }) => get(context, 'price', id)),
  );

  router.post(
    `${path}/:id`,
    endpoint(
      context,
      {
        active: flag.optional(),
        lookup_key: text.optional(),
        metadata: metadata.optional(),
        nickname: clearable.optional(),
        tax_behavior: newPrice.tax_behavior,
      },
      ({ id, params: { metadata, ...fields } }) => {
        const price = get(context, 'price', id);
        change(context, 'price.updated', price, (changed) => {
          changed.metadata = mergeMetadata(changed.metadata, metadata);
          Object.assign(changed, Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)));
        });
        return price;
      },
    ),
  );

  return router;
}

export type NewPrice = z.output<z.ZodObject<typeof newPrice>>;

/** Creates and stores a price. @throws 400 for an invalid amount, currency or lookup key */
export function createPrice(
  context: StripeContext,
  product: string,
  input: NewPrice,
  id = context.newId('price_'),
): Price {
  const { currency, unit_amount: amount, recurring, lookup_key } = input;
  if (!/^[a-z]{3}$/i.test(currency)) throw invalidParameter(`Invalid currency: ${currency}.`, 'currency');
  if (amount < 0)
    throw invalidParameter(
      'This value must be greater than or equal to 0.',
      'unit_amount',
      'parameter_invalid_integer',
    );
  const taken = all(context, 'price').find((price) => lookup_key !== undefined && price.lookup_key === lookup_key);
  if (taken)
    throw invalidRequest(`A price (\`${taken.id}\`) already uses that lookup key.`, {
      code: 'resource_already_exists',
      param: 'lookup_key',
    });
  const price: Price = {
    id,
    object: 'price',
    active: input.active ?? true,
    billing_scheme: 'per_unit',
    created: now(context, null),
    currency: currency.toLowerCase(),
    custom_unit_amount: null,
    livemode: isLive,
    lookup_key: lookup_key ?? null,
    metadata: input.metadata ?? {},
    nickname: input.nickname ?? null,
    product,
    recurring: recurring
      ? {
          interval: recurring.interval,
          interval_count: recurring.interval_count ?? 1,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed',
        }
      : null,
    tax_behavior: input.tax_behavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: recurring ? 'recurring' : 'one_time',
    unit_amount: amount,
    unit_amount_decimal: String(amount),
  };
  context.state.currencyOptions[id] = Object.fromEntries(
    Object.entries(input.currency_options ?? {}).map(([other, { unit_amount }]) => [other, unit_amount]),
  );
  put(context, 'price', price);
  emit(context, 'price.created', price);
  return price;
}
