import { switchCalendar } from '#api/commands/switch-calendar.ts';
import { route } from '#api/route.ts';
import { viewUserCalendar } from '#api/views.ts';
import { switchCalendar as endpoint } from '#contract/calendar.ts';

export const calendarRoute = route(endpoint, async ({ context, caller: { userId }, params, body: { enabled } }) => {
  const calendar = await switchCalendar(context, { userId, calendarId: params.id, enabled });
  return { calendar: viewUserCalendar(calendar), message: `${calendar.name} is ${enabled ? 'on' : 'off'}.` };
});
