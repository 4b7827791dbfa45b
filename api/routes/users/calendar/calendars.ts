import { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { answer, readQuery } from '#api/http.ts';
import { requireSubscription } from '#api/middleware/require-subscription.ts';
import { currentUser } from '#api/middleware/require-user.ts';
import { viewUserCalendar } from '#api/views.ts';
import { listUserCalendars as endpoint } from '#contract/calendar.ts';
import { listUserCalendars } from '#db/queries/calendars.ts';

export function calendarsRoute(context: ApiContext): Router {
  return Router().get(endpoint.path, requireSubscription(context), async (request, response) => {
    const { provider } = readQuery(endpoint, request);
    const calendars = await listUserCalendars(context.pool, { userId: currentUser(request).userId, provider });
    answer(response, endpoint, { calendars: calendars.map(viewUserCalendar) });
  });
}
