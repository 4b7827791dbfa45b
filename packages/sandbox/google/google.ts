import express from 'express';
import { createControl } from '#sandbox/control/control.ts';
import { calendarListRoutes } from '#sandbox/google/calendar/calendar-list-routes.ts';
import { calendarRoutes } from '#sandbox/google/calendar/calendar-routes.ts';
import { dropExpired } from '#sandbox/google/calendar/channels.ts';
import { eventRoutes } from '#sandbox/google/calendar/event-routes.ts';
import { selectFields } from '#sandbox/google/calendar/fields.ts';
import { expand } from '#sandbox/google/calendar/instances.ts';
import { isSeries } from '#sandbox/google/calendar/recurrence.ts';
import type { GoogleContext } from '#sandbox/google/context.ts';
import { addControls } from '#sandbox/google/control-routes.ts';
import { errorBody, notFound, sendError } from '#sandbox/google/errors.ts';
import { authorizeRoutes } from '#sandbox/google/oauth/authorize.ts';
import { tokenRoutes } from '#sandbox/google/oauth/token.ts';
import { tokenInfoRoutes } from '#sandbox/google/oauth/token-info.ts';
import { seedAccounts } from '#sandbox/google/seed/seed.ts';
import { createSigner } from '#sandbox/google/signing.ts';
import { type Account, type Calendar, emptyState, type GoogleEvent, googleState } from '#sandbox/google/state.ts';
import type { Vendor, VendorOptions } from '#sandbox/vendor.ts';

const dayMs = 86_400_000;

/** The vendor, with the data shown on the console. */
export type GoogleVendor = Vendor & {
  accounts(): Account[];
  calendars(account: Account): Calendar[];
  /** Live events by start, with series as instances from 30 days ago to 60 days ahead. */
  events(calendar: Calendar): GoogleEvent[];
};

/** Creates Google's OAuth 2.0 / OpenID Connect endpoints and Calendar API v3 on one host, seeded with dana and sam. */
export function createGoogle({ clock, store, baseUrl, productUrl }: VendorOptions): GoogleVendor {
  const saved = store.load(googleState);
  const state = saved ?? emptyState();
  const signer = createSigner(state.signingKey);
  const context: GoogleContext = { state, clock, signer, baseUrl, productUrl, save: () => store.save(context.state) };
  if (!saved) seedAccounts(context);

  function reset(): void {
    context.state = emptyState(context.state.signingKey);
    seedAccounts(context);
  }

  const control = createControl({ name: 'google', clock, reset, errorBody, onClock: () => dropExpired(context) });
  addControls(control.own, context);

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(control.router);
  app.use(authorizeRoutes(context), tokenRoutes(context), tokenInfoRoutes(context));
  app.use('/calendar/v3', selectFields);
  app.use(calendarRoutes(context), calendarListRoutes(context), eventRoutes(context));
  app.use(() => {
    throw notFound();
  });
  app.use(sendError);

  return {
    name: 'google',
    app,
    control,
    reset,
    accounts: () => [...context.state.accounts],
    calendars: ({ sub }) => context.state.calendars.filter((calendar) => calendar.ownerSub === sub),
    events: ({ id }) => listLive(context, id),
  };
}

function listLive(context: GoogleContext, calendarId: string): GoogleEvent[] {
  const nowMs = context.clock.now().getTime();
  const window = { fromMs: nowMs - 30 * dayMs, toMs: nowMs + 60 * dayMs };
  return context.state.events
    .filter((stored) => stored.calendarId === calendarId && stored.event.status !== 'cancelled')
    .flatMap((stored) => (isSeries(stored.event) ? expand(context, stored, window) : [stored]))
    .map(({ event }) => event)
    .toSorted((a, b) => startMs(a) - startMs(b));
}

function startMs({ start }: GoogleEvent): number {
  return Date.parse(start?.dateTime ?? start?.date ?? '');
}
