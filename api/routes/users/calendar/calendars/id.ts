import { Router } from 'express';
import { switchCalendar } from '#api/commands/switch-calendar.ts';
import type { ApiContext } from '#api/context.ts';
import { answer, readBody, readParams } from '#api/http.ts';
import { requireSubscription } from '#api/middleware/require-subscription.ts';
import { currentUser } from '#api/middleware/require-user.ts';
import { viewUserCalendar } from '#api/views.ts';
import { switchCalendar as endpoint } from '#contract/calendar.ts';

export function calendarRoute(context: ApiContext): Router {
  return Router().put(endpoint.path, requireSubscription(context), async (request, response) => {
    const { id: calendarId } = readParams(endpoint, request);
    const { enabled } = readBody(endpoint, request);
    const { userId } = currentUser(request);
    const calendar = await switchCalendar(context, { userId, calendarId, enabled });
    answer(response, endpoint, {
      calendar: viewUserCalendar(calendar),
      message: `${calendar.name} is ${enabled ? 'on' : 'off'}.`,
    });
  });
}
