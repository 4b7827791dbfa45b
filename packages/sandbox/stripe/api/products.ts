import { Router } from 'express';
import * as z from 'zod';
import type { StripeContext } from '#sandbox/stripe/context.ts';
import { invalidRequest } from '#sandbox/stripe/errors.ts';
import type { Product } from '#sandbox/stripe/objects.ts';
import { isLive } from '#sandbox/stripe/objects.ts';
import { all, find, liveProduct, put, refer } from '#sandbox/stripe/store.ts';
import { now } from '#sandbox/stripe/time.ts';
import { change, emit } from '#sandbox/stripe/webhooks/events.ts';
import { endpoint } from './endpoint.ts';
import { page, paging } from './lists.ts';
import { clearable, flag, isWithin, mergeMetadata, metadata, range, text, url } from './params.ts';
import { createPrice, newPrice } from './prices.ts';

const features = z.array(z.strictObject({ name: text }));
const described = {
  active: flag.optional(),
  description: clearable.optional(),
  images: z.array(url).optional(),
  marketing_features: features.optional(),
  metadata: metadata.optional(),
  statement_descriptor: text.optional(),
  unit_label: text.optional(),
  url: url.optional(),
};
const path = '/v1/products';

/** Serves products (https://docs.stripe.com/api/products). */
export function productRoutes(context: StripeContext): Router {
  const router = Router({ strict: true, caseSensitive: true });

  router.post(
    path,
    endpoint(
      context,
      { ...described, id: text.optional(), name: text, default_price_data: z.strictObject(newPrice).optional() },
      ({ params: { id, default_price_data, ...fields } }) => {
        if (id !== undefined && find(context, 'product', id))
          throw invalidRequest('Product already exists.', { code: 'resource_already_exists', param: 'id' });
        const product = createProduct(context, fields.name, id);
        assign(product, fields);
        emit(context, 'product.created', product);
        if (default_price_data) product.default_price = createPrice(context, product.id, default_price_data).id;
        return product;
      },
    ),
  );

  router.get(
    path,
    endpoint(
      context,
      { ...paging, active: flag.optional(), created: range.optional(), ids: z.array(text).optional() },
      ({ params: { active, created, ids, ...paging } }) => {
        const found = living(context).filter(
          (product) =>
            (active === undefined || product.active === active) &&
            isWithin(product.created, created) &&
            (ids === undefined || ids.includes(product.id)),
        );
        return page(found, paging, path);
      },
    ),
  );

  router.get(
    `${path}/:id`,
    endpoint(context, {}, ({ id }) => liveProduct(context, id)),
  );

  router.post(
    `${path}/:id`,
    endpoint(
      context,
      { ...described, name: text.optional(), default_price: text.optional() },
      ({ id, params: { default_price, ...fields } }) => {
        const product = liveProduct(context, id);
        if (default_price !== undefined) refer(context, 'price', default_price, 'default_price');
        change(context, 'product.updated', product, (changed) => {
          assign(changed, fields);
          if (default_price !== undefined) changed.default_price = default_price;
          changed.updated = now(context, null);
        });
        return product;
      },
    ),
  );

  router.delete(
    `${path}/:id`,
    endpoint(context, {}, ({ id }) => {
      const product = liveProduct(context, id);
      if (all(context, 'price').some((price) => price.product === id))
        throw invalidRequest('This product cannot be deleted because it has one or more user-created prices.');
      put(context, 'product', { id, object: 'product', deleted: true });
      emit(context, 'product.deleted', product);
      return { id, object: 'product', deleted: true };
    }),
  );

  return router;
}

/** Creates and stores a product with only a name. */
export function createProduct(context: StripeContext, name: string, id = context.newId('prod_')): Product {
  const at = now(context, null);
  const product: Product = {
    id,
    object: 'product',
    active: true,
    created: at,
    default_price: null,
    description: null,
    images: [],
    livemode: isLive,
    marketing_features: [],
    metadata: {},
    name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: at,
    url: null,
  };
  put(context, 'product', product);
  return product;
}

type Fields = z.output<z.ZodObject<typeof described>> & { name?: string | undefined };

function assign(product: Product, { metadata, ...fields }: Fields): void {
  product.metadata = mergeMetadata(product.metadata, metadata);
  Object.assign(product, Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)));
}

function living(context: StripeContext): Product[] {
  return all(context, 'product').flatMap((product) => (product.deleted ? [] : [product]));
}
