import { deleteMeeting, updateMeeting } from '#api/commands/keep-manual-meeting.ts';
import { notFound } from '#api/errors.ts';
import { route } from '#api/route.ts';
import { deleteMeeting as deleteEndpoint, getMeeting, updateMeeting as updateEndpoint } from '#contract/meetings.ts';
import { findMeeting } from '#db/queries/meetings.ts';

export const meetingRoutes = [
  route(getMeeting, async ({ context, caller: { userId }, params: { id: meetingId } }) => {
    const meeting = await findMeeting(context.pool, { userId, meetingId });
    if (!meeting) throw notFound();
    return { meeting };
  }),
  route(updateEndpoint, async ({ context, caller: { userId }, params: { id: meetingId }, body }) => ({
    meeting: await updateMeeting(context, { userId, meetingId }, body),
  })),
  route(deleteEndpoint, async ({ context, caller: { userId }, params: { id: meetingId } }) => {
    await deleteMeeting(context, { userId, meetingId });
    return {};
  }),
];
