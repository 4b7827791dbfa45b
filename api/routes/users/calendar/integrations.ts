import { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { answer } from '#api/http.ts';
import { requireSubscription } from '#api/middleware/require-subscription.ts';
import { currentUser } from '#api/middleware/require-user.ts';
import { viewListedIntegration } from '#api/views.ts';
import { listCalendarIntegrations } from '#contract/calendar.ts';
import { listIntegrations } from '#db/queries/calendar-integrations.ts';

export function integrationsRoute(context: ApiContext): Router {
  return Router().get(listCalendarIntegrations.path, requireSubscription(context), async (request, response) => {
    const integrations = await listIntegrations(context.pool, currentUser(request).userId);
    answer(response, listCalendarIntegrations, { integrations: integrations.map(viewListedIntegration) });
  });
}
