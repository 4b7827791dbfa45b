import { Router } from 'express';
import { suggestOffering } from '#api/commands/suggest-offering.ts';
import type { ApiContext } from '#api/context.ts';
import { answer } from '#api/http.ts';
import { requireSubscription } from '#api/middleware/require-subscription.ts';
import { currentUser } from '#api/middleware/require-user.ts';
import { suggestOffering as endpoint } from '#contract/offering.ts';

export function suggestOfferingRoute(context: ApiContext): Router {
  return Router().post(endpoint.path, requireSubscription(context), async (request, response) => {
    answer(response, endpoint, await suggestOffering(context, currentUser(request).userId));
  });
}
