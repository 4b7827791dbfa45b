import { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { answer, readQuery } from '#api/http.ts';
import { requireSubscription } from '#api/middleware/require-subscription.ts';
import { currentUser } from '#api/middleware/require-user.ts';
import { viewMutedMeeting } from '#api/views.ts';
import { listMutedMeetings as endpoint } from '#contract/briefings.ts';
import { listMutedMeetings } from '#db/queries/muted-meetings.ts';

export function mutedMeetingsRoute(context: ApiContext): Router {
  return Router().get(endpoint.path, requireSubscription(context), async (request, response) => {
    const { limit, cursor: after } = readQuery(endpoint, request);
    // One extra row shows whether there is a next page.
    const page = { userId: currentUser(request).userId, limit: limit + 1, after };
    const rows = await listMutedMeetings(context.pool, page);
    const shown = rows.slice(0, limit);
    answer(response, endpoint, {
      muted: shown.map(viewMutedMeeting),
      nextCursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    });
  });
}
