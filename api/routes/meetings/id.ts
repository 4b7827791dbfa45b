import { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { notFound } from '#api/errors.ts';
import { answer, readParams } from '#api/http.ts';
import { requireSubscription } from '#api/middleware/require-subscription.ts';
import { currentUser } from '#api/middleware/require-user.ts';
import { getMeeting } from '#contract/meetings.ts';
import { findMeeting } from '#db/queries/meetings.ts';

export function meetingRoute(context: ApiContext): Router {
  return Router().get(getMeeting.path, requireSubscription(context), async (request, response) => {
    const { id: meetingId } = readParams(getMeeting, request);
    const meeting = await findMeeting(context.pool, { userId: currentUser(request).userId, meetingId });
    if (!meeting) throw notFound();
    answer(response, getMeeting, { meeting });
  });
}
