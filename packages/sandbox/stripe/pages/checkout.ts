import { Router } from 'express';
import * as z from 'zod';
import { type Html, html } from '#sandbox/page.ts';
import { completeCheckout, planOf } from '#sandbox/stripe/billing/checkout.ts';
import { formatAmount, formatPrice } from '#sandbox/stripe/billing/money.ts';
import { catchUp } from '#sandbox/stripe/billing/timeline.ts';
import type { StripeContext } from '#sandbox/stripe/context.ts';
import { StripeError } from '#sandbox/stripe/errors.ts';
import type { CheckoutSession, LineItem } from '#sandbox/stripe/objects.ts';
import type { CheckoutPlan } from '#sandbox/stripe/state.ts';
import { find } from '#sandbox/stripe/store.ts';
import { daySeconds, now } from '#sandbox/stripe/time.ts';
import { cardForm, readCard } from './card-form.ts';
import { brand, cardFields, formatDate, notice, page, testCards } from './layout.ts';

const form = cardForm.extend({ email: z.string().default('') });
type Typed = z.infer<typeof form>;

/** Serves the hosted page at a Checkout Session's `url`. */
export function checkoutPages(context: StripeContext): Router {
  const router = Router();

  router.get('/c/pay/:id', (req, res) => {
    catchUp(context);
    const session = find(context, 'checkout.session', req.params.id);
    if (session?.status === 'open') res.send(payPage(context, session));
    else res.status(session ? 200 : 404).send(closedPage(session));
  });

  router.post('/c/pay/:id', (req, res) => {
    catchUp(context);
    const session = find(context, 'checkout.session', req.params.id);
    if (!session || session.status === 'expired') return void res.status(session ? 200 : 404).send(closedPage(session));
    const typed = form.parse(req.body ?? {});
    const email = session.customer_details?.email ?? typed.email.trim();
    try {
      if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw incomplete('Your email address is incomplete.');
      if (typed.billingName.trim() === '') throw incomplete('Enter the name on your card.');
      completeCheckout(context, session, { email, name: typed.billingName.trim(), card: readCard(typed) });
    } catch (error) {
      if (!(error instanceof StripeError)) throw error;
      context.save();
      return void res.status(error.status).send(payPage(context, session, { typed, message: error.message }));
    }
    context.save();
    const target = (session.success_url ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', session.id);
    return res.redirect(303, target);
  });

  return router;
}

function incomplete(message: string): StripeError {
  return new StripeError(400, { type: 'invalid_request_error', message });
}

function payPage(
  context: StripeContext,
  session: CheckoutSession,
  tried: { typed?: Typed; message?: string } = {},
): string {
  const plan = planOf(context, session);
  const { typed, message } = tried;
  const email = session.customer_details?.email;
  const back = session.cancel_url === null ? undefined : { url: session.cancel_url, text: 'Back to Foreword' };
  const trialDays = trialDaysOf(context, plan);
  return page(
    'Checkout',
    html`${brand(back)}<main>
      <section aria-label="Summary">${summary(context, plan, trialDays)}</section>
      <section class="panel" aria-label="Payment">
        <form method="post" action="/c/pay/${session.id}">
          ${notice(message)}
          <label>Email <input type="email" name="email" autocomplete="email" placeholder="email@example.com" value="${email ?? typed?.email}" ${email ? html`readonly` : false} required></label>
          ${cardFields({ ...(typed && { number: typed.cardNumber, expiry: typed.cardExpiry, name: typed.billingName }) })}
          <button type="submit">${trialDays === undefined ? 'Subscribe' : 'Start trial'}</button>
          <p class="fine">By confirming, you allow Foreword to charge your card${trialDays === undefined ? '' : ' after the trial'}, until you cancel. You can cancel at any time.</p>
          ${back && html`<a class="button quiet" href="${back.url}">Cancel and go back</a>`}
          ${testCards()}
        </form>
      </section>
    </main>`,
  );
}

function summary(context: StripeContext, { lineItems }: CheckoutPlan, trialDays: number | undefined): Html {
  const [first] = lineItems;
  const total = lineItems.reduce((sum, { amount_total: amount }) => sum + amount, 0);
  const currency = first?.currency ?? 'usd';
  const price = first ? formatPrice({ ...first.price, unit_amount: total }) : '';
  const startsAt = now(context, null) + (trialDays ?? 0) * daySeconds;
  return html`
    <h1>${trialDays === undefined ? 'Subscribe to' : 'Try'} ${lineItems.map(({ description }) => description).join(', ')}</h1>
    <p class="headline">${trialDays === undefined ? price : `${trialDays} days free`}</p>
    ${trialDays !== undefined && html`<p class="soft">${trialDays} days free, then ${price}</p>`}
    <table>
      ${lineItems.map((item) => lineRow(context, item, trialDays))}
      ${trialDays !== undefined && html`<tr><td>From ${formatDate(startsAt)}</td><td>${price}</td></tr>`}
      <tr class="total"><td>Total due today</td><td>${formatAmount(trialDays === undefined ? total : 0, currency)}</td></tr>
    </table>`;
}

function lineRow(context: StripeContext, item: LineItem, trialDays: number | undefined): Html {
  const { price, quantity, description, amount_total: amount } = item;
  const product = find(context, 'product', price.product);
  const about = product && !product.deleted ? product.description : null;
  return html`<tr>
    <td>${description}${quantity !== 1 && ` × ${quantity}`}${about !== null && html`<span class="soft">${about}</span>`}</td>
    <td>${trialDays === undefined ? formatPrice({ ...price, unit_amount: amount }) : `${trialDays} days free`}</td>
  </tr>`;
}

function trialDaysOf(context: StripeContext, { trialPeriodDays, trialEnd }: CheckoutPlan): number | undefined {
  if (trialPeriodDays !== null) return trialPeriodDays;
  return trialEnd === null ? undefined : Math.ceil((trialEnd - now(context, null)) / daySeconds);
}

function closedPage(session: CheckoutSession | undefined): string {
  if (session?.status === 'complete') {
    const link = session.success_url?.replaceAll('{CHECKOUT_SESSION_ID}', session.id);
    return page(
      'Checkout',
      html`${brand(undefined)}<main class="narrow"><h1>You are all done here</h1><p class="soft">Your payment details were already submitted.</p>
        ${link && html`<p><a href="${link}">Continue to Foreword</a></p>`}</main>`,
    );
  }
  const back = session?.cancel_url;
  return page(
    'Checkout',
    html`${brand(undefined)}<main class="narrow"><h1>Something went wrong</h1>
      <p class="soft">The page you were looking for could not be found. Please check the URL or contact the merchant: the checkout may have expired.</p>
      ${back && html`<p><a href="${back}">Back to Foreword</a></p>`}</main>`,
  );
}
