import { Router } from 'express';
import { connectCalendar } from '#api/commands/connect-calendar.ts';
import type { ApiContext } from '#api/context.ts';
import { answer, readBody } from '#api/http.ts';
import { requireSubscription } from '#api/middleware/require-subscription.ts';
import { currentUser } from '#api/middleware/require-user.ts';
import { viewIntegration } from '#api/views.ts';
import { connectCalendar as endpoint } from '#contract/calendar.ts';

export function connectRoute(context: ApiContext): Router {
  return Router().post(endpoint.path, requireSubscription(context), async (request, response) => {
    const { provider, authCode, state } = readBody(endpoint, request);
    const integration = await connectCalendar(context, {
      userId: currentUser(request).userId,
      sessionKey: request.sessionID,
      provider,
      authCode,
      state,
    });
    answer(response, endpoint, { integration: viewIntegration(integration) });
  });
}
