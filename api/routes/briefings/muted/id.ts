import { unmuteMeetings } from '#api/commands/mute-meetings.ts';
import { route } from '#api/route.ts';
import { unmuteMeeting } from '#contract/briefings.ts';

export const mutedMeetingRoute = route(unmuteMeeting, async ({ context, caller: { userId }, params: { id } }) => {
  await unmuteMeetings(context, { userId, id });
  return { message: 'Unmuted. You will get briefings again.' };
});
