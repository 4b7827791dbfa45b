import { Router } from 'express';
import { html } from '#sandbox/page.ts';
import { collect, subscriptionOf } from '#sandbox/stripe/billing/collection.ts';
import { formatAmount } from '#sandbox/stripe/billing/money.ts';
import { attach, createCard, payingCard } from '#sandbox/stripe/billing/payment-methods.ts';
import { catchUp } from '#sandbox/stripe/billing/timeline.ts';
import type { StripeContext } from '#sandbox/stripe/context.ts';
import { cardError, StripeError } from '#sandbox/stripe/errors.ts';
import type { Invoice } from '#sandbox/stripe/objects.ts';
import { find, liveCustomer } from '#sandbox/stripe/store.ts';
import { cardForm, readCard } from './card-form.ts';
import { brand, cardFields, formatDate, notice, page, testCards } from './layout.ts';

/** Serves the page at an invoice's `hosted_invoice_url`: what is due, and a form to pay it while it is open. */
export function invoicePages(context: StripeContext): Router {
  const router = Router();

  router.get('/i/acct_sandbox/test_:id', (req, res) => {
    catchUp(context);
    const invoice = find(context, 'invoice', req.params.id);
    if (invoice && invoice.status !== 'draft') res.send(invoicePage(context, invoice));
    else
      res
        .status(404)
        .send(page('Invoice', html`${brand(undefined)}<main class="narrow"><h1>Invoice not found</h1></main>`));
  });

  router.post('/i/acct_sandbox/test_:id', (req, res) => {
    catchUp(context);
    const invoice = find(context, 'invoice', req.params.id);
    if (invoice?.status !== 'open') return res.redirect(303, req.originalUrl);
    try {
      payBy(context, invoice, req.body ?? {});
    } catch (error) {
      if (!(error instanceof StripeError)) throw error;
      context.save();
      return void res.status(error.status).send(invoicePage(context, invoice, error.message));
    }
    context.save();
    return res.redirect(303, req.originalUrl);
  });

  return router;
}

/** Pays with the entered card, otherwise with the one on file. @throws 402 */
function payBy(context: StripeContext, invoice: Invoice, body: unknown): void {
  const typed = cardForm.parse(body);
  if (typed.cardNumber === '') return settle(context, invoice);
  const customer = liveCustomer(context, invoice.customer ?? '');
  const method = createCard(context, readCard(typed), { name: typed.billingName, email: customer.email });
  attach(context, method, customer);
  const collected = collect(context, invoice, { method });
  if (!collected.paid && collected.error) throw cardError(collected.error);
}

function settle(context: StripeContext, invoice: Invoice): void {
  const collected = collect(context, invoice);
  if (!collected.paid && collected.error) throw cardError(collected.error);
}

function invoicePage(context: StripeContext, invoice: Invoice, message?: string): string {
  const { lines, number, status, currency, total, created } = invoice;
  const subscription = subscriptionOf(context, invoice);
  const card = subscription && payingCard(context, subscription)?.card;
  return page(
    'Invoice',
    html`${brand(undefined)}<main class="narrow">
      <h1>Invoice ${number}</h1>
      <section class="panel">
        <p class="headline">${formatAmount(total, currency)}</p>
        <p class="soft">${status === 'paid' ? `Paid on ${formatDate(invoice.status_transitions.paid_at ?? created)}` : status === 'open' ? 'Due' : status}</p>
        <table>
          <tr><td>To</td><td>${invoice.customer_email}</td></tr>
          <tr><td>From</td><td>${invoice.account_name}</td></tr>
          ${lines.data.map(
            (line) =>
              html`<tr><td>${line.description}<span class="soft">${formatDate(line.period.start)} to ${formatDate(line.period.end)}</span></td><td>${formatAmount(line.amount, currency)}</td></tr>`,
          )}
          <tr class="total"><td>Total</td><td>${formatAmount(total, currency)}</td></tr>
        </table>
      </section>
      ${
        status === 'open' &&
        html`<section class="panel">
        ${notice(message)}
        ${card && html`<form method="post"><button type="submit">Pay ${formatAmount(total, currency)} with •••• ${card.last4}</button></form><br>`}
        <form method="post">${cardFields()}<button type="submit" class="quiet">Pay with this card</button>${testCards()}</form>
      </section>`
      }
    </main>`,
  );
}
