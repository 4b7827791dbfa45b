import { Router } from 'express';
import { setMeetingBriefing } from '#api/commands/set-meeting-briefing.ts';
import type { ApiContext } from '#api/context.ts';
import { notFound } from '#api/errors.ts';
import { answer, readBody, readParams } from '#api/http.ts';
import { requireSubscription } from '#api/middleware/require-subscription.ts';
import { currentUser } from '#api/middleware/require-user.ts';
import { viewMeetingBriefing } from '#api/views.ts';
import { getMeetingBriefing, setMeetingBriefing as setEndpoint } from '#contract/briefings.ts';
import { findMeetingBriefing } from '#db/queries/meeting-briefings.ts';
import { findMeetingHistory } from '#db/queries/meeting-history.ts';

export function meetingBriefingRoute(context: ApiContext): Router {
  return Router()
    .get(getMeetingBriefing.path, requireSubscription(context), async (request, response) => {
      const { id: meetingId } = readParams(getMeetingBriefing, request);
      const row = await findMeetingBriefing(context.pool, { userId: currentUser(request).userId, meetingId });
      if (!row) throw notFound();
      const history = await findMeetingHistory(context.pool, meetingId);
      answer(response, getMeetingBriefing, { briefing: viewMeetingBriefing(row, history) });
    })
    .put(setEndpoint.path, requireSubscription(context), async (request, response) => {
      const { id: meetingId } = readParams(setEndpoint, request);
      const wish = readBody(setEndpoint, request);
      const row = await setMeetingBriefing(context, { userId: currentUser(request).userId, meetingId }, wish);
      const history = await findMeetingHistory(context.pool, meetingId);
      answer(response, setEndpoint, { briefing: viewMeetingBriefing(row, history) });
    });
}
