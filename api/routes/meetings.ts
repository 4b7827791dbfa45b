import { Router } from 'express';
import { createMeeting } from '#api/commands/create-meeting.ts';
import type { ApiContext } from '#api/context.ts';
import { createMeeting as createEndpoint, listMeetings as endpoint } from '#api/contract/meetings.ts';
import { answer, readBody, readQuery } from '#api/http.ts';
import { decodeCursor, encodeCursor } from '#api/meeting-cursor.ts';
import { requireSubscription } from '#api/middleware/require-subscription.ts';
import { currentUser } from '#api/middleware/require-user.ts';
import { viewMeeting } from '#api/views.ts';
import { listMeetings } from '#db/queries/meetings.ts';

const DEFAULT_LIMIT = 200;

export function meetingsRoute(context: ApiContext): Router {
  const subscribed = requireSubscription(context);
  return Router()
    .get(endpoint.path, subscribed, async (request, response) => {
      const { limit = DEFAULT_LIMIT, startDate, endDate, cursor } = readQuery(endpoint, request);
      const after = cursor === undefined ? undefined : decodeCursor(cursor);
      // One more than asked for tells whether there is a next page.
      const page = { limit: limit + 1, startDate, endDate, after };
      const rows = await listMeetings(context.pool, currentUser(request).userId, page);
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      answer(response, endpoint, {
        meetings: shown.map(viewMeeting),
        nextCursor: last && rows.length > limit ? encodeCursor(last) : null,
      });
    })
    .post(createEndpoint.path, subscribed, async (request, response) => {
      const input = readBody(createEndpoint, request);
      const row = await createMeeting(context, currentUser(request).userId, input);
      answer(response, createEndpoint, { meeting: viewMeeting(row) });
    });
}
