import { Router } from 'express';
import { createIntegrationsFromSignIn } from '#api/commands/create-integrations-from-sign-in.ts';
import type { ApiContext } from '#api/context.ts';
import { answer } from '#api/http.ts';
import { requireSubscription } from '#api/middleware/require-subscription.ts';
import { currentUser } from '#api/middleware/require-user.ts';
import { syncCalendarIntegrations } from '#contract/calendar.ts';

export function syncCalendarIntegrationsRoute(context: ApiContext): Router {
  return Router().post(syncCalendarIntegrations.path, requireSubscription(context), async (request, response) => {
    const { created, skipped } = await createIntegrationsFromSignIn(context, currentUser(request).userId);
    answer(response, syncCalendarIntegrations, {
      summary: { created: created.length, skipped: skipped.length },
      created,
      skipped,
    });
  });
}
