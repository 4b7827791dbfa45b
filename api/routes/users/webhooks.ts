import { Router } from 'express';
import { createWebhook } from '#api/commands/create-webhook.ts';
import type { ApiContext } from '#api/context.ts';
import { answer, readBody } from '#api/http.ts';
import { limitToolAccess } from '#api/middleware/limit-tool-access.ts';
import { requireSubscription } from '#api/middleware/require-subscription.ts';
import { currentSession, currentUser, requireUser } from '#api/middleware/require-user.ts';
import { createWebhook as createEndpoint, listWebhooks } from '#contract/outgoing-webhooks.ts';
import { listOutgoingWebhooks } from '#db/queries/outgoing-webhooks.ts';

export function webhooksRoute(context: ApiContext): Router {
  const limited = limitToolAccess(context);
  return Router()
    .get(listWebhooks.path, requireUser(context), async (request, response) => {
      const rows = await listOutgoingWebhooks(context.pool, currentUser(request).userId);
      const webhooks = rows.map(({ createdAt, lastDeliveredAt, stoppedAt, ...webhook }) => ({
        ...webhook,
        createdAt: createdAt.toISOString(),
        lastDeliveredAt: lastDeliveredAt?.toISOString() ?? null,
        stoppedAt: stoppedAt?.toISOString() ?? null,
      }));
      answer(response, listWebhooks, { webhooks });
    })
    .post(
      createEndpoint.path,
      requireUser(context),
      requireSubscription(context),
      limited,
      async (request, response) => {
        const wish = readBody(createEndpoint, request);
        answer(response, createEndpoint, await createWebhook(context, request, currentSession(request), wish));
      },
    );
}
