import { expect, test } from 'vitest';
import { createStripePayments } from '#providers/payments/stripe.ts';
import { startStripe } from '#sandbox/tests/stripe/stripe-client.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';

const { stripe, url } = await forThisFile(startStripe());
const payments = createStripePayments({ secretKey: 'sk_test_sandbox', baseUrl: url, retries: 0 });

const recurring = { interval: 'month' } as const;
const product = 'prod_research';

async function newCustomer() {
  const { id } = await stripe.customers.create({ email: 'ada@example.test' });
  const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: id });
  return { customer: id, default_payment_method: method.id };
}

test.each([
  ['usd', 1050, 1050],
  ['jpy', 1000, 100_000],
  ['kwd', 2500, 250],
  ['huf', 399_000, 399_000],
  ['isk', 50_000, 50_000],
  ['ugx', 50_000, 50_000],
])('counts %s in hundredths in plans, subscriptions and invoices', async (currency, amount, amountCents) => {
  const price = await stripe.prices.create({ product, currency, unit_amount: amount, recurring });
  const { customer, ...payer } = await newCustomer();
  await stripe.subscriptions.create({ customer, items: [{ price: price.id }], ...payer });
  expect(await payments.listPlans()).toContainEqual(
    expect.objectContaining({ priceId: price.id, amountCents, currency }),
  );
  expect(await payments.listSubscriptions(customer)).toMatchObject([{ amountCents, currency }]);
  const paid = { amountDueCents: amountCents, amountPaidCents: amountCents, currency };
  expect(await payments.listInvoices(customer)).toMatchObject([paid]);
});

test("reports the amount charged in the subscription's currency, not that of the price", async () => {
  const options = { eur: { unit_amount: 900 }, jpy: { unit_amount: 1500 } };
  const amounts = { currency: 'usd', unit_amount: 1000, currency_options: options };
  const { id } = await stripe.prices.create({ product, ...amounts, recurring });
  const { customer, ...payer } = await newCustomer();
  const items = [{ price: id, quantity: 2 }];
  await stripe.subscriptions.create({ customer, items, currency: 'jpy', trial_period_days: 30, ...payer });
  const [trial] = await payments.listSubscriptions(customer);
  expect(trial).toMatchObject({ amountCents: 300_000, currency: 'jpy', status: 'trialing' });
  await stripe.subscriptions.update(trial?.subscriptionId ?? '', { trial_end: 'now' });
  const [invoice] = await payments.listInvoices(customer);
  expect(invoice).toMatchObject({ amountDueCents: 300_000, currency: 'jpy' });
});
