import express from 'express';
import { createControl } from '#sandbox/control/control.ts';
import { calendarsOf } from '#sandbox/microsoft/accounts.ts';
import type { MicrosoftContext } from '#sandbox/microsoft/context.ts';
import { addControls } from '#sandbox/microsoft/control-routes.ts';
import { badRequest, errorBody, sendError } from '#sandbox/microsoft/errors.ts';
import { calendarView } from '#sandbox/microsoft/graph/calendar-view.ts';
import { createDeliveries } from '#sandbox/microsoft/graph/deliveries.ts';
import { type EventResource, eventResource } from '#sandbox/microsoft/graph/event-resource.ts';
import { graphRoutes } from '#sandbox/microsoft/graph/graph.ts';
import { userInfoRoutes } from '#sandbox/microsoft/graph/me-routes.ts';
import { dropExpired } from '#sandbox/microsoft/graph/notifications.ts';
import { adminConsentRoutes } from '#sandbox/microsoft/identity/admin-consent.ts';
import { authorizeRoutes } from '#sandbox/microsoft/identity/authorize.ts';
import { accountOf } from '#sandbox/microsoft/identity/grants.ts';
import { metadataRoutes } from '#sandbox/microsoft/identity/metadata.ts';
import { createSigner } from '#sandbox/microsoft/identity/signing.ts';
import { tokenRoutes } from '#sandbox/microsoft/identity/token.ts';
import { seedAccounts } from '#sandbox/microsoft/seed/seed.ts';
import { type Account, type Calendar, emptyState, microsoftState } from '#sandbox/microsoft/state.ts';
import type { Vendor, VendorOptions } from '#sandbox/vendor.ts';

/** The vendor, with the data shown on the console. */
export type MicrosoftVendor = Vendor & {
  accounts(): Account[];
  calendars(account: Account): Calendar[];
  /** Calendar entries from 60 days ago to 60 days ahead, with series expanded, by start, in UTC. */
  events(calendar: Calendar): EventResource[];
};

const shownDaysMs = 60 * 86_400_000;

/** Creates the Microsoft identity platform (v2.0) and Graph v1.0 calendars on one host, seeded with mira. */
export function createMicrosoft({ clock, store, baseUrl, productUrl }: VendorOptions): MicrosoftVendor {
  const saved = store.load(microsoftState);
  const state = saved ?? emptyState();
  const context: MicrosoftContext = {
    state,
    clock,
    baseUrl,
    productUrl,
    signer: createSigner(state.signingKey),
    deliveries: createDeliveries(),
    deltaOccurrences: 'bare',
    coopEnforcement: false,
    save: () => store.save(context.state),
  };
  if (!saved) seedAccounts(context);

  function reset(): void {
    context.deliveries.clear();
    context.state = emptyState(context.state.signingKey);
    context.deltaOccurrences = 'bare';
    context.coopEnforcement = false;
    seedAccounts(context);
  }

  const control = createControl({ name: 'microsoft', clock, reset, errorBody, onClock: () => dropExpired(context) });
  addControls(control.own, context);

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(control.router);
  app.use('/v1.0', graphRoutes(context));
  app.use((_req, res, next) => {
    if (context.coopEnforcement) res.set('cross-origin-opener-policy', 'same-origin');
    next();
  });
  app.use(userInfoRoutes(context), authorizeRoutes(context), adminConsentRoutes(context));
  app.use(tokenRoutes(context), metadataRoutes(context));
  app.use((req) => {
    throw badRequest(`Resource not found for the segment '${req.path.split('/').at(-1)}'.`);
  });
  app.use(sendError);

  return {
    name: 'microsoft',
    app,
    control,
    reset,
    accounts: () => [...context.state.accounts],
    calendars: (account) => calendarsOf(context, account),
    events: (calendar) => {
      const nowMs = clock.now().getTime();
      const owner = accountOf(context, calendar.ownerId);
      const window = { startMs: nowMs - shownDaysMs, endMs: nowMs + shownDaysMs };
      const asRead = { timeZone: 'UTC', immutableIds: false, bodyContentType: 'html', maxPageSize: undefined } as const;
      return calendarView(context, calendar, window).map((shown) => eventResource(shown, owner, asRead));
    },
  };
}
