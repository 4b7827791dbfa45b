import { type Request, Router } from 'express';
import { deleteMeeting, updateMeeting } from '#api/commands/keep-manual-meeting.ts';
import type { ApiContext } from '#api/context.ts';
import { notFound } from '#api/errors.ts';
import { answer, readBody, readParams } from '#api/http.ts';
import { requireSubscription } from '#api/middleware/require-subscription.ts';
import { currentUser } from '#api/middleware/require-user.ts';
import { deleteMeeting as deleteEndpoint, getMeeting, updateMeeting as updateEndpoint } from '#contract/meetings.ts';
import { findMeeting } from '#db/queries/meetings.ts';

export function meetingRoute(context: ApiContext): Router {
  return Router()
    .get(getMeeting.path, requireSubscription(context), async (request, response) => {
      const meeting = await findMeeting(context.pool, readKey(request));
      if (!meeting) throw notFound();
      answer(response, getMeeting, { meeting });
    })
    .put(updateEndpoint.path, requireSubscription(context), async (request, response) => {
      const meeting = await updateMeeting(context, readKey(request), readBody(updateEndpoint, request));
      answer(response, updateEndpoint, { meeting });
    })
    .delete(deleteEndpoint.path, requireSubscription(context), async (request, response) => {
      await deleteMeeting(context, readKey(request));
      answer(response, deleteEndpoint, {});
    });
}

function readKey(request: Request): { userId: string; meetingId: string } {
  return { userId: currentUser(request).userId, meetingId: readParams(getMeeting, request).id };
}
