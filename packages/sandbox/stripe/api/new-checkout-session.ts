import * as z from 'zod';
import { checkItems } from '#sandbox/stripe/billing/subscription-items.ts';
import type { StripeContext } from '#sandbox/stripe/context.ts';
import { invalidParameter, invalidRequest } from '#sandbox/stripe/errors.ts';
import type { CheckoutSession, LineItem } from '#sandbox/stripe/objects.ts';
import { isLive } from '#sandbox/stripe/objects.ts';
import { find, liveCustomer, put, refer } from '#sandbox/stripe/store.ts';
import { daySeconds, hourSeconds, now } from '#sandbox/stripe/time.ts';
import { email, flag, metadata, text, url, whole } from './params.ts';

const longestTrialDays = 730;

const lineItem = z.strictObject({ price: text, quantity: whole.optional() });
const subscriptionData = z.strictObject({
  trial_period_days: whole.optional(),
  trial_end: whole.optional(),
  metadata: metadata.optional(),
  description: text.optional(),
  billing_mode: z.strictObject({ type: z.enum(['classic', 'flexible']) }).optional(),
  trial_settings: z
    .strictObject({
      end_behavior: z.strictObject({ missing_payment_method: z.enum(['cancel', 'create_invoice', 'pause']) }),
    })
    .optional(),
});
/** The parameters of a new Checkout Session in subscription mode on the hosted page, which takes cards only. */
export const newSession = {
  mode: z.enum(['subscription']),
  adaptive_pricing: z.strictObject({ enabled: flag.optional() }).optional(),
  allowed_payment_method_types: z.array(z.enum(['card', 'link'])).optional(),
  ui_mode: z.enum(['hosted_page']).optional(),
  line_items: z.array(lineItem),
  success_url: url,
  cancel_url: url.optional(),
  client_reference_id: z.string().min(1).max(200).optional(),
  customer: text.optional(),
  customer_email: email.optional(),
  metadata: metadata.optional(),
  expires_at: whole.optional(),
  payment_method_collection: z.enum(['always']).optional(),
  allow_promotion_codes: flag.refine((allowed) => !allowed, 'this sandbox has no promotion codes').optional(),
  billing_address_collection: z.enum(['auto', 'required']).optional(),
  locale: text.optional(),
  subscription_data: subscriptionData.optional(),
};
type NewSession = z.output<z.ZodObject<typeof newSession>>;

/** Creates and stores an open session. @throws 400 if the parameters contradict each other */
export function createSession(context: StripeContext, params: NewSession): CheckoutSession {
  checkParams(context, params);
  const at = now(context, null);
  const id = context.newId('cs_test_');
  const plan = params.subscription_data ?? {};
  const lineItems = params.line_items.map((item) => createLineItem(context, item));
  const total = lineItems.reduce((sum, item) => sum + item.amount_total, 0);
  const hasTrial = plan.trial_period_days !== undefined || plan.trial_end !== undefined;
  context.state.checkouts[id] = {
    lineItems,
    trialPeriodDays: plan.trial_period_days ?? null,
    trialEnd: plan.trial_end ?? null,
    description: plan.description ?? null,
    metadata: plan.metadata ?? {},
    billingMode: plan.billing_mode?.type ?? 'flexible',
    missingPaymentMethod: plan.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice',
  };
  const session: CheckoutSession = {
    id,
    object: 'checkout.session',
    // On by default for new accounts.
    adaptive_pricing: { enabled: params.adaptive_pricing?.enabled ?? true },
    after_expiration: null,
    allow_promotion_codes: params.allow_promotion_codes ?? null,
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    amount_subtotal: hasTrial ? 0 : total,
    amount_total: hasTrial ? 0 : total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: params.billing_address_collection ?? null,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: at,
    currency: lineItems[0]?.currency ?? null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: params.customer ?? null,
    customer_account: null,
    customer_creation: params.customer === undefined ? 'always' : null,
    customer_details: knownDetails(context, params),
    customer_email: params.customer_email ?? null,
    discounts: [],
    expires_at: params.expires_at ?? at + daySeconds,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: isLive,
    locale: params.locale ?? null,
    managed_payments: { enabled: false },
    metadata: params.metadata ?? {},
    mode: 'subscription',
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'always',
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: {
      allow_redisplay_filters: ['always'],
      payment_method_remove: 'disabled',
      payment_method_save: null,
    },
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    success_url: params.success_url,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${context.baseUrl}/c/pay/${id}`,
    wallet_options: null,
  };
  put(context, 'checkout.session', session);
  return session;
}

function checkParams(context: StripeContext, params: NewSession): void {
  const { customer, customer_email, expires_at, line_items, subscription_data: plan } = params;
  if (customer !== undefined) liveCustomer(context, customer, 'customer');
  if (customer !== undefined && customer_email !== undefined)
    throw invalidRequest('You may only specify one of these parameters: customer, customer_email.', {
      code: 'parameters_exclusive',
    });
  const items = line_items.map(({ price, quantity = 1 }, index) => {
    if (quantity < 1)
      throw invalidParameter('This value must be greater than or equal to 1.', `line_items[${index}][quantity]`);
    return { price: refer(context, 'price', price, `line_items[${index}][price]`), quantity };
  });
  checkItems(context, items, 'line_items');
  const at = now(context, null);
  if (expires_at !== undefined && (expires_at < at + hourSeconds / 2 || expires_at > at + daySeconds))
    throw invalidParameter(
      `The \`expires_at\` timestamp must be ${expires_at > at + daySeconds ? 'less than 24 hours' : 'at least 30 minutes'} from Checkout Session creation.`,
      'expires_at',
    );
  if (plan?.trial_period_days !== undefined && plan.trial_end !== undefined)
    throw invalidRequest('You may only specify one of these parameters: trial_end, trial_period_days.', {
      code: 'parameters_exclusive',
    });
  if (
    plan?.trial_period_days !== undefined &&
    (plan.trial_period_days < 1 || plan.trial_period_days > longestTrialDays)
  )
    throw invalidParameter(
      plan.trial_period_days < 1
        ? 'The minimum number of trial period days is 1.'
        : `The maximum number of trial period days is ${longestTrialDays} (2 years).`,
      'subscription_data[trial_period_days]',
    );
  if (plan?.trial_end !== undefined && plan.trial_end < at + 2 * daySeconds)
    throw invalidParameter(
      'The `trial_end` date has to be at least 2 days in the future.',
      'subscription_data[trial_end]',
    );
}

function createLineItem(
  context: StripeContext,
  { price: id, quantity = 1 }: { price: string; quantity?: number | undefined },
): LineItem {
  const price = refer(context, 'price', id, 'line_items');
  const product = find(context, 'product', price.product);
  const amount = (price.unit_amount ?? 0) * quantity;
  return {
    id: context.newId('li_'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description: product && !product.deleted ? product.name : null,
    metadata: {},
    price: structuredClone(price),
    quantity,
  };
}

/** Returns the customer details known before the form is filled in. */
function knownDetails(
  context: StripeContext,
  { customer: id, customer_email }: NewSession,
): CheckoutSession['customer_details'] {
  const customer = id === undefined ? undefined : liveCustomer(context, id, 'customer');
  const known = customer?.email ?? customer_email;
  if (known === undefined || known === null) return null;
  return {
    address: null,
    business_name: null,
    email: known,
    individual_name: null,
    name: null,
    phone: null,
    tax_exempt: 'none',
    tax_ids: null,
  };
}
