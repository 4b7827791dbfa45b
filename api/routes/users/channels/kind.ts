import type { RequestHandler } from 'express';
import { auditOwn } from '#api/audit.ts';
import { setChannel } from '#api/commands/set-channel.ts';
import type { ApiContext } from '#api/context.ts';
import { notFound } from '#api/errors.ts';
import { limitToolAccess } from '#api/middleware/rate-limit.ts';
import { route } from '#api/route.ts';
import { deleteChannel, putChannel } from '#contract/channels.ts';
import { deleteChannel as deleteRow } from '#db/queries/channels.ts';

export const channelRoutes = [
  route(
    putChannel,
    async ({ context, request, caller, params: { kind }, body }) => {
      await setChannel(context, request, caller, { kind, ...body });
      return {};
    },
    (context) => [limitNewUrls(context)],
  ),
  route(deleteChannel, async ({ context, request, caller: { userId }, params: { kind } }) => {
    await context.pool.transaction(async (transaction) => {
      if (!(await deleteRow(transaction, { userId, kind }))) throw notFound();
      await auditOwn(transaction, request, { userId, action: 'channel.deleted', details: { channel: kind } });
    });
    return {};
  }),
];

/** Only a new URL sends mail; turning a channel on or off is not limited. */
function limitNewUrls(context: ApiContext): RequestHandler {
  const limit = limitToolAccess(context);
  return (request, response, next) => (request.body?.url === undefined ? next() : limit(request, response, next));
}
