import { Router } from 'express';
import { audit, userSubject } from '#api/audit.ts';
import type { ApiContext } from '#api/context.ts';
import { notFound } from '#api/errors.ts';
import { answer, readParams } from '#api/http.ts';
import { currentUser, requireUser } from '#api/middleware/require-user.ts';
import { deleteWebhook } from '#contract/outgoing-webhooks.ts';
import { deleteOutgoingWebhook } from '#db/queries/outgoing-webhooks.ts';

export function webhookRoute(context: ApiContext): Router {
  return Router().delete(deleteWebhook.path, requireUser(context), async (request, response) => {
    const { id } = readParams(deleteWebhook, request);
    const { userId } = currentUser(request);
    await context.pool.transaction(async (transaction) => {
      if (!(await deleteOutgoingWebhook(transaction, { userId, id }))) throw notFound();
      const entry = { actorUserId: userId, action: 'webhook.deleted', subject: userSubject(userId) };
      await audit(transaction, request, { ...entry, details: { webhookId: id } });
    });
    answer(response, deleteWebhook, {});
  });
}
