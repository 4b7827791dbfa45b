import { auditOwn } from '#api/audit.ts';
import { notFound } from '#api/errors.ts';
import { route } from '#api/route.ts';
import { deleteWebhook } from '#contract/outgoing-webhooks.ts';
import { deleteOutgoingWebhook } from '#db/queries/outgoing-webhooks.ts';

export const webhookRoute = route(deleteWebhook, async ({ context, request, caller: { userId }, params: { id } }) => {
  await context.pool.transaction(async (transaction) => {
    if (!(await deleteOutgoingWebhook(transaction, { userId, id }))) throw notFound();
    await auditOwn(transaction, request, { userId, action: 'webhook.deleted', details: { webhookId: id } });
  });
  return {};
});
