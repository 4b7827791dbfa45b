import { Router } from 'express';
import { disconnectCalendar } from '#api/commands/disconnect-calendar.ts';
import type { ApiContext } from '#api/context.ts';
import { answer, readBody } from '#api/http.ts';
import { requireSubscription } from '#api/middleware/require-subscription.ts';
import { currentUser } from '#api/middleware/require-user.ts';
import { disconnectCalendar as endpoint } from '#contract/calendar.ts';

export function disconnectRoute(context: ApiContext): Router {
  return Router().post(endpoint.path, requireSubscription(context), async (request, response) => {
    const { provider } = readBody(endpoint, request);
    await disconnectCalendar(context, { userId: currentUser(request).userId, provider });
    answer(response, endpoint, {});
  });
}
