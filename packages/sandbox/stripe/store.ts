import type { StripeContext } from '#sandbox/stripe/context.ts';
import { missing } from '#sandbox/stripe/errors.ts';
import type { Customer, Kind, Objects, Product } from '#sandbox/stripe/objects.ts';

/** A kind's name in errors, and the `param` of errors about an id in the path. */
const names: Partial<Record<Kind, { name?: string; param?: string }>> = {
  price: { param: 'price' },
  payment_method: { name: 'PaymentMethod', param: 'payment_method' },
  setup_intent: { name: 'setupintent', param: 'intent' },
  payment_intent: { param: 'intent' },
  'checkout.session': { param: 'session' },
  subscription_schedule: { name: 'subscription schedule', param: 'schedule' },
  invoice: { param: 'invoice' },
  webhook_endpoint: { name: 'webhook endpoint', param: 'webhook_endpoint' },
  'billing_portal.configuration': { name: 'configuration', param: 'configuration' },
  'test_helpers.test_clock': { name: 'test clock', param: 'test_clock' },
};

export function find<K extends Kind>({ state }: StripeContext, kind: K, id: string): Objects[K] | undefined {
  return Object.hasOwn(state.objects[kind], id) ? state.objects[kind][id] : undefined;
}

/** Resolves the id in a path. @throws 404 resource_missing */
export function get<K extends Kind>(context: StripeContext, kind: K, id: string): Objects[K] {
  const object = find(context, kind, id);
  if (object === undefined) throw missing(404, names[kind]?.name ?? kind, id, names[kind]?.param ?? 'id');
  return object;
}

/** Resolves the id in a parameter. @throws 400 resource_missing */
export function refer<K extends Kind>(context: StripeContext, kind: K, id: string, param: string): Objects[K] {
  const object = find(context, kind, id);
  if (object === undefined) throw missing(400, names[kind]?.name ?? kind, id, param);
  return object;
}

/** Returns a customer that is not deleted. @throws resource_missing: 404 without `param`, otherwise 400 */
export function liveCustomer(context: StripeContext, id: string, param?: string): Customer {
  const customer = find(context, 'customer', id);
  if (customer === undefined || customer.deleted)
    throw missing(param === undefined ? 404 : 400, 'customer', id, param ?? 'id');
  return customer;
}

/** Returns a product that is not deleted. @throws resource_missing: 404 without `param`, otherwise 400 */
export function liveProduct(context: StripeContext, id: string, param?: string): Product {
  const product = find(context, 'product', id);
  if (product === undefined || product.deleted)
    throw missing(param === undefined ? 404 : 400, 'product', id, param ?? 'id');
  return product;
}

/** Returns all objects of a kind, oldest first. */
export function all<K extends Kind>({ state }: StripeContext, kind: K): Objects[K][] {
  return Object.values(state.objects[kind]);
}

export function put<K extends Kind>({ state }: StripeContext, kind: K, object: Objects[K]): void {
  Object.assign(state.objects[kind], { [object.id]: object });
}
