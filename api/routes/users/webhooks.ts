import { createWebhook } from '#api/commands/create-webhook.ts';
import { limitToolAccess } from '#api/middleware/rate-limit.ts';
import { route } from '#api/route.ts';
import { withIsoDates } from '#api/views.ts';
import { createWebhook as createEndpoint, listWebhooks } from '#contract/outgoing-webhooks.ts';
import { listOutgoingWebhooks } from '#db/queries/outgoing-webhooks.ts';

export const webhooksRoutes = [
  route(listWebhooks, async ({ context, caller: { userId } }) => {
    const webhooks = await listOutgoingWebhooks(context.pool, userId);
    return { webhooks: webhooks.map(withIsoDates) };
  }),
  route(
    createEndpoint,
    ({ context, request, caller, body }) => createWebhook(context, request, caller, body),
    (context) => [limitToolAccess(context)],
  ),
];
