import { Router } from 'express';
import * as z from 'zod';
import { keys } from '#sandbox/config.ts';
import { type ConsoleContext, postControl, urlOf } from '#sandbox/console/context.ts';
import { formatMoment, layout, table } from '#sandbox/console/layout.ts';
import { consoleHeaders } from '#sandbox/control/control.ts';
import { type Html, html } from '#sandbox/page.ts';

const key = keys.stripe;
const id = z.union([z.string(), z.looseObject({ id: z.string() }).transform((object) => object.id)]).nullish();

/** The displayed parts of Stripe's objects. */
const listed = {
  customers: z.object({ id: z.string(), email: z.string().nullish(), name: z.string().nullish() }),
  subscriptions: z.object({
    id: z.string(),
    customer: id,
    status: z.string(),
    cancel_at_period_end: z.boolean(),
    trial_end: z.number().nullish(),
  }),
  sessions: z.object({
    id: z.string(),
    status: z.string().nullish(),
    customer: id,
    customer_email: z.string().nullish(),
    url: z.string().nullish(),
    created: z.number(),
  }),
};
const deliveries = z.object({
  /** Whether deliveries are held back in `pending`. */
  paused: z.boolean(),
  pending: z.array(z.unknown()),
  deliveries: z.array(
    z.object({
      eventId: z.string(),
      type: z.string(),
      url: z.string(),
      attempt: z.number(),
      at: z.string(),
      /** 0 without a response. */
      status: z.number(),
    }),
  ),
});
type Delivery = z.infer<typeof deliveries>['deliveries'][number];
const redeliverForm = z.object({ eventId: z.string() });
const shownEvents = 60;

/** Serves subscriptions, checkouts and webhook deliveries, read through Stripe's API and its controls. */
export function paymentRoutes(context: ConsoleContext): Router {
  const router = Router();
  const url = urlOf(context, 'stripe');

  router.get('/payments', async (req, res) => {
    const lead = "Stripe's records, and the webhooks it sent to Foreword. No card is ever charged.";
    const content =
      url === undefined
        ? html`<div class="panel"><p class="pad soft">Stripe is not sandboxed here.</p></div>`
        : await paymentsPage(url);
    res.send(layout({ title: 'Payments', lead, path: req.path, content }));
  });

  for (const action of ['pause', 'resume'] as const) {
    router.post(`/payments/webhooks/${action}`, async (_req, res, next) => {
      if (url === undefined) return next();
      await postControl(url, `webhooks/${action}`, {});
      return res.redirect(303, '/payments');
    });
  }

  router.post('/payments/webhooks/redeliver', async (req, res, next) => {
    if (url === undefined) return next();
    await postControl(url, 'webhooks/redeliver', redeliverForm.parse(req.body));
    return res.redirect(303, '/payments');
  });

  return router;
}

async function paymentsPage(url: string): Promise<Html> {
  const [customers, subscriptions, sessions, sent] = await Promise.all([
    readList(`${url}/v1/customers?limit=100`, listed.customers),
    readList(`${url}/v1/subscriptions?limit=100&status=all`, listed.subscriptions),
    readList(`${url}/v1/checkout/sessions?limit=100`, listed.sessions),
    readDeliveries(url),
  ]);
  const emails = new Map(customers.map((customer) => [customer.id, customer.email ?? customer.id]));
  const emailOf = (customer: string | null | undefined): string => emails.get(customer ?? '') ?? customer ?? '';
  const subscriptionRows = subscriptions.map(
    (subscription) => html`<tr><td>${emailOf(subscription.customer)}</td>
      <td><span class="tag">${subscription.status}</span>${subscription.cancel_at_period_end && html` <span class="tag">cancels at period end</span>`}</td>
      <td data-label="Trial ends">${subscription.trial_end && formatMoment(subscription.trial_end * 1000)}</td>
      <td class="soft">${subscription.id}</td></tr>`,
  );
  const sessionRows = sessions.map(
    (session) => html`<tr><td class="num">${formatMoment(session.created * 1000)}</td>
      <td>${session.customer_email ?? emailOf(session.customer)}</td>
      <td><span class="tag">${session.status}</span>${session.url && html` <a href="${session.url}">Open checkout</a>`}</td></tr>`,
  );
  return html`<h2>Subscriptions</h2>
    ${table(['Customer', 'Status', 'Trial ends (UTC)', 'ID'], subscriptionRows, 'No subscriptions yet.')}
    <h2>Checkouts</h2>
    ${table(['Opened (UTC)', 'For', 'Status'], sessionRows, 'No checkouts yet.')}
    <h2>Webhook deliveries</h2>
    <form class="row" method="post" action="/payments/webhooks/${sent.paused ? 'resume' : 'pause'}">
      <button class="quiet">${sent.paused ? 'Resume' : 'Pause'}</button>
      <span class="soft">${sent.pending.length} waiting${sent.paused && ', paused'}</span></form><br>
    ${table(['Latest (UTC)', 'Event', 'Responses', 'Redeliver'], sent.events.slice(0, shownEvents).map(eventRow), 'No deliveries yet.')}`;
}

/** Renders one event with all its delivery attempts, oldest first. */
function eventRow([last, ...earlier]: Delivery[]): Html {
  if (!last) return html``;
  const answers = [last, ...earlier].toReversed();
  return html`<tr><td class="num">${formatMoment(last.at)}</td><td>${last.type}<br><span class="soft">${last.eventId}</span></td>
    <td class="num" data-label="Responses">${answers.map(({ status }) => html`<span class="${isGood(status) ? 'good' : 'bad'}">${status || 'none'}</span> `)}</td>
    <td><form method="post" action="/payments/webhooks/redeliver"><button class="quiet" name="eventId" value="${last.eventId}">Redeliver</button></form></td></tr>`;
}

function isGood(status: number): boolean {
  return status >= 200 && status < 300;
}

async function readList<T>(url: string, item: z.ZodType<T>): Promise<T[]> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${key}`, ...consoleHeaders } });
  return z.object({ data: z.array(item) }).parse(await answer.json()).data;
}

async function readDeliveries(url: string) {
  const answer = await fetch(`${url}/_control/webhooks`);
  const { deliveries: made, paused, pending } = deliveries.parse(await answer.json());
  const newest = made.toSorted((a, b) => (a.at < b.at ? 1 : -1));
  return { paused, pending, events: [...Map.groupBy(newest, ({ eventId }) => eventId).values()] };
}
