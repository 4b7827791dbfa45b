import { route } from '#api/route.ts';
import { withIsoDates } from '#api/views.ts';
import { listMutedMeetings as endpoint } from '#contract/briefings.ts';
import { listMutedMeetings } from '#db/queries/muted-meetings.ts';

export const mutedMeetingsRoute = route(endpoint, async ({ context, caller: { userId }, query }) => {
  const { limit, cursor: after } = query;
  // One extra row shows whether there is a next page.
  const rows = await listMutedMeetings(context.pool, { userId, limit: limit + 1, after });
  const shown = rows.slice(0, limit);
  return {
    muted: shown.map(withIsoDates),
    nextCursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
  };
});
