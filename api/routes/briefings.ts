import { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { answer, readQuery } from '#api/http.ts';
import { decodeCursor, encodeCursor } from '#api/meeting-cursor.ts';
import { requireSubscription } from '#api/middleware/require-subscription.ts';
import { currentUser } from '#api/middleware/require-user.ts';
import { viewBriefing } from '#api/views.ts';
import { listBriefings } from '#contract/briefings.ts';
import { listBriefingHistory } from '#db/queries/briefing-history.ts';

export function briefingsRoute(context: ApiContext): Router {
  return Router().get(listBriefings.path, requireSubscription(context), async (request, response) => {
    const { limit, cursor } = readQuery(listBriefings, request);
    const after = cursor === undefined ? undefined : decodeCursor(cursor);
    // One extra row shows whether there is a next page.
    const page = { userId: currentUser(request).userId, limit: limit + 1, after };
    const rows = await listBriefingHistory(context.pool, page);
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    answer(response, listBriefings, {
      briefings: shown.map(viewBriefing),
      nextCursor: last && rows.length > limit ? encodeCursor({ startTime: last.startTime, id: last.meetingId }) : null,
    });
  });
}
