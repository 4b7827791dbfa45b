import { type RequestHandler, Router } from 'express';
import { audit, userSubject } from '#api/audit.ts';
import { setChannel } from '#api/commands/set-channel.ts';
import type { ApiContext } from '#api/context.ts';
import { notFound } from '#api/errors.ts';
import { answer, readBody, readParams } from '#api/http.ts';
import { limitToolAccess } from '#api/middleware/limit-tool-access.ts';
import { requireSubscription } from '#api/middleware/require-subscription.ts';
import { currentSession, currentUser, requireUser } from '#api/middleware/require-user.ts';
import { deleteChannel, putChannel } from '#contract/channels.ts';
import { deleteChannel as deleteRow } from '#db/queries/channels.ts';

export function channelRoute(context: ApiContext): Router {
  // Only a new URL sends mail; turning a channel on or off is not limited.
  const limit = limitToolAccess(context);
  const limited: RequestHandler = (request, response, next) =>
    request.body?.url === undefined ? next() : limit(request, response, next);
  return Router()
    .put(putChannel.path, requireUser(context), requireSubscription(context), limited, async (request, response) => {
      const { kind } = readParams(putChannel, request);
      await setChannel(context, request, currentSession(request), { kind, ...readBody(putChannel, request) });
      answer(response, putChannel, {});
    })
    .delete(deleteChannel.path, requireUser(context), async (request, response) => {
      const { kind } = readParams(deleteChannel, request);
      const { userId } = currentUser(request);
      await context.pool.transaction(async (transaction) => {
        if (!(await deleteRow(transaction, { userId, kind }))) throw notFound();
        const entry = { actorUserId: userId, action: 'channel.deleted', subject: userSubject(userId) };
        await audit(transaction, request, { ...entry, details: { channel: kind } });
      });
      answer(response, deleteChannel, {});
    });
}
