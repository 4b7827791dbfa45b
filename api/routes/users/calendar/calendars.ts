import { route } from '#api/route.ts';
import { viewUserCalendar } from '#api/views.ts';
import { listUserCalendars as endpoint } from '#contract/calendar.ts';
import { listUserCalendars } from '#db/queries/calendars.ts';

export const calendarsRoute = route(endpoint, async ({ context, caller: { userId }, query: { provider } }) => {
  const calendars = await listUserCalendars(context.pool, { userId, provider });
  return { calendars: calendars.map(viewUserCalendar) };
});
