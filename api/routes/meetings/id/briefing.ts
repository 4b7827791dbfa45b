import { setMeetingBriefing } from '#api/commands/set-meeting-briefing.ts';
import { notFound } from '#api/errors.ts';
import { route } from '#api/route.ts';
import { viewMeetingBriefing } from '#api/views.ts';
import { getMeetingBriefing, setMeetingBriefing as setEndpoint } from '#contract/briefings.ts';
import { findMeetingBriefing } from '#db/queries/meeting-briefings.ts';
import { findMeetingHistory } from '#db/queries/meeting-history.ts';

export const meetingBriefingRoutes = [
  route(getMeetingBriefing, async ({ context: { pool }, caller: { userId }, params: { id: meetingId } }) => {
    const row = await findMeetingBriefing(pool, { userId, meetingId });
    if (!row) throw notFound();
    return { briefing: viewMeetingBriefing(row, await findMeetingHistory(pool, meetingId)) };
  }),
  route(setEndpoint, async ({ context, caller: { userId }, params: { id: meetingId }, body }) => {
    const row = await setMeetingBriefing(context, { userId, meetingId }, body);
    return { briefing: viewMeetingBriefing(row, await findMeetingHistory(context.pool, meetingId)) };
  }),
];
