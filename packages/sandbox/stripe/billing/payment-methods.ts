import type { StripeContext } from '#sandbox/stripe/context.ts';
import { cardError, invalidRequest } from '#sandbox/stripe/errors.ts';
import type { Customer, PaymentMethod, Subscription } from '#sandbox/stripe/objects.ts';
import { isLive } from '#sandbox/stripe/objects.ts';
import { find, put, refer } from '#sandbox/stripe/store.ts';
import { now } from '#sandbox/stripe/time.ts';
import { change, emit } from '#sandbox/stripe/webhooks/events.ts';
import { type CardInput, checkCard, describeCard, numberOfToken, refusalToPay, refusalToSave } from './cards.ts';

export type BillingDetails = { name?: string | null; email?: string | null };

/** Creates a card that is not attached to a customer. @throws 402 for invalid card details */
export function createCard(
  context: StripeContext,
  card: CardInput,
  { name, email }: BillingDetails = {},
): PaymentMethod {
  const fault = checkCard(card, context.clock.now());
  if (fault) throw cardError(fault);
  const method: PaymentMethod = {
    id: context.newId('pm_'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: { address: null, email: email ?? null, name: name ?? null, phone: null, tax_id: null },
    card: describeCard(card),
    created: now(context, null),
    customer: null,
    customer_account: null,
    livemode: isLive,
    metadata: {},
    type: 'card',
  };
  context.state.cards[method.id] = card.number;
  put(context, 'payment_method', method);
  return method;
}

/**
 * Returns the payment method in a parameter; one of Stripe's predefined ones (`pm_card_visa`) becomes a new card.
 * @throws 400 resource_missing
 */
export function referPaymentMethod(context: StripeContext, id: string, param: string): PaymentMethod {
  const number = numberOfToken(id);
  if (number === undefined) return refer(context, 'payment_method', id, param);
  const expYear = context.clock.now().getUTCFullYear() + 1;
  return createCard(context, { number, expMonth: 12, expYear, cvc: undefined });
}

/**
 * Attaches a card to a customer after asking its bank. @throws 402 if the bank declines, 400 if it belongs to someone
 * else
 */
export function attach(context: StripeContext, method: PaymentMethod, customer: Customer): void {
  if (method.customer === customer.id) return;
  if (method.customer !== null)
    throw invalidRequest('The payment method you provided has already been attached to a customer.', {
      code: 'payment_method_unexpected_state',
    });
  const refusal = refusalToSave(cardNumber(context, method));
  if (refusal) throw cardError(refusal, { payment_method: structuredClone(method) });
  method.customer = customer.id;
  emit(context, 'payment_method.attached', method);
}

/** Detaches a card from its customer. If it was the customer's default, the customer then has no default. */
export function detach(context: StripeContext, method: PaymentMethod): void {
  const customer = method.customer === null ? undefined : find(context, 'customer', method.customer);
  if (!customer || customer.deleted)
    throw invalidRequest('The payment method you provided is not attached to a customer so detachment is impossible.');
  change(context, 'payment_method.detached', method, (changed) => {
    changed.customer = null;
  });
  if (customer.invoice_settings.default_payment_method === method.id) setDefault(context, customer, null);
}

export function setDefault(context: StripeContext, customer: Customer, method: string | null): void {
  change(context, 'customer.updated', customer, (changed) => {
    changed.invoice_settings.default_payment_method = method;
  });
}

/** Returns the card a subscription is charged to: its own, otherwise its customer's default. */
export function payingCard(context: StripeContext, subscription: Subscription): PaymentMethod | undefined {
  const own = subscription.default_payment_method;
  const customer = find(context, 'customer', subscription.customer);
  const id = own ?? (customer && !customer.deleted ? customer.invoice_settings.default_payment_method : null);
  const method = id === null ? undefined : find(context, 'payment_method', id);
  return method?.customer === subscription.customer ? method : undefined;
}

/** Returns the error from charging this card; undefined if charging succeeds. */
export function refusalOf(context: StripeContext, method: PaymentMethod) {
  return refusalToPay(cardNumber(context, method));
}

function cardNumber({ state }: StripeContext, { id }: PaymentMethod): string {
  return state.cards[id] ?? '';
}
