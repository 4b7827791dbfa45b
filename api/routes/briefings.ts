import { decodeCursor, encodeCursor } from '#api/meeting-cursor.ts';
import { route } from '#api/route.ts';
import { viewBriefing } from '#api/views.ts';
import { listBriefings } from '#contract/briefings.ts';
import { listBriefingHistory } from '#db/queries/briefing-history.ts';

export const briefingsRoute = route(
  listBriefings,
  async ({ context, caller: { userId }, query: { limit, cursor } }) => {
    const after = cursor === undefined ? undefined : decodeCursor(cursor);
    // One extra row shows whether there is a next page.
    const rows = await listBriefingHistory(context.pool, { userId, limit: limit + 1, after });
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    return {
      briefings: context.readable('briefings', shown).map(viewBriefing),
      nextCursor: last && rows.length > limit ? encodeCursor(last) : null,
    };
  },
);
