import { createMeeting } from '#api/commands/keep-manual-meeting.ts';
import { decodeCursor, encodeCursor } from '#api/meeting-cursor.ts';
import { route } from '#api/route.ts';
import { createMeeting as createEndpoint, listMeetings as listEndpoint } from '#contract/meetings.ts';
import { listMeetings } from '#db/queries/meetings.ts';

const DEFAULT_LIMIT = 200;

export const meetingsRoutes = [
  route(listEndpoint, async ({ context, caller: { userId }, query }) => {
    const { limit = DEFAULT_LIMIT, startDate, endDate, cursor } = query;
    const after = cursor === undefined ? undefined : decodeCursor(cursor);
    // One extra row shows whether there is a next page.
    const found = await listMeetings(context.pool, { userId, limit: limit + 1, startDate, endDate, after });
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    const nextCursor = last && found.length > limit ? encodeCursor(last) : null;
    return { meetings: context.readable('meetings', shown), nextCursor };
  }),
  route(createEndpoint, async ({ context, caller: { userId }, body }) => ({
    meeting: await createMeeting(context, userId, body),
  })),
];
