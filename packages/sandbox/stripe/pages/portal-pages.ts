import type * as z from 'zod';
import { type Html, html } from '#sandbox/page.ts';
import { formatAmount, formatPrice } from '#sandbox/stripe/billing/money.ts';
import { payingCard } from '#sandbox/stripe/billing/payment-methods.ts';
import { pricesInPortal } from '#sandbox/stripe/billing/portal-configuration.ts';
import { periodEnd } from '#sandbox/stripe/billing/subscriptions.ts';
import type { StripeContext } from '#sandbox/stripe/context.ts';
import type {
  Customer,
  Invoice,
  PaymentMethod,
  PortalConfiguration,
  PortalSession,
  Price,
  Subscription,
} from '#sandbox/stripe/objects.ts';
import { all, find } from '#sandbox/stripe/store.ts';
import type { cardForm } from './card-form.ts';
import { brand, cardFields, formatDate, notice, page, testCards } from './layout.ts';

export type Portal = {
  session: PortalSession;
  configuration: PortalConfiguration;
  customer: Customer;
  /** The path of the portal's front page. */
  home: string;
};

/** Renders the subscription, card and invoices on one page. */
export function homePage(context: StripeContext, portal: Portal): string {
  const { customer } = portal;
  const subscriptions = all(context, 'subscription').filter(
    (one) => one.customer === customer.id && one.ended_at === null,
  );
  const invoices = all(context, 'invoice').filter((one) => one.customer === customer.id && one.status !== 'draft');
  return frame(
    portal,
    html`<h1>Manage your Foreword billing</h1>
      ${subscriptions.length === 0 && html`<section class="panel"><h2>Current subscription</h2><p class="soft">You have no subscription.</p></section>`}
      ${subscriptions.map((subscription) => subscriptionPanel(context, portal, subscription))}
      ${cardPanel(context, portal, subscriptions[0])}
      ${invoicePanel(invoices.toReversed())}`,
  );
}

export function cardPage(portal: Portal, tried: { typed?: z.infer<typeof cardForm>; message?: string } = {}): string {
  const { typed, message } = tried;
  const values = typed && { number: typed.cardNumber, expiry: typed.cardExpiry, name: typed.billingName };
  return frame(
    portal,
    html`<h1>Update payment method</h1>
      <section class="panel"><form method="post" action="${portal.home}/payment-method">
        ${notice(message)}
        ${cardFields(values)}
        <p class="fine">From now on, your subscription is charged to this card.</p>
        <div class="row"><button type="submit">Save card</button><a class="button quiet" href="${backOf(portal)}">Go back</a></div>
        ${testCards()}
      </form></section>`,
  );
}

export function cancelPage(portal: Portal, subscription: Subscription): string {
  const { options } = portal.configuration.features.subscription_cancel.cancellation_reason;
  return frame(
    portal,
    html`<h1>Confirm cancellation</h1>
      <section class="panel"><form method="post" action="${portal.home}/subscriptions/${subscription.id}/cancel">
        <p class="soft">Your subscription stays available until it ends on ${formatDate(periodEnd(subscription))}.</p>
        <fieldset><legend>Why are you cancelling? (optional)</legend>${options.map(
          (option) =>
            html`<label class="choice"><input type="radio" name="feedback" value="${option}"> ${feedbackTexts[option] ?? option}</label>`,
        )}</fieldset>
        <div class="row"><button type="submit">Cancel subscription</button><a class="button quiet" href="${backOf(portal)}">Go back</a></div>
      </form></section>`,
  );
}

/** Renders a form to switch a subscription to another price; it also shows the current one. */
export function updatePage(context: StripeContext, portal: Portal, subscription: Subscription): string {
  const [item] = subscription.items.data;
  const prices = pricesInPortal(context, portal.configuration, subscription);
  return frame(
    portal,
    html`<h1>Update your subscription</h1>
      <section class="panel"><form method="post" action="${portal.home}/subscriptions/${subscription.id}/update">
        <p class="soft">You currently pay ${item && formatPrice(item.price)}.</p>
        ${prices.length === 0 && html`<p class="soft">There are no other plans.</p>`}
        <fieldset><legend>Switch to</legend>${prices.map(
          (price, index) =>
            html`<label class="choice"><input type="radio" name="price" value="${price.id}" ${index === 0 && html`checked`}> ${nameOf(context, price)}, ${formatPrice(price)}</label>`,
        )}</fieldset>
        <p class="fine">${
          subscription.status === 'trialing'
            ? html`Your free trial continues until ${formatDate(periodEnd(subscription))}. The new price applies from then on.`
            : html`If the billing interval stays the same, the new price applies from ${formatDate(periodEnd(subscription))}. If it changes, a new period starts and is charged today; the rest of the current one is not refunded.`
        }</p>
        <div class="row">${prices.length > 0 && html`<button type="submit">Confirm</button>`}<a class="button quiet" href="${backOf(portal)}">Go back</a></div>
      </form></section>`,
  );
}

export function endedPage(): string {
  return page(
    'Billing',
    html`${brand(undefined)}<main class="narrow"><h1>This link has expired</h1>
      <p class="soft">Please return to Foreword and open your billing page from there.</p></main>`,
  );
}

const feedbackTexts: Record<string, string> = {
  too_expensive: 'It is too expensive',
  missing_features: 'I need more features',
  switched_service: 'I found an alternative',
  unused: 'I no longer use it',
  other: 'Another reason',
};

function frame(portal: Portal, content: Html): string {
  const { return_url: url } = portal.session;
  const back = url === null ? undefined : { url, text: 'Return to Foreword' };
  return page('Billing', html`${brand(back)}<main class="narrow">${content}</main>`);
}

/**
 * Returns the target of `Go back`: in a flow, the session's return address if it has one; otherwise the portal's front
 * page.
 */
function backOf({ session, home }: Portal): string {
  return session.flow === null ? home : (session.return_url ?? home);
}

function subscriptionPanel(context: StripeContext, portal: Portal, subscription: Subscription): Html {
  const [item] = subscription.items.data;
  const action = `${portal.home}/subscriptions/${subscription.id}`;
  const canUpdate = pricesInPortal(context, portal.configuration, subscription).length > 0;
  const ends = subscription.cancel_at;
  return html`<section class="panel">
    <h2>Current subscription</h2>
    <p>${item ? nameOf(context, item.price) : 'Subscription'} ${statusTag(subscription)}</p>
    <p class="headline">${item && formatPrice(item.price)}</p>
    <p class="soft">${nextText(subscription)}</p>
    <br>
    ${canUpdate && html`<a class="button quiet" href="${action}/update">Update subscription</a>`}
    ${ends === null && html`<a class="button quiet" href="${action}/cancel">Cancel subscription</a>`}
    ${ends !== null && html`<form method="post" action="${action}/resume"><button class="quiet">Don&#39;t cancel subscription</button></form>`}
  </section>`;
}

function nameOf(context: StripeContext, { product: id }: Price): string {
  const product = find(context, 'product', id);
  return product && !product.deleted ? product.name : 'Subscription';
}

function statusTag({ status, cancel_at }: Subscription): Html {
  if (cancel_at !== null) return html`<span class="tag">Cancels ${formatDate(cancel_at)}</span>`;
  if (status === 'trialing') return html`<span class="tag good">Trial</span>`;
  if (status === 'active') return html`<span class="tag good">Active</span>`;
  return html`<span class="tag bad">${status === 'past_due' ? 'Past due' : status}</span>`;
}

function nextText(subscription: Subscription): string {
  const { status, cancel_at, trial_end } = subscription;
  if (cancel_at !== null) return `Your subscription will be cancelled on ${formatDate(cancel_at)}.`;
  if (status === 'trialing' && trial_end !== null) return `Your free trial ends on ${formatDate(trial_end)}.`;
  if (status === 'active') return `Your next billing date is ${formatDate(periodEnd(subscription))}.`;
  return 'Your last payment failed. Update your card, then pay the open invoice below.';
}

function cardPanel(context: StripeContext, portal: Portal, subscription: Subscription | undefined): Html {
  const { default_payment_method: id } = portal.customer.invoice_settings;
  const method: PaymentMethod | undefined = subscription
    ? payingCard(context, subscription)
    : find(context, 'payment_method', id ?? '');
  return html`<section class="panel">
    <h2>Payment method</h2>
    <p>${method?.card ? describe(method.card) : html`<span class="soft">No card on file.</span>`}</p>
    <a class="button quiet" href="${portal.home}/payment-method">${method ? 'Update payment method' : 'Add payment method'}</a>
  </section>`;
}

function describe({ brand, last4, exp_month, exp_year }: NonNullable<PaymentMethod['card']>): string {
  const name = brand.slice(0, 1).toUpperCase() + brand.slice(1);
  return `${name} •••• ${last4}, expires ${String(exp_month).padStart(2, '0')}/${exp_year}`;
}

function invoicePanel(invoices: Invoice[]): Html {
  const rows = invoices.map(
    (invoice) => html`<tr>
      <td><a href="${invoice.hosted_invoice_url}">${formatDate(invoice.created)}</a><span class="soft">${invoice.number} · ${invoice.lines.data[0]?.description}</span></td>
      <td>${formatAmount(invoice.total, invoice.currency)}<span class="soft">${invoice.status === 'open' ? 'Open' : invoice.status === 'paid' ? 'Paid' : invoice.status}</span></td>
    </tr>`,
  );
  return html`<section class="panel"><h2>Invoice history</h2>
    ${rows.length === 0 ? html`<p class="soft">No invoices yet.</p>` : html`<table style="margin: 0">${rows}</table>`}</section>`;
}
