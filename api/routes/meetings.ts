import { Router } from 'express';
import { createMeeting } from '#api/commands/keep-manual-meeting.ts';
import type { ApiContext } from '#api/context.ts';
import { answer, readBody, readQuery } from '#api/http.ts';
import { decodeCursor, encodeCursor } from '#api/meeting-cursor.ts';
import { requireSubscription } from '#api/middleware/require-subscription.ts';
import { currentUser } from '#api/middleware/require-user.ts';
import { createMeeting as createEndpoint, listMeetings as listEndpoint } from '#contract/meetings.ts';
import { listMeetings } from '#db/queries/meetings.ts';

const DEFAULT_LIMIT = 200;

export function meetingsRoute(context: ApiContext): Router {
  const subscribers = requireSubscription(context);
  return Router()
    .get(listEndpoint.path, subscribers, async (request, response) => {
      const { limit = DEFAULT_LIMIT, startDate, endDate, cursor } = readQuery(listEndpoint, request);
      const after = cursor === undefined ? undefined : decodeCursor(cursor);
      const { userId } = currentUser(request);
      // One extra row shows whether there is a next page.
      const found = await listMeetings(context.pool, { userId, limit: limit + 1, startDate, endDate, after });
      const meetings = found.slice(0, limit);
      const last = meetings.at(-1);
      const nextCursor =
        last && found.length > limit ? encodeCursor({ startTime: new Date(last.startTime), id: last.id }) : null;
      answer(response, listEndpoint, { meetings, nextCursor });
    })
    .post(createEndpoint.path, subscribers, async (request, response) => {
      const input = readBody(createEndpoint, request);
      const meeting = await createMeeting(context, currentUser(request).userId, input);
      answer(response, createEndpoint, { meeting });
    });
}
