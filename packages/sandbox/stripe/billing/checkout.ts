import type { StripeContext } from '#sandbox/stripe/context.ts';
import { cardError, invalidRequest } from '#sandbox/stripe/errors.ts';
import { randomText } from '#sandbox/stripe/ids.ts';
import type {
  CheckoutSession,
  Customer,
  PaymentError,
  PaymentMethod,
  SetupIntent,
  Subscription,
} from '#sandbox/stripe/objects.ts';
import { isLive } from '#sandbox/stripe/objects.ts';
import type { CheckoutPlan } from '#sandbox/stripe/state.ts';
import { liveCustomer, put } from '#sandbox/stripe/store.ts';
import { daySeconds, now } from '#sandbox/stripe/time.ts';
import { emit } from '#sandbox/stripe/webhooks/events.ts';
import { type CardInput, refusalToPay, refusalToSave } from './cards.ts';
import { createCustomer } from './customers.ts';
import { attach, createCard } from './payment-methods.ts';
import { createSubscription } from './subscriptions.ts';

export type Payer = { email: string; name: string; card: CardInput };

/**
 * Completes the checkout page: saves the card and starts the subscription. Submitting twice changes nothing.
 * @throws 400 if the session has expired; 402 with a message for the user, who can then try again
 */
export function completeCheckout(context: StripeContext, session: CheckoutSession, payer: Payer): void {
  if (session.status === 'complete') return;
  if (session.status !== 'open') throw invalidRequest('This Checkout Session has expired.');
  const plan = planOf(context, session);
  const method = createCard(context, payer.card, payer);
  const free = plan.trialPeriodDays !== null || plan.trialEnd !== null;
  const refusal = free ? refusalToSave(payer.card.number) : refusalToPay(payer.card.number);
  if (refusal) {
    createSetupIntent(context, { method, customer: session.customer, error: refusal });
    throw cardError(refusal);
  }
  const customer = session.customer === null ? createCustomer(context, payer) : liveCustomer(context, session.customer);
  const subscription = subscribe(context, { customer, plan, method });
  session.status = 'complete';
  session.url = null;
  session.customer = customer.id;
  session.subscription = subscription.id;
  session.invoice = subscription.latest_invoice;
  session.payment_status = free ? 'no_payment_required' : 'paid';
  session.customer_details = detailsOf(payer);
  session.collected_information = { business_name: null, individual_name: null, shipping_details: null };
  emit(context, 'checkout.session.completed', session);
}

export function expireCheckout(context: StripeContext, session: CheckoutSession): void {
  session.status = 'expired';
  session.url = null;
  emit(context, 'checkout.session.expired', session);
}

export function planOf({ state }: StripeContext, { id }: CheckoutSession): CheckoutPlan {
  const plan = state.checkouts[id];
  if (!plan) throw new Error(`${id} has no plan.`);
  return plan;
}

type Subscribing = { customer: Customer; plan: CheckoutPlan; method: PaymentMethod };

function subscribe(context: StripeContext, { customer, plan, method }: Subscribing): Subscription {
  const at = now(context, customer.test_clock ?? null);
  const trialEnd = plan.trialPeriodDays === null ? plan.trialEnd : at + plan.trialPeriodDays * daySeconds;
  attach(context, method, customer);
  if (trialEnd !== null) createSetupIntent(context, { method, customer: customer.id });
  return createSubscription(context, {
    customer,
    items: plan.lineItems.map(({ price, quantity }) => ({ price, quantity: quantity ?? 1 })),
    at,
    trialEnd,
    defaultPaymentMethod: method.id,
    description: plan.description,
    metadata: plan.metadata,
    billingMode: plan.billingMode,
    missingPaymentMethod: plan.missingPaymentMethod,
    paymentBehavior: 'error_if_incomplete',
    saveDefaultPaymentMethod: 'off',
  });
}

type Setup = { method: PaymentMethod; customer: string | null; error?: PaymentError };

function createSetupIntent(context: StripeContext, { method, customer, error }: Setup): SetupIntent {
  const id = context.newId('seti_');
  const intent: SetupIntent = {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${randomText(25)}`,
    created: now(context, null),
    customer,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: error ?? null,
    latest_attempt: null,
    livemode: isLive,
    mandate: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: error ? null : method.id,
    payment_method_configuration_details: null,
    payment_method_options: { card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: error ? 'requires_payment_method' : 'succeeded',
    usage: 'off_session',
  };
  put(context, 'setup_intent', intent);
  emit(context, 'setup_intent.created', intent);
  emit(context, error ? 'setup_intent.setup_failed' : 'setup_intent.succeeded', intent);
  return intent;
}

function detailsOf({ email, name }: Payer): CheckoutSession['customer_details'] {
  return {
    address: null,
    business_name: null,
    email,
    individual_name: null,
    name,
    phone: null,
    tax_exempt: 'none',
    tax_ids: [],
  };
}
