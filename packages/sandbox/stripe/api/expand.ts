import type { StripeContext } from '#sandbox/stripe/context.ts';
import { invalidParameter } from '#sandbox/stripe/errors.ts';
import type { Kind } from '#sandbox/stripe/objects.ts';
import { all, find } from '#sandbox/stripe/store.ts';
import { embedList } from './lists.ts';

const deepest = 4;

/** For each kind of object, the expandable id fields and the kind they refer to. Dots address nested objects. */
const references: Record<string, Record<string, Kind>> = {
  product: { default_price: 'price' },
  price: { product: 'product' },
  customer: { test_clock: 'test_helpers.test_clock', 'invoice_settings.default_payment_method': 'payment_method' },
  payment_method: { customer: 'customer' },
  setup_intent: { customer: 'customer', payment_method: 'payment_method' },
  payment_intent: { customer: 'customer', payment_method: 'payment_method', latest_charge: 'charge' },
  charge: { customer: 'customer', payment_intent: 'payment_intent' },
  'checkout.session': {
    customer: 'customer',
    invoice: 'invoice',
    payment_intent: 'payment_intent',
    setup_intent: 'setup_intent',
    subscription: 'subscription',
  },
  subscription: {
    customer: 'customer',
    default_payment_method: 'payment_method',
    latest_invoice: 'invoice',
    pending_setup_intent: 'setup_intent',
    schedule: 'subscription_schedule',
    test_clock: 'test_helpers.test_clock',
  },
  subscription_schedule: {
    customer: 'customer',
    subscription: 'subscription',
    test_clock: 'test_helpers.test_clock',
  },
  invoice: {
    customer: 'customer',
    default_payment_method: 'payment_method',
    test_clock: 'test_helpers.test_clock',
    'parent.subscription_details.subscription': 'subscription',
  },
  line_item: { subscription: 'subscription', 'pricing.price_details.price': 'price' },
  invoice_payment: { invoice: 'invoice', 'payment.payment_intent': 'payment_intent' },
  'billing_portal.session': { configuration: 'billing_portal.configuration' },
};

/** Fields that are only present when expanded. */
const includable: Record<string, Record<string, (context: StripeContext, id: string) => unknown>> = {
  customer: {
    subscriptions: (context, id) => {
      const live = all(context, 'subscription').filter(
        ({ customer, status }) => customer === id && status !== 'canceled',
      );
      return embedList(live.toReversed(), `/v1/customers/${id}/subscriptions`);
    },
  },
  price: {
    currency_options: (context, id) => {
      const price = find(context, 'price', id);
      const amounts = { ...context.state.currencyOptions[id], ...(price && { [price.currency]: price.unit_amount }) };
      return Object.fromEntries(
        Object.entries(amounts).map(([currency, amount]) => [
          currency,
          {
            custom_unit_amount: null,
            tax_behavior: price?.tax_behavior ?? null,
            unit_amount: amount,
            unit_amount_decimal: String(amount),
          },
        ]),
      );
    },
  },
  'checkout.session': {
    line_items: ({ state }, id) =>
      embedList(state.checkouts[id]?.lineItems ?? [], `/v1/checkout/sessions/${id}/line_items`),
  },
  invoice: {
    payments: (context, id) =>
      embedList(
        all(context, 'invoice_payment').filter(({ invoice }) => invoice === id),
        `/v1/invoice_payments?invoice=${id}`,
      ),
    confirmation_secret: (context, id) => {
      const payment = all(context, 'invoice_payment').find(({ invoice }) => invoice === id);
      const intent = payment && find(context, 'payment_intent', payment.payment.payment_intent);
      return intent ? { client_secret: intent.client_secret, type: 'payment_intent' } : null;
    },
  },
};

type Json = Record<string, unknown>;

/** Returns a copy of the response with the paths of `expand[]` expanded. @throws 400 if a path is not expandable */
export function expand(context: StripeContext, answer: object, paths: string[]): object {
  const copy: Json = structuredClone({ ...answer });
  paths.forEach((path, index) => {
    const parts = path.split('.');
    if (parts.filter((part) => part !== 'data').length > deepest)
      throw invalidParameter(
        `You cannot expand more than ${deepest} levels of a property. Property: ${path}`,
        `expand[${index}]`,
      );
    open(context, copy, parts, `expand[${index}]`, '');
  });
  return copy;
}

function open(
  context: StripeContext,
  object: Json,
  [part = '', ...rest]: string[],
  param: string,
  prefix: string,
): void {
  const kind = typeof object['object'] === 'string' ? object['object'] : undefined;
  if (kind === 'list') return openEach(context, object, part, rest, param);
  const include = kind === undefined ? undefined : includable[kind]?.[part];
  if (include) object[part] = structuredClone(include(context, String(object['id'])));
  openField(context, object, { part, rest, param, path: prefix + part, owner: kind });
}

type Field = { part: string; rest: string[]; param: string; path: string; owner: string | undefined };

function openField(context: StripeContext, object: Json, { part, rest, param, path, owner }: Field): void {
  const value = object[part];
  const target = owner === undefined ? undefined : references[owner]?.[path];
  if (typeof value === 'string' && target) object[part] = structuredClone(find(context, target, value)) ?? value;
  const opened = object[part];
  if (opened === null && (target || rest.length > 0)) return;
  if (!isJson(opened)) throw cannotExpand(part, param);
  if (rest.length === 0) {
    if (!target && !Object.hasOwn(includable[owner ?? ''] ?? {}, part)) throw cannotExpand(part, param);
    return;
  }
  // A nested object without an `object` field of its own belongs to its parent.
  if (typeof opened['object'] === 'string') open(context, opened, rest, param, '');
  else
    openField(context, opened, { part: rest[0] ?? '', rest: rest.slice(1), param, path: `${path}.${rest[0]}`, owner });
}

function openEach(context: StripeContext, list: Json, part: string, rest: string[], param: string): void {
  if (part !== 'data' || rest.length === 0 || !Array.isArray(list['data'])) throw cannotExpand(part, param);
  for (const item of list['data']) if (isJson(item)) open(context, item, rest, param, '');
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function cannotExpand(part: string, param: string) {
  const message = `This property cannot be expanded (${part}). You may want to try expanding another property, or checking for a typo.`;
  return invalidParameter(message, param);
}
