import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import { docUrl } from '#sandbox/stripe/errors.ts';
import type { PaymentError } from '#sandbox/stripe/objects.ts';

export type CardInput = { number: string; expMonth: number; expYear: number; cvc: string | undefined };
type Decline = { code: string; declineCode: string; message: string };
type TestCard = {
  brand: string;
  funding?: 'credit' | 'debit' | 'prepaid';
  /** Error when the card is saved or checked; absent if that succeeds. */
  onSave?: Decline;
  /** Error when it is charged, absent if that succeeds; a card that cannot be saved cannot be charged either. */
  onCharge?: Decline;
};

const declined = (declineCode: string, message = 'Your card was declined.'): Decline => ({
  code: 'card_declined',
  declineCode,
  message,
});

/** https://docs.stripe.com/testing#cards */
const testCards: Record<string, TestCard> = {
  '4242424242424242': { brand: 'visa' },
  '4000056655665556': { brand: 'visa', funding: 'debit' },
  '5555555555554444': { brand: 'mastercard' },
  '5200828282828210': { brand: 'mastercard', funding: 'debit' },
  '378282246310005': { brand: 'amex' },
  '6011111111111117': { brand: 'discover' },
  '4000000000000002': { brand: 'visa', onSave: declined('generic_decline') },
  '4000000000009995': { brand: 'visa', onSave: declined('insufficient_funds', 'Your card has insufficient funds.') },
  '4000000000009987': { brand: 'visa', onSave: declined('lost_card') },
  '4000000000009979': { brand: 'visa', onSave: declined('stolen_card') },
  '4000000000000069': {
    brand: 'visa',
    onSave: { code: 'expired_card', declineCode: 'expired_card', message: 'Your card has expired.' },
  },
  '4000000000000127': {
    brand: 'visa',
    onSave: { code: 'incorrect_cvc', declineCode: 'incorrect_cvc', message: "Your card's security code is incorrect." },
  },
  '4000000000000119': {
    brand: 'visa',
    onSave: {
      code: 'processing_error',
      declineCode: 'processing_error',
      message: 'An error occurred while processing your card. Try again in a little bit.',
    },
  },
  '4000000000000341': { brand: 'visa', onCharge: declined('generic_decline') },
};

/** The predefined payment methods of https://docs.stripe.com/testing, as card numbers. */
const tokens: Record<string, string> = {
  pm_card_visa: '4242424242424242',
  pm_card_visa_debit: '4000056655665556',
  pm_card_mastercard: '5555555555554444',
  pm_card_amex: '378282246310005',
  pm_card_discover: '6011111111111117',
  pm_card_visa_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_chargeDeclinedExpiredCard: '4000000000000069',
  pm_card_chargeCustomerFail: '4000000000000341',
};

export function numberOfToken(id: string): string | undefined {
  return Object.hasOwn(tokens, id) ? tokens[id] : undefined;
}

/** Returns the fields of `payment_method.card`. */
export function describeCard({ number, expMonth, expYear, cvc }: CardInput): Stripe.PaymentMethod.Card {
  const { brand = 'visa', funding = 'credit' } = testCards[number] ?? {};
  return {
    brand,
    checks: {
      address_line1_check: null,
      address_postal_code_check: null,
      cvc_check: cvc === undefined ? null : 'pass',
    },
    country: 'US',
    display_brand: brand === 'amex' ? 'american_express' : brand,
    exp_month: expMonth,
    exp_year: expYear,
    fingerprint: createHash('sha256').update(number).digest('base64url').replaceAll(/[-_]/g, '0').slice(0, 16),
    funding,
    generated_from: null,
    last4: number.slice(-4),
    networks: { available: [brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  };
}

/** Returns the first error in the card details that can be found without the bank; undefined if there is none. */
export function checkCard({ number, expMonth, expYear, cvc }: CardInput, now: Date): PaymentError | undefined {
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number))
    return cardFault('incorrect_number', 'number', 'Your card number is incorrect.');
  if (!(expMonth >= 1 && expMonth <= 12))
    return cardFault('invalid_expiry_month', 'exp_month', "Your card's expiration month is invalid.");
  const month = now.getUTCFullYear() * 12 + now.getUTCMonth() + 1;
  const expires = expYear * 12 + expMonth;
  if (!(expires >= month && expires <= month + 50 * 12))
    return cardFault('invalid_expiry_year', 'exp_year', "Your card's expiration year is invalid.");
  if (cvc !== undefined && !/^\d{3,4}$/.test(cvc))
    return cardFault('invalid_cvc', 'cvc', "Your card's security code is invalid.");
  if (Object.hasOwn(testCards, number)) return undefined;
  return toError({
    code: 'card_declined',
    declineCode: 'test_mode_live_card',
    message:
      'Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
  });
}

/** Returns the error from saving this card; undefined if saving succeeds. */
export function refusalToSave(number: string): PaymentError | undefined {
  const decline = testCards[number]?.onSave;
  return decline && toError(decline);
}

/** Returns the error from charging this card; undefined if charging succeeds. */
export function refusalToPay(number: string): PaymentError | undefined {
  const decline = testCards[number]?.onSave ?? testCards[number]?.onCharge;
  return decline && toError(decline);
}

function toError({ code, declineCode, message }: Decline): PaymentError {
  const advice = declineCode === 'lost_card' || declineCode === 'stolen_card' ? 'do_not_try_again' : 'try_again_later';
  return {
    type: 'card_error',
    code,
    ...(code === 'card_declined' && { decline_code: declineCode, advice_code: advice, network_decline_code: '01' }),
    doc_url: docUrl(code),
    message,
  };
}

function cardFault(code: string, param: string, message: string): PaymentError {
  return { type: 'card_error', code, doc_url: docUrl(code), message, param };
}

function passesLuhn(number: string): boolean {
  const sum = number
    .split('')
    .toReversed()
    .reduce((total, digit, index) => {
      const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return sum % 10 === 0;
}
