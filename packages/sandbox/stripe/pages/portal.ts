import { type Request, type Response, Router } from 'express';
import * as z from 'zod';
import { attach, createCard, setDefault } from '#sandbox/stripe/billing/payment-methods.ts';
import { pricesInPortal } from '#sandbox/stripe/billing/portal-configuration.ts';
import { cancelAt, cancelInPortal } from '#sandbox/stripe/billing/subscription-changes.ts';
import { switchPrice } from '#sandbox/stripe/billing/subscription-updates.ts';
import { catchUp } from '#sandbox/stripe/billing/timeline.ts';
import type { StripeContext } from '#sandbox/stripe/context.ts';
import { StripeError } from '#sandbox/stripe/errors.ts';
import type { Customer, Subscription } from '#sandbox/stripe/objects.ts';
import { all, find, liveCustomer } from '#sandbox/stripe/store.ts';
import { change } from '#sandbox/stripe/webhooks/events.ts';
import { cardForm, readCard } from './card-form.ts';
import { cancelPage, cardPage, endedPage, homePage, type Portal, updatePage } from './portal-pages.ts';

/** An open portal expires an hour of real time after the last visit. */
const openMs = 3_600_000;
const reason = z.object({
  feedback: z
    .enum(['too_expensive', 'missing_features', 'switched_service', 'unused', 'other'])
    .optional()
    .catch(undefined),
  comment: z.string().max(500).optional(),
});

const choice = z.object({ price: z.string().optional() });

/** Serves the customer portal at a portal session's `url`. */
export function portalPages(context: StripeContext): Router {
  const router = Router();
  const path = '/p/session/:token';

  router.get(path, (req, res) =>
    visit(req, res, (portal) => {
      const { flow } = portal.session;
      if (flow?.type === 'payment_method_update') return cardPage(portal);
      const target = flow?.subscription_cancel && find(context, 'subscription', flow.subscription_cancel.subscription);
      return target && target.customer === portal.customer.id ? cancelPage(portal, target) : homePage(context, portal);
    }),
  );

  router.get(`${path}/payment-method`, (req, res) => visit(req, res, (portal) => cardPage(portal)));

  router.post(`${path}/payment-method`, (req, res) =>
    visit(req, res, (portal) => {
      const typed = cardForm.parse(req.body ?? {});
      try {
        changeCard(portal.customer, typed);
      } catch (error) {
        if (!(error instanceof StripeError)) throw error;
        res.status(error.status);
        return cardPage(portal, { typed, message: error.message });
      }
      return leave(res, portal);
    }),
  );

  router.get(`${path}/subscriptions/:id/cancel`, (req, res) =>
    visit(req, res, (portal) => {
      const subscription = ownSubscription(portal, req);
      return subscription ? cancelPage(portal, subscription) : leave(res, portal);
    }),
  );

  router.post(`${path}/subscriptions/:id/cancel`, (req, res) =>
    visit(req, res, (portal) => {
      const subscription = ownSubscription(portal, req);
      const { feedback, comment } = reason.parse(req.body ?? {});
      if (subscription) cancelInPortal(context, subscription, { feedback, comment: comment || undefined });
      return leave(res, portal);
    }),
  );

  router.get(`${path}/subscriptions/:id/update`, (req, res) =>
    visit(req, res, (portal) => {
      const subscription = ownSubscription(portal, req);
      return subscription ? updatePage(context, portal, subscription) : leave(res, portal);
    }),
  );

  router.post(`${path}/subscriptions/:id/update`, (req, res) =>
    visit(req, res, (portal) => {
      const subscription = ownSubscription(portal, req);
      const { price: wanted } = choice.parse(req.body ?? {});
      const offered = subscription ? pricesInPortal(context, portal.configuration, subscription) : [];
      const price = offered.find(({ id }) => id === wanted);
      if (subscription && price) switchPrice(context, subscription, price);
      return leave(res, portal);
    }),
  );

  router.post(`${path}/subscriptions/:id/resume`, (req, res) =>
    visit(req, res, (portal) => {
      const subscription = ownSubscription(portal, req);
      if (subscription) cancelAt(context, subscription, null);
      return leave(res, portal);
    }),
  );

  return router;

  /** Opens the link's portal session, renders `show`, and saves. */
  function visit(req: Request, res: Response, show: (portal: Portal) => string | undefined): void {
    catchUp(context);
    const portal = openPortal(String(req.params['token']));
    const content = portal ? show(portal) : endedPage();
    context.save();
    if (content !== undefined) res.status(portal ? res.statusCode : 404).send(content);
  }

  function openPortal(token: string): Portal | undefined {
    const { portalAccess } = context.state;
    const session = all(context, 'billing_portal.session').find(({ url }) => url.endsWith(`/${token}`));
    const configuration = session && find(context, 'billing_portal.configuration', session.configuration);
    const customer = session && find(context, 'customer', session.customer);
    if (!session || !configuration || !customer || customer.deleted) return undefined;
    if ((portalAccess[session.id] ?? 0) < Date.now()) return undefined;
    portalAccess[session.id] = Date.now() + openMs;
    return { session, configuration, customer: liveCustomer(context, customer.id), home: `/p/session/${token}` };
  }

  function ownSubscription({ customer }: Portal, req: Request): Subscription | undefined {
    const subscription = find(context, 'subscription', String(req.params['id']));
    return subscription?.customer === customer.id && subscription.ended_at === null ? subscription : undefined;
  }

  /** Makes the new card the customer's default, also for subscriptions that had their own. */
  function changeCard(customer: Customer, typed: z.infer<typeof cardForm>): void {
    const method = createCard(context, readCard(typed), { name: typed.billingName, email: customer.email });
    attach(context, method, customer);
    setDefault(context, customer, method.id);
    const own = all(context, 'subscription').filter(
      (subscription) => subscription.customer === customer.id && subscription.ended_at === null,
    );
    for (const subscription of own) {
      change(context, 'customer.subscription.updated', subscription, (changed) => {
        changed.default_payment_method = method.id;
      });
    }
  }
}

/** Redirects to the flow's return address, or to the front page if there is none. */
function leave(res: Response, { session: { flow }, home }: Portal): undefined {
  res.redirect(303, flow?.after_completion.redirect?.return_url ?? home);
}
